import { type Failure, failure, fieldFailure, objectDoesNotExist } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { isPathSegment } from '../../base/text.ts';
import { mostRenewedAtOnce } from '../../registry/operations/domains/bulk-renew-domains.ts';
import {
  refusedRows,
  rowsUnlessUnknown,
  tooMany,
  unknownDomain,
} from '../../registry/operations/domains/model/bulk-result.ts';
import { checkPhone, longestPhone } from '../../registry/rules/contact/contact-fields.ts';
import { deletionForbiddenBy } from '../../registry/rules/domain/allowed-actions.ts';
import { dnssecFlags } from '../../registry/rules/domain/dnssec.ts';
import { registrantNotFound } from '../../registry/rules/domain/domain-contacts.ts';
import {
  type DomainName,
  normaliseLookup,
  parseDomainName,
} from '../../registry/rules/domain/domain-name.ts';
import { transferCodeFailure } from '../../registry/rules/domain/transfer-code.ts';
import type { LegalDocument } from '../../registry/rules/legal-document.ts';
import { isBlank } from '../../registry/rules/text.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { contactsByCode } from '../../registry/store/registry/contacts.ts';
import type { Before, Key, OfDomain } from './lost-answer-probes.ts';
import { isPossibleCode, isPossibleName, isRefused, type UpstreamReader } from './reader.ts';
import { type CommandInputs, type CommandName, segment } from './requests.ts';

interface Parts {
  readonly db: Db;
  readonly reader: UpstreamReader;
}

/** Returns why the command is refused here, or what is known now; undefined if there is nothing new. */
type Check<I> = (parts: Parts, input: I, before: Before) => Promise<Failure | Before | undefined>;

type Form<I> = (input: I, before: Before) => I;

/** The number of domains that are read at the same time. */
const batch = 20;

/**
 * Refuses input that the real registry cannot handle (docs/rules/registrar.md#in-front-of-the-real-registry): it
 * answers 500, which explains nothing, or does harm. The refusal has the code that the registry should have used.
 */
export async function checkedBefore<N extends CommandName>(
  parts: Parts,
  operation: N,
  input: CommandInputs[N],
  before: Before,
): Promise<{ readonly refused: Failure } | { readonly before: Before }> {
  const found = tooLong(operation, input) ?? (await checks[operation]?.(parts, input, before)) ?? before;
  return 'resultCode' in found ? { refused: found } : { before: found };
}

/** The input in a form that the registry can handle: each name once, only our own, and new domains in Unicode. */
export const adaptInput = <N extends CommandName>(
  operation: N,
  input: CommandInputs[N],
  before: Before,
): CommandInputs[N] => forms[operation]?.(input, before) ?? input;

/** No object can have such a name or code, and the registry fails for it: refused as our own registry does. */
function tooLong(operation: CommandName, input: CommandInputs[CommandName]): Failure | undefined {
  if ('code' in input && operation !== 'contact.create' && !isPossibleCode(String(input.code)))
    return objectDoesNotExist();
  if (!operation.startsWith('domain.')) return undefined;
  if ('transfers' in input && !input.transfers.some(({ name }) => isPossibleName(name)))
    return objectDoesNotExist();
  if (!('name' in input) || isPossibleName(String(input.name))) return undefined;
  const name = normaliseLookup(String(input.name));
  const parsed = parseDomainName(name, isPathSegment(name) ? [name.slice(name.indexOf('.') + 1)] : []);
  return operation === 'domain.register' && !parsed.ok ? parsed.failure : objectDoesNotExist();
}

const longestDocument = limit(
  'characters of the base64 of a legal document that is sent on',
  8 * 1024 * 1024,
  'The limit of the registry behind it.',
);

/** Refused before it is sent: the registry would refuse it, or drop the connection half way. */
export const documentFailure = (document: LegalDocument | undefined): Failure | undefined =>
  document && Math.ceil(document.bytes.length / 3) * 4 > longestDocument
    ? fieldFailure(
        'DATA_MANAGEMENT_POLICY',
        'Data management policy violation: Legal document size must be between 3 KB and 6.3 MB at the upstream registry',
        'legal_document',
      )
    : undefined;

const phone = async (
  _: Parts,
  { phone = '' }: { phone?: string | undefined },
): Promise<Failure | undefined> => (phone.length > longestPhone ? checkPhone(phone) : undefined);

/** The registry accepts 0 too, although such a key signs nothing. */
const flagsTaken = ['0', ...dnssecFlags.map(String)];
const keys = (given: readonly Key[] = []): Failure | undefined =>
  given.every(({ flags }) => flagsTaken.includes(String(flags).trim()))
    ? undefined
    : failure('PARAMETER_VALUE_SYNTAX', `Valid flags are: ${dnssecFlags.join(', ')} [flags]`, {
        path: ['dnssecKeys'],
      });

/**
 * Checks a registration. For the punycode of a registered name the registry charges and answers 500: names are sent
 * in Unicode, and punycode that cannot be decoded is refused here.
 */
