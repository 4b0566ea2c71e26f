import { isDeepStrictEqual } from 'node:util';
import { addressIn, type ContactAddress, contact } from '../entities/contact.ts';
import { domain as domainEntity } from '../entities/domain.ts';
import type { Entity } from '../entities/entity.ts';
import type { MirroredContact, MirroredDomain } from '../operations/mirror/model/mirrored.ts';
import type { CommandInputs, CommandName } from '../rest/registrar/requests.ts';
import { changedAddress } from '../rules/contact/contact-address.ts';
import { type DomainName, normaliseLookup } from '../rules/domain/domain-name.ts';
import { normaliseHostname } from '../rules/domain/nameserver.ts';
import { clocksDifferMs, type UpstreamReader } from './reader.ts';

/** What was known before a change was sent: what a lost answer is looked for with. */
export type Before = {
  /** When it was noted. */
  readonly at: string;
  /** Of the newest movement of money. */
  readonly movedAt: string | null;
  /** Expiry of the domains of ours that it is about. */
  readonly expiries: { readonly [name: string]: string };
  /** Those of them that waited for their registrant's word. */
  readonly waiting: readonly string[];
  /** Codes of contacts that are what a new one shall be. */
  readonly alike: readonly string[];
  /** Domains of ours on which stood what a change of many replaces or adds. */
  readonly on?: readonly string[];
  /** Of a contact that was to get one of the registry's making, and is sent with one of ours instead: it can be looked up. */
  readonly madeCode?: string;
  /** The postal address of the contact that it changes. */
  readonly address?: ContactAddress;
  /** It is sent with its key: whether it was done, the registry itself knows. */
  readonly keyed: boolean;
  /** It may have been sent: from then on it goes out again only under a key that the registry knows. */
  readonly isSent: boolean;
  /** Names that were given and not sent: they are no domains of ours. */
  readonly unsent?: readonly string[];
};

/** What there is to see, by whoever has looked. */
export type Seen = Pick<UpstreamReader, 'domain' | 'contact' | 'newestContacts' | 'isNotificationUnread'>;

export interface Answer {
  readonly code: number;
  readonly data: unknown;
  readonly details?: unknown;
  readonly outcome?: string;
}

/**
 * Looks whether a change was made whose answer was lost: the answer that it would have had; undefined: nothing of it is
 * to be seen; `unknown`: nobody can tell.
 */
export type Find<I> = (reader: Seen, input: I, before: Before) => Promise<Answer | 'unknown' | undefined>;

/** The same for a change of many, which may have been made to some of them. */
export interface FindEach<I> {
  /** What it does to each. */
  readonly verb: 'renewed' | 'transferred' | 'changed';
  readonly names: (input: I, before: Before) => readonly string[];
  /** Whether it was done to this one; undefined: nobody can tell, or it is none of its business. */
  readonly became: (domain: MirroredDomain, input: I, before: Before) => boolean | undefined;
  /** What is answered when it was done to all of these. */
  readonly answer: (names: readonly string[]) => Answer;
}

const done: Answer = { code: 1000, data: {} };
const pending: Answer = { code: 1001, data: {} };

export interface OfDomain {
  readonly name: string;
}

/** By what the domain is now. */
const domain =
  <I extends OfDomain>(
    look: (domain: MirroredDomain, input: I, before: Before) => Answer | boolean,
  ): Find<I> =>
  async (reader, input, before) => {
    const there = await reader.domain(normaliseLookup(input.name));
    const seen = there && look(there, input, before);
    return seen === true ? done : seen || undefined;
  };

/** Only the sponsor gets the code. */
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

/** All contacts that the domain shall have, and no others. */
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
/** What is added must be there as it was asked for, what is removed must not be, unless the same change adds it again. */
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

/** Whether each plain value that was asked for is there; what the registry does not report cannot be seen. */
const plainSeen = ({ declared }: Entity, row: object, wanted: Readonly<Record<string, unknown>>): boolean[] =>
  Object.entries(wanted).flatMap(([field, value]) => {
    const column = declared.find(({ name }) => name === field)?.column ?? field;
    const reported: unknown = Reflect.get(row, column);
    if (value === undefined || reported === undefined) return [];
    return [reported === value || (typeof value === 'string' && reported === value.trim())];
  });

