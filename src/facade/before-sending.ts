import { type Failure, failure } from '../core/errors.ts';
import { mostRenewedAtOnce } from '../operations/domains/bulk-renew-domains.ts';
import { tooMany } from '../operations/domains/model/bulk-result.ts';
import type { CommandInputs, CommandName } from '../rest/registrar/requests.ts';
import { checkPhone } from '../rules/contact/contact-fields.ts';
import { dnssecFlags } from '../rules/domain/dnssec.ts';
import { registrantNotFound } from '../rules/domain/domain-contacts.ts';
import { type DomainName, normaliseLookup, parseDomainName } from '../rules/domain/domain-name.ts';
import { transferCodeFailure } from '../rules/domain/transfer-code.ts';
import { isBlank } from '../rules/text.ts';
import type { Db } from '../store/driver/pool.ts';
import { contactsByCode } from '../store/registry/contacts.ts';
import type { Before, Key } from './lost-answer-probes.ts';
import { isRefused, type UpstreamReader } from './reader.ts';

interface Parts {
  readonly db: Db;
  readonly reader: UpstreamReader;
}

/** Why it is refused here; or what is known now; undefined: nothing new. */
type Check<I> = (parts: Parts, input: I, before: Before) => Promise<Failure | Before | undefined>;

type Form<I> = (input: I, before: Before) => I;

const longestPhone = 17;
/** So many domains are read at once. */
const batch = 20;

/**
 * What the real registry cannot take (docs/rules/registrar.md#in-front-of-the-real-registry): it answers 500, which tells
 * nothing, or does what nobody wants. It is refused here with the code that it should have had.
 */
export async function checkedBefore<N extends CommandName>(
  parts: Parts,
  operation: N,
  input: CommandInputs[N],
  before: Before,
): Promise<{ readonly refused: Failure } | { readonly before: Before }> {
  const found = (await checks[operation]?.(parts, input, before)) ?? before;
  return 'resultCode' in found ? { refused: found } : { before: found };
}

/** In a form that it can take: each name once and none that is not ours, and names of new domains in Unicode. */
export const inItsForm = <N extends CommandName>(
  operation: N,
  input: CommandInputs[N],
  before: Before,
): CommandInputs[N] => forms[operation]?.(input, before) ?? input;

const phone = async (
  _: Parts,
  { phone = '' }: { phone?: string | undefined },
): Promise<Failure | undefined> => (phone.length > longestPhone ? checkPhone(phone) : undefined);

/** 0 is no key that signs anything, and is taken there. */
const flagsTaken = ['0', ...dnssecFlags.map(String)];
const keys = (given: readonly Key[] = []): Failure | undefined =>
  given.every(({ flags }) => flagsTaken.includes(String(flags).trim()))
    ? undefined
    : failure('PARAMETER_VALUE_SYNTAX', `Valid flags are: ${dnssecFlags.join(', ')} [flags]`, {
        path: ['dnssecKeys'],
      });

/** Of the punycode of a name that it has, it charges and answers 500: what does not decode is no name. */
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

/** The registry knows them by exactly these letters; contacts of others may be registrants too, and only their codes are reported. */
async function registrant({ db, reader }: Parts, code: string): Promise<Failure | undefined> {
  const known = await contactsByCode(db, [code]);
  if (known.some((one) => one.code === code)) return undefined;
  if (code !== code.toUpperCase()) return registrantNotFound();
  const answer = await reader.get(`/contacts/check/${encodeURIComponent(code)}`);
  const reported = answer.ok
    ? (answer.data as { contact?: { available?: unknown } }).contact?.available
    : false;
  return reported === true || isRefused(answer, 2001, 2004, 2005) ? registrantNotFound() : undefined;
}

interface Names {
  readonly names: readonly string[];
}

const each = (names: readonly string[]): DomainName[] => [...new Set(names.map(normaliseLookup))];

/** When those that are ours expire, as the registry says now. */
async function ownExpiries(
  reader: UpstreamReader,
  names: readonly DomainName[],
): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  for (let from = 0; from < names.length; from += batch) {
    const some = names.slice(from, from + batch);
    for (const there of await Promise.all(some.map((name) => reader.domain(name))))
      if (there?.transferCode !== undefined) own.set(there.name, there.columns.expires_at.toISOString());
  }
  return own;
}

/** It renews whatever it is given, for whoever asks, and charges for it. */
async function bulkRenewal({ reader }: Parts, input: Names, before: Before): Promise<Failure | Before> {
  const names = each(input.names);
  if (names.length > mostRenewedAtOnce) return tooMany(mostRenewedAtOnce, 'names');
  const own = await ownExpiries(reader, names);
  const stranger = names.find((name) => !own.has(name));
  return stranger === undefined
    ? { ...before, expiries: Object.fromEntries(own) }
    : failure('OBJECT_STATUS_PROHIBITS', `Object does not exist: ${stranger}`, { path: ['names'] });
}

/** Names that are not ours are left out, and reported as such. */
async function ofOwn(
  { reader }: Parts,
  input: { readonly names?: readonly string[] | undefined },
  before: Before,
): Promise<Before> {
  const unmet = each(input.names ?? []).filter((name) => !(name in before.expiries));
  const own = await ownExpiries(reader, unmet);
  return { ...before, unsent: unmet.filter((name) => !own.has(name)) };
}

const checks: { readonly [N in CommandName]?: Check<CommandInputs[N]> } = {
  'contact.create': phone,
  'contact.update': phone,
  'domain.register': registration,
  'domain.update': async (_, { transferCode, dnssecKeys = [] }) =>
    transferCodeFailure(transferCode) ?? keys(dnssecKeys.map(({ key }) => key)),
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
    // The first of each.
    transfers: [
      ...new Map(input.transfers.toReversed().map((one) => [normaliseLookup(one.name), one])).values(),
    ].toReversed(),
  }),
};
