import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Services } from '../../../apis/services.ts';
import type { Scope } from '../../../base/actor.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { Unavailable } from '../../../base/errors.ts';
import { fingerprint, randomHex } from '../../../base/secrets.ts';
import {
  clientMetadata,
  consumeRecord,
  deleteGrant,
  deleteRecord,
  displaceSignIns,
  grantOfToken,
  grantPayload,
  insertGrant,
  putRecord,
  recordBy,
  renewTokenOf,
} from '../store/apps.ts';
import { endApp } from './operations/end-app.ts';

export type AdapterParts = Pick<Services, 'database' | 'clock' | 'runner' | 'log'> & {
  /** Returns the place from which the request comes that the library is answering now. */
  readonly place: () => string | undefined;
};

/** The errors of the library, which is loaded with the first request. */
type Errors = typeof import('oidc-provider').errors;

const inSeconds = (seconds: number): Date => new Date((realEpochSeconds() + seconds) * 1000);
const realNow = (): Date => inSeconds(0);

/**
 * Returns what keeps the library's records: in the database, under hashes of its secrets, so that all processes know
 * them and nobody who reads the database can use them.
 */
export const adapterOf =
  (parts: AdapterParts, errors: Errors) =>
  (kind: string): Adapter => {
    const adapter =
      kind === 'Client'
        ? clients(parts)
        : kind === 'Session'
          ? nothing
          : kind === 'Grant'
            ? grants(parts)
            : kind === 'AccessToken'
              ? accessTokens(parts, errors)
              : records(parts, errors, kind);
    return translated({ ...nothing, ...adapter }, errors);
  };

/** A person signs in for each app anew, so no session is kept. */
const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

const clients = ({ database }: AdapterParts): Partial<Adapter> => ({
  find: (id) => database.lookUp((db) => clientMetadata(db, id)),
});

const grants = ({ database }: AdapterParts): Partial<Adapter> => ({
  upsert: (id, { jti: _, ...payload }, expiresIn) =>
    insertGrant(
      database.db,
      { id, clientId: String(payload.clientId), payload, endsAt: inSeconds(Number(expiresIn)) },
      realNow(),
    ),
  find: async (id) => withId(id, await grantPayload(database.db, id)),
  destroy: (id) => deleteGrant(database.db, id),
});

async function end({ runner }: AdapterParts, grant: string): Promise<void> {
  const call = { actor: system, request: { id: randomHex(16), via: 'web' } } as const;
  const ended = await runner.run(endApp, { grant }, call);
  if (!ended.ok) throw new Error(ended.failures[0].message);
}

const system = { kind: 'system', job: 'oauth' } as const;

/** An access token is one of ours: each issue gives the one that belongs to the grant a new secret. */
function accessTokens(parts: AdapterParts, errors: Errors): Partial<Adapter> {
  const { database, clock } = parts;
  const find = (id: string) => grantOfToken(database.db, fingerprint(id));
  return {
    upsert: async (id, { grantId, scope }, expiresIn) => {
      const scopes = (scope ?? '').split(' ').filter(Boolean) as Scope[];
      if (scopes.length === 0) throw new errors.InvalidScope('none of the scopes was granted', scope ?? '');
      const expires_at = new Date(clock.now().getTime() + Number(expiresIn) * 1000);
      const token = { hash: fingerprint(id), scopes, expires_at };
      if (!(await renewTokenOf(database.db, String(grantId), token)))
        throw new errors.InvalidGrant('access was revoked');
    },
    // The caller only wants to end it, which is possible for an expired one too.
    find: async (id) => withId(id, await find(id)),
    destroy: async (id) => {
      const found = await find(id);
      if (found) await end(parts, found.grantId);
    },
    revokeByGrantId: (grantId) => end(parts, grantId),
  };
}

function records(parts: AdapterParts, errors: Errors, kind: string): Partial<Adapter> {
  const { database, log, place } = parts;
  const find = (id: string) => recordBy(database.db, kind, fingerprint(id));
  return {
    upsert: async (id, { jti: _, ...payload }, expiresIn) => {
      const begunFrom = kind === 'Interaction' ? place() : undefined;
      const stored = await putRecord(database.db, {
        hash: fingerprint(id),
        kind,
        grantId: kind === 'Interaction' ? undefined : payload.grantId,
        payload,
        endsAt: inSeconds(Number(expiresIn)),
        begunFrom,
      });
      if (begunFrom !== undefined) await displaceSignIns(database.db, begunFrom);
      if (!stored) throw new errors.InvalidGrant('access was revoked');
    },
    find: async (id) => {
      const found = await find(id);
      const consumed = found?.consumed_at && Math.floor(found.consumed_at.getTime() / 1000);
      return withId(id, found && { ...found.payload, ...(consumed && { consumed }) });
    },
    consume: async (id) => {
      if (await consumeRecord(database.db, fingerprint(id), realNow())) return;
      // Somebody else was faster with the same secret, so one of the two has stolen it.
      log.warn({ kind }, 'a code or refresh token of an app was used twice at once');
      const grantId = (await find(id))?.payload.grantId;
      if (typeof grantId === 'string') await end(parts, grantId);
      throw new errors.InvalidGrant('used twice');
    },
    destroy: (id) => deleteRecord(database.db, fingerprint(id)),
  };
}

const withId = (id: string, payload: object | undefined): AdapterPayload | undefined =>
  payload && { ...payload, jti: id };

/** A database that is away is nobody's mistake. */
function translated(adapter: Adapter, errors: Errors): Adapter {
  const wrapped = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await (method as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (error) {
        // PostgreSQL stores no U+0000.
        if (['22021', '22P05'].includes((error as { code?: string }).code ?? ''))
          throw new errors.InvalidRequest('a parameter cannot be read');
        if (!(error instanceof Unavailable)) throw error;
        const away = new errors.TemporarilyUnavailable(
          error.message,
          'the registry is unavailable for a moment',
        );
        throw Object.assign(away, { status: 503, statusCode: 503 });
      }
    },
  ]);
  return Object.fromEntries(wrapped) as Adapter;
}
