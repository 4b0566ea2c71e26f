import { isDeepStrictEqual } from 'node:util';
import { addressIn, type ContactAddress, contact } from '../../registry/entities/contact.ts';
import { domain as domainEntity } from '../../registry/entities/domain.ts';
import type { Entity } from '../../registry/entities/entity.ts';
import { changedAddress } from '../../registry/rules/contact/contact-address.ts';
import { type DomainName, normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import { normaliseHostname } from '../../registry/rules/domain/nameserver.ts';
import type { MirroredContact, MirroredDomain } from './operations/model/mirrored.ts';
import { clocksDifferMs, type UpstreamReader } from './reader.ts';
import type { CommandInputs, CommandName } from './requests.ts';

/** The state before a change was sent. If its answer is lost, the state afterwards is compared with it. */
export type Before = {
  /** The moment at which it was noted. */
  readonly at: string;
  /** The time of the newest movement on the account. */
  readonly movedAt: string | null;
  /** The expiries of our domains among those that the change names. */
  readonly expiries: { readonly [name: string]: string };
  /** The domains among them that were waiting for a confirmation by the registrant. */
  readonly waiting: readonly string[];
  /** Codes of contacts that already had the name, e-mail address and ident code of the new one. */
  readonly alike: readonly string[];
  /** Our domains that had the contact or nameserver that a bulk change replaces or adds. */
  readonly on?: readonly string[];
  /** The code that we chose and sent for a new contact whose caller gave none: the contact can be found by it. */
  readonly madeCode?: string;
  /** The postal address of the contact that it changes. */
  readonly address?: ContactAddress;
  /** The change is sent with its idempotency key: the registry itself knows whether it was done. */
  readonly keyed: boolean;
  /** The change may have been sent: from then on it is sent again only with a key that the registry knows. */
  readonly isSent: boolean;
  /** The names that were left out of the request, because they are not domains of ours. */
  readonly unsent?: readonly string[];
};

/** The reads that a probe needs: some of them are answered from what was read just before. */
export type ProbeReader = Pick<
  UpstreamReader,
  'domain' | 'contact' | 'newestContacts' | 'isNotificationUnread'
>;

export interface Answer {
  readonly code: number;
  readonly data: unknown;
  readonly details?: unknown;
  readonly outcome?: string;
}

/**
 * Finds out whether a change was made whose answer was lost. Returns the answer that it would have had; undefined if
 * nothing of the change is there; `unknown` if the objects cannot show whether it was made.
 */
export type Probe<I> = (
  reader: ProbeReader,
  input: I,
  before: Before,
) => Promise<Answer | 'unknown' | undefined>;

/** Finds out to which of its domains a bulk change was made whose answer was lost. */
export interface BulkProbe<I> {
  /** The word for the change, in messages. */
  readonly verb: 'renewed' | 'transferred' | 'changed';
  readonly names: (input: I, before: Before) => readonly string[];
  /**
   * Tells whether the change was made to this domain; undefined if that cannot be seen, or the domain was never part
   * of it.
   */
  readonly became: (domain: MirroredDomain, input: I, before: Before) => boolean | undefined;
  /** The answer for a change that was made to all of these. */
  readonly answer: (names: readonly string[]) => Answer;
}

const done: Answer = { code: 1000, data: {} };
const pending: Answer = { code: 1001, data: {} };

export interface OfDomain {
  readonly name: string;
}

/** A probe that compares the domain as it is now. */
const domain =
  <I extends OfDomain>(
    look: (domain: MirroredDomain, input: I, before: Before) => Answer | boolean,
  ): Probe<I> =>
  async (reader, input, before) => {
    const there = await reader.domain(normaliseLookup(input.name));
    const seen = there && look(there, input, before);
    return seen === true ? done : seen || undefined;
  };

/** Tells whether the domain is ours: only the sponsor gets the code. */
const isOurs = ({ transferCode }: MirroredDomain): boolean => transferCode !== undefined;
const wasOurs = ({ name }: MirroredDomain, { expiries }: Before): boolean => name in expiries;
const isCode = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

interface Link {
  readonly code: string;
  readonly role: 'admin' | 'tech';
}
const hasLink =
  ({ admins, techs }: MirroredDomain) =>
  ({ code, role }: Link): boolean =>
    (role === 'admin' ? admins : techs).some((one) => isCode(one.code, code));

/** Tells whether the domain has all of these contacts, and no others. */
const hasLinks = (there: MirroredDomain, wanted: readonly Link[]): boolean =>
  wanted.every(hasLink(there)) &&
  there.admins.length + there.techs.length ===
    new Set(wanted.map(({ code, role }) => `${role} ${code}`)).size;

export interface Key {
  readonly flags: number | string;
  readonly protocol: number | string;
  readonly alg: number | string;
  readonly publicKey: string;
}
const hasKey =
  ({ keys }: MirroredDomain) =>
  (wanted: Key): boolean =>
    keys.some(
      (key) =>
        key.publicKey === wanted.publicKey &&
        (['flags', 'protocol', 'alg'] as const).every((part) => Number(key[part]) === Number(wanted[part])),
    );

interface Host {
  readonly hostname: string;
  readonly ipv4?: readonly string[] | undefined;
  readonly ipv6?: readonly string[] | undefined;
}
const sameAddresses = (there: readonly string[], wanted: readonly string[] | undefined): boolean =>
  wanted === undefined ||
  there
    .map((one) => one.toUpperCase())
    .sort()
    .join() ===
    wanted
      .map((one) => one.trim().toUpperCase())
      .sort()
      .join();

const hasHost =
  ({ nameservers }: MirroredDomain) =>
  ({ hostname, ipv4, ipv6 }: Host): boolean =>
    nameservers.some(
      (one) =>
        one.hostname === normaliseHostname(hostname) &&
        sameAddresses(one.ipv4, ipv4) &&
        sameAddresses(one.ipv6, ipv6),
    );

interface Part {
  readonly action: 'add' | 'remove';
}
/**
 * Tells whether all added parts are there, and all removed parts are gone, unless the same change adds them again.
 */
function isChanged<T>(
  parts: readonly (Part & T)[],
  has: (one: T) => boolean,
  nameOf: (one: T) => string,
  present: readonly string[],
): boolean {
  const added = parts.filter(({ action }) => action === 'add');
  const names = new Set(added.map(nameOf));
  const removed = parts.filter(({ action }) => action === 'remove').map(nameOf);
  return added.every(has) && !removed.some((name) => !names.has(name) && present.includes(name));
}

/**
 * Returns for each plain value that was asked for whether it is there. Values that the registry does not report are
 * left out.
 */
const plainSeen = ({ declared }: Entity, row: object, wanted: Readonly<Record<string, unknown>>): boolean[] =>
  Object.entries(wanted).flatMap(([field, value]) => {
    const column = declared.find(({ name }) => name === field)?.column ?? field;
    const reported: unknown = Reflect.get(row, column);
    if (value === undefined || reported === undefined) return [];
    return [reported === value || (typeof value === 'string' && reported === value.trim())];
  });

/** Compares each part of the change that can be seen: the registry makes all of a change or nothing. */
function updateIn(
  there: MirroredDomain,
  wanted: CommandInputs['domain.update'],
  { waiting }: Before,
): Answer | boolean {
  const { name: _, registrant, contacts, nameservers, dnssecKeys, ...plain } = wanted;
  const isHandedOver = registrant && isCode(there.registrant.code, registrant.code);
  // While a new registrant is pending, all other parts of the change are too.
  if (registrant && !isHandedOver)
    return there.statuses.includes('pendingUpdate') && !waiting.includes(there.name) && pending;
  const seen = [
    registrant && isHandedOver,
    // A new registrant brings a new transfer code, even if the change asked for a certain one.
    ...plainSeen(
      domainEntity,
      { ...there, ...(!registrant && { transfer_code: there.transferCode }) },
      plain,
    ),
    contacts && hasLinks(there, contacts),
    nameservers &&
      isChanged(
        nameservers,
        ({ nameserver }) => hasHost(there)(nameserver),
        ({ nameserver }) => normaliseHostname(nameserver.hostname),
        there.nameservers.map(({ hostname }) => hostname),
      ),
    dnssecKeys &&
      isChanged(
        dnssecKeys,
        ({ key }) => hasKey(there)(key),
        ({ key }) => key.publicKey,
        there.keys.map(({ publicKey }) => publicKey),
      ),
  ].filter((part) => part !== undefined);
  return seen.length > 0 && seen.every(Boolean);
}

const days = 24 * 3_600_000;
const isWellAfter = (expiresAt: Date, day: string): boolean =>
  expiresAt.getTime() - Date.parse(day) > 3 * days;
const isLater = (expiresAt: Date, before: string | undefined): boolean =>
  before !== undefined && expiresAt.getTime() > new Date(before).getTime();

const newest = 200;
const earliestSince = ({ at }: Before): number => new Date(at).getTime() - clocksDifferMs;

/** A code without the registrar's, which the registry puts before it. */
const ownPart = (code: string): string => code.slice(code.indexOf(':') + 1);
const isCalled = ({ code }: MirroredContact, wanted: string | undefined): boolean =>
  !wanted || isCode(code, wanted) || isCode(ownPart(code), wanted);

const isNewestFirst = (rows: readonly MirroredContact[]): boolean =>
  rows.every(({ created_at }, index) => {
    const before = rows[index - 1]?.created_at;
    return !created_at || !before || before >= created_at;
  });

/** The registry adds a prefix to the code. So the contact is searched among the newest, by its values. */
const newContact: Probe<CommandInputs['contact.create']> = async (
  reader,
  { name, email, ident, code: given },
  before,
) => {
  const code = given || before.madeCode;
  const earliest = earliestSince(before);
  const { rows, length, count } = await reader.newestContacts(newest);
  const isNew = ({ created_at }: MirroredContact): boolean => !created_at || created_at.getTime() >= earliest;
  const found = rows.filter(
    (one) =>
      isNew(one) &&
      !before.alike.includes(one.code) &&
      one.name === name.trim() &&
      one.email === email.trim() &&
      one.ident === ident.code.trim() &&
      isCalled(one, code),
  );
  const [only] = found;
  if (only && found.length === 1) return { code: 1000, data: { contact: { code: only.code } } };
  const oldest = rows.at(-1);
  const reachesBack = isNewestFirst(rows) && oldest !== undefined && !isNew(oldest);
  // Unknown: several contacts fit, or the new one may be on a later page (all of these are new, or not sorted by age).
  return found.length > 1 || (length < count && !reachesBack) ? 'unknown' : undefined;
};

/** A bulk change that each domain gets as a whole, or not at all. */
const changedEverywhere = <I extends { readonly names?: readonly string[] | undefined }>(
  became: (domain: MirroredDomain, input: I, on: readonly string[]) => boolean | undefined,
): BulkProbe<I> => ({
  verb: 'changed',
  names: ({ names }, { on = [] }) => names ?? on,
  became: (there, input, { on = [] }) => isOurs(there) && became(there, input, on),
  answer: (names) => ({ code: 1000, data: { affected_domains: names, skipped_domains: [] } }),
});

interface Replaced {
  readonly names?: readonly string[] | undefined;
  readonly currentContact: string;
  readonly newContact: string;
}
const replacedContact = (role: Link['role']) =>
  changedEverywhere((there, { currentContact, newContact }: Replaced) => {
    const has = hasLink(there);
    if (has({ code: currentContact, role })) return false;
    return has({ code: newContact, role }) || undefined;
  });

export const probes: { readonly [N in CommandName]?: Probe<CommandInputs[N]> } = {
  'contact.create': newContact,
  'contact.update': async (reader, { code, ident: _, address: wanted, ...plain }) => {
    const there = await reader.contact(code);
    // A change of the ident alone cannot be seen.
    if (wanted === undefined && Object.values(plain).every((value) => value === undefined)) return 'unknown';
    const address = there ? addressIn(there) : null;
    const isChanged =
      there &&
      plainSeen(contact, there, plain).every(Boolean) &&
      isDeepStrictEqual(changedAddress(address, wanted), address);
    return isChanged ? done : undefined;
  },
  'contact.delete': async (reader, { code }) =>
    (await reader.contact(code)) === undefined ? done : undefined,
  // The time of creation counts too: the mirror may not have read a domain yet that was ours before.
  'domain.register': domain(
    (there, { registrant }, before) =>
      isOurs(there) &&
      !wasOurs(there, before) &&
      there.created_at.getTime() >= earliestSince(before) &&
      isCode(there.registrant.code, registrant),
  ),
  // The registry renews a domain only if it expires on the given day: one with a later expiry before was not renewed.
  'domain.renew': domain(
    ({ name, expires_at }, { expiresOn = '' }, { expiries }) =>
      isWellAfter(expires_at, expiresOn) && !isWellAfter(new Date(expiries[name] ?? expiresOn), expiresOn),
  ),
  'domain.update': domain(updateIn),
  'domain.delete': domain(({ statuses }) =>
    statuses.includes('pendingDeleteConfirmation') ? pending : statuses.includes('pendingDelete'),
  ),
  'domain.transfer': domain((there, _, before) => isOurs(there) && !wasOurs(there, before)),
  'domain.add-contacts': domain((there, { contacts }) => contacts.every(hasLink(there))),
  'domain.remove-contacts': domain((there, { contacts }) => !contacts.some(hasLink(there))),
  'domain.add-nameservers': domain((there, { nameservers }) => nameservers.every(hasHost(there))),
  'domain.remove-nameserver': domain((there, { hostname }) => !hasHost(there)({ hostname })),
  'domain.add-dnssec-keys': domain((there, { dnssecKeys }) => dnssecKeys.every(hasKey(there))),
  'domain.remove-dnssec-keys': domain((there, { dnssecKeys }) => !dnssecKeys.some(hasKey(there))),
  'domain.set-client-hold': domain(({ statuses }) => statuses.includes('clientHold')),
  'domain.remove-client-hold': domain(({ statuses }) => !statuses.includes('clientHold')),
  'notification.acknowledge': async (reader, { id }) =>
    (await reader.isNotificationUnread(id)) ? undefined : done,
};

export const bulkProbes: { readonly [N in CommandName]?: BulkProbe<CommandInputs[N]> } = {
  'domain.bulk-transfer': {
    verb: 'transferred',
    names: ({ transfers }) => transfers.map(({ name }) => name),
    became: (there, _, before) => isOurs(there) && !wasOurs(there, before),
    answer: (names) => ({
      code: 1000,
      data: { success: names.map((name) => ({ domain_name: name })), failed: [] },
    }),
  },
  'domain.replace-tech-contact': replacedContact('tech'),
  'domain.replace-admin-contact': replacedContact('admin'),
  'domain.replace-nameserver': changedEverywhere((there, { hostname, newNameserver }, on) => {
    const isSame = normaliseHostname(hostname) === normaliseHostname(newNameserver.hostname);
    if (!isSame && hasHost(there)({ hostname })) return false;
    // Otherwise the domain may have had the new one before.
    return (on.includes(there.name) && hasHost(there)(newNameserver)) || undefined;
  }),
  'domain.add-nameserver-in-bulk': changedEverywhere(
    (there, { newNameserver }, on) => hasHost(there)(newNameserver) && !on.includes(there.name),
  ),
  'domain.bulk-renew': {
    verb: 'renewed',
    names: ({ names }) => names,
    // Without the old expiry, nobody can tell.
    became: ({ name, expires_at }, _, { expiries }) =>
      expiries[name] === undefined ? undefined : isLater(expires_at, expiries[name]),
    answer: (names) => ({ code: 1000, data: { updated_domains: names } }),
  },
};

type AnyInput = CommandInputs[CommandName];

/** The list of names that a command is given; undefined: it has none. */
export const namesIn = (input: AnyInput): readonly string[] | undefined =>
  'names' in input ? input.names : undefined;

/** Names of the domains that a command is about. The name of a contact is among them too, and matches no domain. */
export const domainsIn = (input: AnyInput): DomainName[] =>
  [
    ...('name' in input && input.name !== undefined ? [input.name] : []),
    ...(namesIn(input) ?? []),
    ...('transfers' in input ? input.transfers.map(({ name }) => name) : []),
  ].map(normaliseLookup);