/** Each part of a change that can be seen; a change happens as a whole or not at all. */
function updateIn(
  there: MirroredDomain,
  wanted: CommandInputs['domain.update'],
  { waiting }: Before,
): Answer | boolean {
  const { name: _, registrant, contacts, nameservers, dnssecKeys, ...plain } = wanted;
  const isHandedOver = registrant && isCode(there.registrant.code, registrant.code);
  // It waits with everything else that it asked for.
  if (registrant && !isHandedOver)
    return there.columns.statuses.includes('pendingUpdate') && !waiting.includes(there.name) && pending;
  const seen = [
    registrant && isHandedOver,
    // Another registrant comes with another code, whatever was asked for.
    ...plainSeen(
      domainEntity,
      { ...there.columns, ...(!registrant && { transfer_code: there.transferCode }) },
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

/** The registry puts something before its code: it is found among the newest by what was asked for. */
const newContact: Find<CommandInputs['contact.create']> = async (
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
  // Several that may be it, or it may be beyond the page: all of these are new, or in another order.
  return found.length > 1 || (length < count && !reachesBack) ? 'unknown' : undefined;
};

/** Each gets it or stays as it was. */
const changedEverywhere = <I extends { readonly names?: readonly string[] | undefined }>(
  became: (domain: MirroredDomain, input: I, on: readonly string[]) => boolean | undefined,
): FindEach<I> => ({
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

export const finds: { readonly [N in CommandName]?: Find<CommandInputs[N]> } = {
  'contact.create': newContact,
  'contact.update': async (reader, { code, ident: _, address: wanted, ...plain }) => {
    const there = await reader.contact(code);
    // Of an ident alone, nobody can tell.
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
  // The mirror may not have met yet what was ours before.
  'domain.register': domain(
    (there, { registrant }, before) =>
      isOurs(there) &&
      !wasOurs(there, before) &&
      there.columns.created_at.getTime() >= earliestSince(before) &&
      isCode(there.registrant.code, registrant),
  ),
  // The registry renews only what expires on the day that was given: what expired later before is not renewed.
  'domain.renew': domain(
    ({ name, columns: { expires_at } }, { expiresOn }, { expiries }) =>
      isWellAfter(expires_at, expiresOn) && !isWellAfter(new Date(expiries[name] ?? expiresOn), expiresOn),
  ),
  'domain.update': domain(updateIn),
  'domain.delete': domain(({ columns: { statuses } }) =>
    statuses.includes('pendingDeleteConfirmation') ? pending : statuses.includes('pendingDelete'),
  ),
  'domain.transfer': domain((there, _, before) => isOurs(there) && !wasOurs(there, before)),
  'domain.add-contacts': domain((there, { contacts }) => contacts.every(hasLink(there))),
  'domain.remove-contacts': domain((there, { contacts }) => !contacts.some(hasLink(there))),
  'domain.add-nameservers': domain((there, { nameservers }) => nameservers.every(hasHost(there))),
  'domain.remove-nameserver': domain((there, { hostname }) => !hasHost(there)({ hostname })),
  'domain.add-dnssec-keys': domain((there, { dnssecKeys }) => dnssecKeys.every(hasKey(there))),
  'domain.remove-dnssec-keys': domain((there, { dnssecKeys }) => !dnssecKeys.some(hasKey(there))),
  'domain.set-client-hold': domain(({ columns: { statuses } }) => statuses.includes('clientHold')),
  'domain.remove-client-hold': domain(({ columns: { statuses } }) => !statuses.includes('clientHold')),
  'notification.acknowledge': async (reader, { id }) =>
    (await reader.isNotificationUnread(id)) ? undefined : done,
};

export const findsEach: { readonly [N in CommandName]?: FindEach<CommandInputs[N]> } = {
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
    // It may have had the new one all along.
    return (on.includes(there.name) && hasHost(there)(newNameserver)) || undefined;
  }),
  'domain.add-nameserver-in-bulk': changedEverywhere(
    (there, { newNameserver }, on) => hasHost(there)(newNameserver) && !on.includes(there.name),
  ),
  'domain.bulk-renew': {
    verb: 'renewed',
    names: ({ names }) => names,
    // Of what was not known before, nobody can tell.
    became: ({ name, columns: { expires_at } }, _, { expiries }) =>
      expiries[name] === undefined ? undefined : isLater(expires_at, expiries[name]),
    answer: (names) => ({ code: 1000, data: { updated_domains: names } }),
  },
};

type AnyInput = CommandInputs[CommandName];

/** The list of names that a command is given; undefined: it has none. */
export const namesIn = (input: AnyInput): readonly string[] | undefined =>
  'names' in input ? input.names : undefined;

/** Names of the domains that a command is about; that of a contact is among them, and finds none. */
export const domainsIn = (input: AnyInput): DomainName[] =>
  [
    ...('name' in input && input.name !== undefined ? [input.name] : []),
    ...(namesIn(input) ?? []),
    ...('transfers' in input ? input.transfers.map(({ name }) => name) : []),
  ].map(normaliseLookup);
