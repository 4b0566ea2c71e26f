import { registrarOf, sponsorOf } from '../../../../base/actor.ts';
import { inBatches } from '../../../../base/batches.ts';
import type { LocalDate } from '../../../../base/calendar.ts';
import { objectDoesNotExist, Problems, Refusal, refuseAll } from '../../../../base/errors.ts';
import { fingerprint } from '../../../../base/secrets.ts';
import { type DomainName, normaliseLookup } from '../../../rules/domain/domain-name.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import type { Domain } from '../../../store/registry/domain-columns.ts';
import type { DomainParts, DomainWithParts, Related } from '../../../store/registry/domain-reader.ts';
import {
  domainsById,
  domainsByName,
  lockDomains,
  lockDomainsByCode,
  lockDomainsInOrder,
} from '../../../store/registry/domains.ts';
import type { OperationContext } from '../../operation.ts';
import { type DomainDraft, ownDraft } from './domain-draft.ts';

/** The parts of a domain that can be invalid. */
export type CheckedDraft = Pick<
  DomainDraft,
  'registrarId' | 'registrant' | 'admins' | 'techs' | 'nameservers' | 'keys'
>;

/** The part of a domain that decides which actions are allowed. */
export interface JudgedState {
  readonly row: Pick<Domain, 'statuses' | 'disputed'>;
  readonly draft: CheckedDraft & Pick<DomainDraft, 'expiresAt'>;
}

/** A domain as it is stored, with all its relations. */
export interface DomainState {
  readonly row: Domain;
  readonly draft: DomainDraft;
  readonly nameserverIds: ReadonlyMap<string, number>;
  readonly keyIds: ReadonlyMap<string, number>;
}

type ReadParts = Required<Pick<Related, 'registrant' | 'contacts' | 'nameservers' | 'keys'>>;

const everyPart: DomainParts = {
  domain: 'all',
  registrant: 'all',
  contacts: 'all',
  nameservers: 'all',
  keys: 'all',
};

/** Several domains with all their relations, in the order of the ids; one round trip per batch. */
export const domainStates = (db: Db, ids: readonly number[], today: LocalDate): Promise<DomainState[]> =>
  inBatches(ids, async (batch) =>
    batch.length === 0 ? [] : statesOf(batch, await domainsById(db, batch, today, everyPart)),
  );

function statesOf(ids: readonly number[], found: readonly DomainWithParts[]): DomainState[] {
  const stateOf = new Map(
    found.map(({ related, ...row }) => {
      const { registrant, contacts = [], nameservers = [], keys = [] } = related ?? {};
      if (!registrant) throw new Error(`${row.name} has no registrant`);
      const state = {
        row,
        nameserverIds: new Map(nameservers.map((one) => [one.hostname, one.id])),
        keyIds: new Map(keys.map((one) => [one.public_key, one.id])),
        draft: { ...ownDraft(row), ...checkedDraft({ registrant, contacts, nameservers, keys }) },
      };
      return [row.id, state] as const;
    }),
  );
  return ids.flatMap((id) => stateOf.get(id) ?? []);
}

function checkedDraft({
  registrant,
  contacts,
  nameservers,
  keys,
}: ReadParts): Omit<CheckedDraft, 'registrarId'> {
  return {
    registrant,
    admins: contacts.filter((link) => link.role === 'admin'),
    techs: contacts.filter((link) => link.role === 'tech'),
    nameservers: nameservers.map((one) => ({
      hostname: one.hostname,
      hostnamePuny: one.hostname_puny,
      ipv4: one.ipv4,
      ipv6: one.ipv6,
    })),
    keys: keys.map(({ flags, protocol, alg, public_key }) => ({
      flags,
      protocol,
      alg,
      publicKey: public_key,
    })),
  };
}

/** Makes the judged state of a domain that was read with its parts; undefined if one of them is missing. */
export function judgedState({ related, ...row }: DomainWithParts): JudgedState | undefined {
  const { registrant, contacts, nameservers, keys } = related ?? {};
  if (!registrant || !contacts || !nameservers || !keys) return undefined;
  const draft = checkedDraft({ registrant, contacts, nameservers, keys });
  return { row, draft: { ...draft, registrarId: row.registrar_id, expiresAt: row.expires_at } };
}

