import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import type { OpenParts, Running } from '../../apis/extension-points.ts';
import type { Services } from '../../apis/services.ts';
import type { Config } from '../../base/config.ts';
import { failure, objectDoesNotExist, Refusal, refuseWith } from '../../base/errors.ts';
import { fingerprint, randomHex } from '../../base/secrets.ts';
import { isPathSegment } from '../../base/text.ts';
import { addressColumns } from '../../registry/entities/contact.ts';
import {
  inUse,
  type NameCheck,
  notAvailable,
  refuseTooMany,
} from '../../registry/operations/domains/check-domain-names.ts';
import type { TransferPerson } from '../../registry/operations/domains/show-transfer-info.ts';
import { normaliseLookup, parseDomainName } from '../../registry/rules/domain/domain-name.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { contactsByCode } from '../../registry/store/registry/contacts.ts';
import { domainsByName } from '../../registry/store/registry/domains.ts';
import { insertRegistrar } from '../../registry/store/registry/registrars.ts';
import { allZones } from '../../registry/store/registry/zones.ts';
import { initSecret } from '../../registry/store/runner/kept-secrets.ts';
import { parseAnswer } from './answers.ts';
import { checkCodes, checkTexts, slowAfterMs, UpstreamClient } from './client.ts';
import type { Envelope } from './envelope.ts';
import { forwarded } from './forward.ts';
import { mirrorHealth } from './health.ts';
import { MirrorKeeper } from './mirror.ts';
import { codeFor } from './operations/model/put-domains.ts';
import { Progress } from './progress.ts';
import { dataOf, isRefused, UpstreamReader } from './reader.ts';
import { reportedTransferContact } from './readings.ts';
import { StaleRefresher } from './refresh.ts';
import { segment } from './requests.ts';
import { upstreamOf } from './settings.ts';
import { facadeSteps } from './steps.ts';
import { openMirror, readMirror, saveProgress } from './store/mirror.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import type { UpstreamError } from './upstream-error.ts';

/** The registry behind this one, and the mirror of it. */
export interface OpenUpstream extends Running {
  stop(): Promise<void>;
  readonly mirror: MirrorKeeper;
  /** The number of calls, for metrics. */
  readonly calls: number;
}

type Parts = Omit<OpenParts, 'config'> & { readonly config: UpstreamConfig };

/** Opens the connection to the registry behind; undefined unless this process is a facade. */
export async function openUpstream(given: OpenParts): Promise<OpenUpstream | undefined> {
  const config = upstreamOf(given.config);
  if (!config) return undefined;
  // A pass makes garbage for hours. V8 collects it once the heap has grown by half, not to several times what is alive.
  setFlagsFromString('--heap-growing-percent=50');
  return opened({ ...given, config });
}

async function opened(parts: Parts): Promise<OpenUpstream> {
  const { config, database } = parts;
  const client = new UpstreamClient(config, (error) => saveUpstreamError(parts, error));
  await ensureMirror(parts);
  const reader = new UpstreamReader(client, database);
  const mirror = new MirrorKeeper({
    ...parts,
    reader: new UpstreamReader(client, database, client.asker(true)),
    syncEveryMs: config.syncEveryMs,
    slowMs: slowAfterMs(config),
    progress: new Progress(parts.log),
  });
  const { freshForMs, syncEveryMs } = config;
  const fresh = new StaleRefresher({ ...parts, reader, freshForMs, syncEveryMs, keep: mirror.keep });
  return {
    mirror,
    get calls() {
      return client.calls;
    },
    health: () => mirrorHealth(parts, syncEveryMs),
    onlyRegistrar: async (db) => (await readMirror(db))?.registrar_id,
    steps: facadeSteps(() => ({
      freshen: (operation, input, via) => fresh.of(operation, input, via),
      ask: async (operation, input) =>
        questions[operation]?.({ ...parts, reader: reader.forOne(), fresh }, input),
      freshenObjects: (operation, wanted) => fresh.ofObjects(operation, wanted),
      forwarded: (command, input, call) =>
        forwarded({ ...parts, client, reader, keep: mirror.keep }, command, input, call),
    })),
    start: () => mirror.start(),
    stop: async () => {
      // The client is closed first, so that stopping does not wait for a page: the next pass reads it again.
      const stopped = mirror.stop();
      await client.close();
      await stopped;
    },
  };
}

/** Idempotency keys are hashed with it, so every process of this database needs the same one. */
export const withKeptSecret = async (config: Config, { db }: Database): Promise<Config> =>
  config.ownsRegistry
    ? config
    : { ...config, BILLING_SECRET: await initSecret(db, 'billing', config.BILLING_SECRET) };

/** Creates the operator's token in the first process that ever serves this database. */
export async function firstOperatorToken({ config, database }: Services): Promise<string | undefined> {
  if (config.ownsRegistry) return undefined;
  const token = randomHex(32);
  const hash = fingerprint(token);
  return (await initSecret(database.db, 'operator', hash)) === hash
    ? `Operator token, shown only once (zonegraph rotate-secrets replaces it): ${token}\n`
    : undefined;
}

/** Saves the fault at once: /readyz shows it before the next pass. */
function saveUpstreamError({ database, log }: Parts, upstreamError: UpstreamError | undefined): void {
  const { kind, particulars } = upstreamError ?? {};
  if (upstreamError)
    log.warn({ trouble: kind, particulars }, 'the registry keeps failing and is not called for a while');
  else log.warn('the registry answers again');
  saveProgress(database.db, { trouble: upstreamError?.message ?? null }).catch((error: unknown) =>
    log.warn({ err: error }, 'the state of the registry could not be recorded'),
  );
}