async function registration(
  parts: Parts,
  input: CommandInputs['domain.register'],
): Promise<Failure | undefined> {
  const name = normaliseLookup(input.name);
  const spelt = name.startsWith('xn--')
    ? parseDomainName(name, [name.slice(name.indexOf('.') + 1)])
    : undefined;
  if (spelt && !spelt.ok) return spelt.failure;
  return keys(input.dnssecKeys) ?? registrant(parts, input.registrant);
}

/**
 * Codes are case-sensitive at the registry. Another registrar's contact may be the registrant too; the registry reports
 * only whether its code is in use.
 */
async function registrant({ db, reader }: Parts, code: string): Promise<Failure | undefined> {
  const known = await contactsByCode(db, [code]);
  if (known.some((one) => one.code === code)) return undefined;
  if (code !== code.toUpperCase() || !isPossibleCode(code)) return registrantNotFound();
  const answer = await reader.get(`/contacts/check/${segment(code)}`);
  const reported = answer.ok
    ? (answer.data as { contact?: { available?: unknown } }).contact?.available
    : false;
  return reported === true || isRefused(answer, 2001, 2004, 2005) ? registrantNotFound() : undefined;
}

interface Names {
  readonly names: readonly string[];
}

const each = (names: readonly string[]): DomainName[] => [...new Set(names.map(normaliseLookup))];

/** Reads the expiry of our own domains among these from the registry. */
async function ownExpiries(
  reader: UpstreamReader,
  names: readonly DomainName[],
): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  for (let from = 0; from < names.length; from += batch) {
    const some = names.slice(from, from + batch);
    for (const there of await Promise.all(some.map((name) => reader.domain(name))))
      if (there?.transferCode !== undefined) own.set(there.name, there.expires_at.toISOString());
  }
  return own;
}

/**
 * The registry renews any registrar's domain and charges the caller: a request with a domain that is not ours is
 * refused.
 */
async function bulkRenewal({ reader }: Parts, input: Names, before: Before): Promise<Failure | Before> {
  const names = each(input.names);
  if (names.length > mostRenewedAtOnce) return tooMany(mostRenewedAtOnce, 'names');
  const own = await ownExpiries(reader, names);
  const isOwn = (name: string) => own.has(normaliseLookup(name));
  const stranger = names.find((name) => !isOwn(name));
  return stranger === undefined
    ? { ...before, expiries: Object.fromEntries(own) }
    : refusedRows(unknownDomain(stranger), rowsUnlessUnknown(input.names, isOwn));
}

/** Names that are not ours are not sent, and are reported as missing. */
async function ofOwn(
  { reader }: Parts,
  input: { readonly names?: readonly string[] | undefined },
  before: Before,
): Promise<Before> {
  const unmet = each(input.names ?? []).filter((name) => !(name in before.expiries));
  const own = await ownExpiries(reader, unmet);
  return { ...before, unsent: unmet.filter((name) => !own.has(name)) };
}

/** While something is under way with a domain, the registry answers that it is deleted, and does nothing. */
async function deletion({ reader }: Parts, input: OfDomain): Promise<Failure | undefined> {
  const there = await reader.domain(normaliseLookup(input.name));
  return there?.transferCode === undefined ? undefined : deletionForbiddenBy(there.statuses)[0];
}

const checks: { readonly [N in CommandName]?: Check<CommandInputs[N]> } = {
  'contact.create': phone,
  'contact.update': phone,
  'domain.register': registration,
  'domain.update': async (_, { transferCode, dnssecKeys = [] }) =>
    transferCodeFailure(transferCode) ?? keys(dnssecKeys.map(({ key }) => key)),
  'domain.delete': deletion,
  'domain.add-dnssec-keys': async (_, { dnssecKeys }) => keys(dnssecKeys),
  'domain.bulk-renew': bulkRenewal,
  'domain.replace-nameserver': ofOwn,
  'domain.add-nameserver-in-bulk': ofOwn,
};

const sentOnce = <I extends { readonly names?: string[] | undefined }>(
  input: I,
  { unsent = [] }: Before,
): I => ({
  ...input,
  ...(input.names && { names: each(input.names).filter((name) => !unsent.includes(name)) }),
});

const forms: { readonly [N in CommandName]?: Form<CommandInputs[N]> } = {
  'domain.register': ({ transferCode, ...input }) => ({
    ...input,
    ...(!isBlank(transferCode ?? '') && { transferCode }),
    name: normaliseLookup(input.name),
  }),
  'domain.bulk-renew': sentOnce,
  'domain.replace-nameserver': sentOnce,
  'domain.add-nameserver-in-bulk': sentOnce,
  'domain.bulk-transfer': (input) => ({
    ...input,
    // Of several transfers of one name, the first counts.
    transfers: [
      ...new Map(input.transfers.toReversed().map((one) => [normaliseLookup(one.name), one])).values(),
    ]
      .toReversed()
      .filter(({ name }) => isPossibleName(name)),
  }),
};