const namedDomains = (db: Db, names: readonly DomainName[], today: LocalDate): Promise<DomainWithParts[]> =>
  inBatches(names, (batch) => domainsByName(db, batch, today, everyPart));

/**
 * Locks domains of any registrar, or of one, by their normalised names and reads them under the lock, in one round
 * trip, in the order of their ids. A domain that is created between the lock and the read is ignored.
 */
async function lockStates(
  { db, calendar, now }: OperationContext,
  names: readonly DomainName[],
  registrarId?: number,
): Promise<DomainState[]> {
  const [ids, found] = await Promise.all([
    lockDomains(db, names, registrarId),
    namedDomains(db, names, calendar.dateOf(now)),
  ]);
  return statesOf(ids, found);
}

/** Locks the caller's own domains and reads them under the lock, by name; those of others are not locked. */
export async function lockOwnStates(
  context: OperationContext,
  names: readonly DomainName[],
): Promise<ReadonlyMap<string, DomainState>> {
  const states = await lockStates(context, names, registrarOf(context.actor).registrarId);
  return new Map(states.map((state) => [state.row.name, state]));
}

/**
 * Locks the domains whose transfer code is right, then reads all of them, so that a caller cannot lock domains that
 * it may not move. A code that becomes right between the lock and the read counts as wrong.
 */
export async function lockStatesToMove(
  { db, calendar, now }: OperationContext,
  given: readonly { readonly name: DomainName; readonly transferCode: string | undefined }[],
): Promise<{ states: DomainState[]; locked: ReadonlySet<number> }> {
  const names = [...new Set(given.map(({ name }) => name))];
  const [locked, found] = await Promise.all([
    lockDomainsByCode(db, codesIn(given)),
    namedDomains(db, names, calendar.dateOf(now)),
  ]);
  const ids = found.map(({ id }) => id);
  return { states: statesOf(ids, found), locked: new Set(locked) };
}

/** Locks a caller's own domains together with those that it takes over, before any are read. */
export async function lockOwnAndToMove(
  { db, actor }: OperationContext,
  names: readonly DomainName[],
  given: readonly { readonly name: DomainName; readonly transferCode: string }[],
): Promise<void> {
  if (names.length > 0 && given.length > 0)
    await lockDomainsInOrder(db, { names, registrarId: registrarOf(actor).registrarId }, codesIn(given));
}

const codesIn = (given: readonly { readonly name: string; readonly transferCode: string | undefined }[]) =>
  given.flatMap(({ name, transferCode }) =>
    transferCode === undefined ? [] : [{ name, fingerprint: fingerprint(transferCode) }],
  );

/** Locks a domain of any registrar by its name as the caller spells it; undefined if there is none. */
export async function lockDomain(context: OperationContext, name: string): Promise<DomainState | undefined> {
  const [state] = await lockStates(context, [normaliseLookup(name)]);
  return state;
}

/**
 * REST reports the first problem alone: a guess about anything after it would be answered by nothing, and still be
 * counted.
 */
export const reportsFirstOnly = ({ request }: Pick<OperationContext, 'request'>): boolean =>
  request.via === 'rest';

/**
 * Locks one of the caller's own domains; others do not exist for it (docs/rules/registrar.md#looking-up-a-domain).
 * The refusal also names the problems of the request that can be found without the domain; if finding them counts
 * guesses, it is a `WrongSecret`. They are not looked for where they would not be reported.
 */
export async function lockOwnDomain(
  context: OperationContext,
  name: string,
  others: () => Problems | Promise<Problems> = () => new Problems(),
  Kind: typeof Refusal = Refusal,
): Promise<DomainState> {
  const state = await lockDomain(context, name);
  const { registrarId } = sponsorOf(context.actor);
  if (state?.row.registrar_id === registrarId) return state;
  if (reportsFirstOnly(context)) refuseAll([objectDoesNotExist()]);
  const [, ...further] = new Problems()
    .direct(objectDoesNotExist())
    .further()
    .with(await others()).all;
  throw new Kind([objectDoesNotExist(), ...further]);
}