/** The one registrar exists from the beginning, so that it can have users; the first pass reads its name. */
async function ensureMirror({ database, config, clock }: Parts): Promise<void> {
  await database.transaction(async (db) => {
    if (await readMirror(db)) return;
    const now = clock.now();
    const { id } = await insertRegistrar(db, {
      code: codeFor(config.username),
      name: config.username,
      created_at: now,
      updated_at: now,
    } as Parameters<typeof insertRegistrar>[1]);
    await openMirror(db, id);
  });
}

interface QuestionParts extends Parts {
  readonly reader: UpstreamReader;
  readonly fresh: StaleRefresher;
}

type Question = (asking: QuestionParts, input: unknown) => Promise<{ readonly value: unknown } | undefined>;

const transferInfo = z.object({
  registrant: reportedTransferContact.nullish(),
  admin_contacts: z.array(reportedTransferContact),
  tech_contacts: z.array(reportedTransferContact),
});

/** Queries that only the registry can answer. */
const questions: Readonly<Record<string, Question>> = {
  'contact.check-code': async ({ reader }, input) => {
    checkTexts(input);
    const { code } = input as { code: string };
    if (!isPathSegment(code)) return refuseWith(failure('PARAMETER_VALUE_SYNTAX'));
    const answer = await reader.get(`/contacts/check/${segment(code)}`);
    // The registry's codes for a contact code that is not valid.
    if (isRefused(answer, 2001, 2004, 2005)) return refuseWith(failure('PARAMETER_VALUE_SYNTAX'));
    const shape = z.object({ contact: z.object({ available: z.boolean() }) });
    return { value: { code, available: parseAnswer(shape, dataOf(answer), 'a check').contact.available } };
  },
  /** Reserved and blocked names are not known: a name without a domain counts as free. */
  'domain.check-names': async ({ reader, database }, input) => {
    const { names } = input as { names: readonly string[] };
    refuseTooMany(names);
    const known = (await allZones(database.db)).map(({ origin }) => origin);
    // A caller that sees no domains gets the same answer for every name as for a missing one.
    let shown: Promise<unknown> | undefined;
    const isFree = async (answer: Envelope): Promise<boolean> => {
      if (isRefused(answer, 2201)) {
        shown ??= reader.domains(1, 0);
        await shown;
      }
      return isRefused(answer, 2303, 2201);
    };
    const check = async (name: string): Promise<NameCheck> => {
      // Zones are known by the domains that are here: without any, the registry knows its own.
      const zones = known.length > 0 ? known : [name.slice(name.indexOf('.') + 1)];
      const parsed = parseDomainName(name, isPathSegment(name) ? zones : []);
      if (!parsed.ok) return notAvailable(name, parsed.failure);
      const answer = await reader.get(`/domains/${segment(name)}`);
      if (await isFree(answer)) return { name, available: true, reason: null, zoneId: null };
      if (!answer.ok && answer.isFromRegistry) return notAvailable(name, answer.failure);
      dataOf(answer);
      return notAvailable(name, { message: inUse });
    };
    return { value: await Promise.all(names.map((name) => check(normaliseLookup(name)))) };
  },
  /**
   * The mirror answers for our own domains. The contacts of another registrar's domain are shown with its transfer
   * code.
   */
  'domain.show-transfer-info': async ({ reader, fresh, database, calendar, clock }, input) => {
    const { name, transferCode } = input as { name: string; transferCode?: string };
    await fresh.of('domain.show', { name });
    const today = calendar.dateOf(clock.now());
    const [domain] = await domainsByName(database.db, [normaliseLookup(name)], today);
    const mirror = await readMirror(database.db);
    if (!domain) return refuseWith(objectDoesNotExist());
    if (domain.registrar_id === mirror?.registrar_id) return undefined;
    const headers = transferCode === undefined ? undefined : { 'auth-code': transferCode };
    checkCodes(headers);
    const answer = await reader.get(`/domains/${segment(name)}/transfer_info`, headers);
    if (!answer.ok) throw new Refusal([answer.failure]);
    const reported = parseAnswer(transferInfo, answer.data, 'transfer info');
    const codes = [reported.registrant, ...reported.admin_contacts, ...reported.tech_contacts].flatMap(
      (one) => one?.code ?? [],
    );
    const rows = new Map((await contactsByCode(database.db, codes)).map((row) => [row.code, row]));
    const shown = ({ name, ...columns }: z.infer<typeof reportedTransferContact>): TransferPerson => {
      const { code, phone, email, ident } = columns;
      const row = rows.get(code);
      // A registry may show only the code and name of a third registrar's contact.
      const isReported = row && [phone, email, ident].some((value) => value !== null);
      // Parts of the address that are not reported are not those of the mirror.
      const whole = isReported
        ? { ...row, ...addressColumns(null), ...columns, name: name ?? row.name }
        : null;
      return { code, name: name ?? row?.name ?? '', whole };
    };
    return {
      value: {
        domain,
        registrant: reported.registrant ? shown(reported.registrant) : undefined,
        admins: reported.admin_contacts.map(shown),
        techs: reported.tech_contacts.map(shown),
      },
    };
  },
};
