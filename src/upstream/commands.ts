import { z } from 'zod';
import { failure, refuseWith } from '../core/errors.ts';
import { add, type Money, zero } from '../core/money.ts';
import { type BulkResult, failed, succeeded } from '../operations/domains/model/bulk-result.ts';
import type { MirroredDomain } from '../operations/mirror/model/mirrored.ts';
import type { OperationContext, Plain } from '../operations/operation.ts';
import { normaliseLookup } from '../rules/domain/domain-name.ts';
import { normaliseHostname } from '../rules/domain/nameserver.ts';
import { contactsByCode } from '../store/registry/contacts.ts';
import { domainsByName } from '../store/registry/domains.ts';
import { firstOwnNotification, lastCharge } from '../store/registry/mirror.ts';
import { understood } from './answers.ts';
import { failureOf } from './envelope.ts';
import type { Touched, UpstreamReader } from './reader.ts';

/** What was known before a change was sent: what a lost answer is looked for with. */
export type Before = {
  /** Of the newest movement of money. */
  readonly movedAt: string | null;
  /** Expiry of the domains it is about. */
  readonly expiries: { readonly [name: string]: string };
};

interface Answer {
  readonly code: number;
  readonly data: unknown;
}

type Context = Pick<OperationContext, 'db' | 'calendar' | 'now'> & { readonly registrarId: number };

/** What there is to know of a command besides how it is written (rest/registrar/requests.ts). */
export interface Forwarding<I> {
  /** Whether the registry decides it; all that it is asked when left out. */
  readonly isTheirs?: (input: I) => boolean;
  /** What has to be looked at again once it is done. */
  readonly touches: (input: I, answer: Answer) => Touched;
  /** What the command gives back, from the answer and the mirror. */
  readonly value: (context: Context, input: I, answer: Answer, before: Before) => Promise<Plain>;
  /** Whether it was done, when its answer was lost; where this is left out, doing it twice does no harm. */
  readonly happened?: (reader: UpstreamReader, input: I, before: Before) => Promise<boolean>;
}

interface OfDomain {
  readonly name: string;
}

const theDomain = ({ name }: OfDomain): Touched => ({ domains: [normaliseLookup(name)] });

async function shown({ db, calendar, now }: Context, { name }: OfDomain) {
  const [row] = await domainsByName(db, [normaliseLookup(name)], calendar.dateOf(now));
  return { id: row?.id ?? 0, uuid: row?.uuid ?? '', name: row?.name ?? normaliseLookup(name) };
}

const idAndName = async (context: Context, input: OfDomain): Promise<Plain> => {
  const { id, name } = await shown(context, input);
  return { id, name };
};

const pending = async (context: Context, input: OfDomain, { code }: Answer): Promise<Plain> => ({
  ...(await shown(context, input)),
  pending: code === 1001,
});

/** What was charged is told by the account; null where it does not say. */
async function priceOf(
  { db, registrarId }: Context,
  descriptions: readonly string[],
  { movedAt }: Before,
): Promise<Money | null> {
  const since = movedAt === null ? new Date(0) : new Date(movedAt);
  const charged = await lastCharge(db, registrarId, descriptions, since);
  return charged.size < descriptions.length ? null : add(zero, ...charged.values());
}

const charged =
  (what: 'Create' | 'Renew') =>
  async (context: Context, input: OfDomain, _: Answer, before: Before): Promise<Plain> => {
    const domain = await shown(context, input);
    return { ...domain, price: await priceOf(context, [`${what} ${domain.name}`], before) };
  };

/** A domain there, as a test of what shall have happened to it. */
const found =
  <I extends OfDomain>(test: (domain: MirroredDomain, input: I, before: Before) => boolean) =>
  async (reader: UpstreamReader, input: I, before: Before): Promise<boolean> => {
    const domain = await reader.domain(normaliseLookup(input.name));
    return domain !== undefined && test(domain, input, before);
  };

/** Only the sponsor is told the code. */
const isOurs = ({ transferCode }: MirroredDomain): boolean => transferCode !== undefined;

const part = <I extends OfDomain>(test: (domain: MirroredDomain, input: I) => boolean): Forwarding<I> => ({
  touches: theDomain,
  value: idAndName,
  happened: found(test),
});

interface Links extends OfDomain {
  readonly contacts: readonly { readonly code: string; readonly role: 'admin' | 'tech' }[];
}
const hasLink =
  ({ admins, techs }: MirroredDomain) =>
  ({ code, role }: Links['contacts'][number]): boolean =>
    (role === 'admin' ? admins : techs).some((one) => one.code === code);

interface Keys extends OfDomain {
  readonly dnssecKeys: readonly { readonly publicKey: string }[];
}
const hasKey =
  ({ keys }: MirroredDomain) =>
  ({ publicKey }: Keys['dnssecKeys'][number]): boolean =>
    keys.some((key) => key.publicKey === publicKey);

const hasHost = ({ nameservers }: MirroredDomain, hostname: string): boolean =>
  nameservers.some((one) => one.hostname === normaliseHostname(hostname));

const names = z.array(z.string());

/** Bulk commands tell where they did it and where not, and not why. */
const changedEverywhere = <I>(): Forwarding<I> => ({
  touches: (_, { data }) => ({ domains: affected(data).affected_domains.map(normaliseLookup) }),
  value: async (_, __, { data }) => {
    const { affected_domains, skipped_domains } = affected(data);
    const skipped = failure('OBJECT_STATUS_PROHIBITS', 'The registry has left it as it is');
    return {
      results: [
        ...affected_domains.map(succeeded),
        ...skipped_domains.map((name) => failed(name, [skipped])),
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
    };
  },
});

const affected = (data: unknown) =>
  understood(z.object({ affected_domains: names, skipped_domains: names }), data, 'what was changed');

const transfersIn = (data: unknown) =>
  understood(
    z.object({
      success: z.array(z.object({ domain_name: z.string() })),
      failed: z.array(
        z.object({
          domain_name: z.string().nullable(),
          errors: z.object({ code: z.coerce.number(), msg: z.string() }),
        }),
      ),
    }),
    data,
    'what was transferred',
  );

interface Transfers {
  readonly transfers: readonly { readonly name: string }[];
}

/** In the order in which they were asked for; the registry tells the good and the bad apart. */
function transferResults({ transfers }: Transfers, data: unknown): BulkResult[] {
  const bad = [...transfersIn(data).failed];
  const isOf = (name: string) => (one: { domain_name: string | null }) =>
    normaliseLookup(one.domain_name ?? '') === normaliseLookup(name);
  return transfers.map(({ name }) => {
    const index = bad.findIndex(isOf(name));
    const [wrong] = index < 0 ? [] : bad.splice(index, 1);
    const known = wrong?.domain_name ?? normaliseLookup(name);
    return wrong ? failed(known, [failureOf(wrong.errors.code, wrong.errors.msg)]) : succeeded(known);
  });
}

const contactCodeIn = (data: unknown): string =>
  understood(z.object({ contact: z.object({ code: z.string() }) }), data, 'a contact').contact.code;

const ofContact = async ({ db }: Context, code: string): Promise<Plain> => {
  const [contact] = await contactsByCode(db, [code]);
  return { id: contact?.id ?? 0, code };
};

interface NewContact {
  readonly code?: string | undefined;
  readonly name: string;
  readonly email: string;
  readonly ident: { readonly code: string };
}

/** Its code is the registry's to make: it is found among the newest by what was asked for. */
async function newContactCode(reader: UpstreamReader, input: NewContact): Promise<string | undefined> {
  const wanted = input.code?.toUpperCase();
  const { rows } = await reader.contacts(50, 0);
  return rows.find((contact) =>
    wanted !== undefined && wanted !== ''
      ? contact.code === wanted || contact.code.endsWith(`:${wanted}`)
      : contact.name === input.name &&
        contact.email === input.email &&
        contact.ident.code === input.ident.code,
  )?.code;
}

type Parts = readonly { readonly action: string; readonly id?: number | undefined }[];

interface Update extends OfDomain {
  readonly registrant?: { readonly code: string } | undefined;
  readonly transferCode?: string | undefined;
  readonly nameservers?: Parts | undefined;
  readonly dnssecKeys?: Parts | undefined;
}

/** Rows of the mirror have numbers of its own, which the registry does not know. */
export function withoutRowIds(input: Update): Update {
  const without = (parts: Parts | undefined) =>
    parts?.map(({ id, ...part }) =>
      id !== undefined && part.action === 'add'
        ? refuseWith(
            failure('NOT_SUPPORTED_UPSTREAM', 'Say what to remove and what to add, instead of an id'),
          )
        : part,
    );
  const { nameservers, dnssecKeys } = input;
  return {
    ...input,
    ...(nameservers && { nameservers: without(nameservers) }),
    ...(dnssecKeys && { dnssecKeys: without(dnssecKeys) }),
  };
}

const forwardings = {
  'contact.create': {
    touches: (_: NewContact, { data }: Answer) => ({ contacts: [contactCodeIn(data)] }),
    value: (context: Context, _: NewContact, { data }: Answer) => ofContact(context, contactCodeIn(data)),
    happened: async (reader: UpstreamReader, input: NewContact) =>
      (await newContactCode(reader, input)) !== undefined,
  },
  'contact.update': {
    touches: ({ code }: { code: string }) => ({ contacts: [code] }),
    value: (context: Context, { code }: { code: string }) => ofContact(context, code),
  },
  'contact.delete': {
    touches: ({ code }: { code: string }) => ({ contacts: [code] }),
    value: async (_: Context, { code }: { code: string }) => ({ code }),
    happened: async (reader: UpstreamReader, { code }: { code: string }) =>
      (await reader.contact(code)) === undefined,
  },
  'domain.register': {
    touches: (input: OfDomain) => ({ ...theDomain(input), account: true }),
    value: charged('Create'),
    happened: found(
      (domain: MirroredDomain, { name }: OfDomain, { expiries }) =>
        isOurs(domain) && !(normaliseLookup(name) in expiries),
    ),
  },
  'domain.renew': {
    touches: (input: OfDomain) => ({ ...theDomain(input), account: true }),
    value: charged('Renew'),
    happened: found((domain: MirroredDomain, { name }: OfDomain, { expiries }) =>
      isLater(domain.expiresAt, expiries[normaliseLookup(name)]),
    ),
  },
  'domain.update': {
    touches: theDomain,
    value: pending,
    happened: found(
      ({ registrant, transferCode, statuses }: MirroredDomain, wanted: Update) =>
        (!wanted.registrant ||
          registrant.code === wanted.registrant.code ||
          statuses.includes('pendingUpdate')) &&
        (wanted.transferCode === undefined ||
          wanted.registrant !== undefined ||
          transferCode === wanted.transferCode),
    ),
  },
  'domain.delete': {
    touches: theDomain,
    value: pending,
    happened: found(({ statuses }: MirroredDomain) =>
      statuses.some((status) => status === 'pendingDelete' || status === 'pendingDeleteConfirmation'),
    ),
  },
  'domain.transfer': { touches: theDomain, value: idAndName, happened: found(isOurs) },
  'domain.add-contacts': part((domain, { contacts }: Links) => contacts.every(hasLink(domain))),
  'domain.remove-contacts': part((domain, { contacts }: Links) => !contacts.some(hasLink(domain))),
  'domain.add-nameservers': part(
    (domain, { nameservers }: OfDomain & { nameservers: readonly { hostname: string }[] }) =>
      nameservers.every(({ hostname }) => hasHost(domain, hostname)),
  ),
  'domain.remove-nameserver': part(
    (domain, { hostname }: OfDomain & { hostname: string }) => !hasHost(domain, hostname),
  ),
  'domain.add-dnssec-keys': part((domain, { dnssecKeys }: Keys) => dnssecKeys.every(hasKey(domain))),
  'domain.remove-dnssec-keys': part((domain, { dnssecKeys }: Keys) => !dnssecKeys.some(hasKey(domain))),
  'domain.set-client-hold': part(({ statuses }) => statuses.includes('clientHold')),
  'domain.remove-client-hold': part(({ statuses }) => !statuses.includes('clientHold')),
  'domain.bulk-transfer': {
    touches: (input: Transfers, { data }: Answer) => ({
      domains: transferResults(input, data)
        .filter(({ ok }) => ok)
        .map(({ name }) => normaliseLookup(name)),
    }),
    value: async (_: Context, input: Transfers, { data }: Answer) => ({
      results: transferResults(input, data),
    }),
  },
  'domain.bulk-renew': {
    touches: (_: { names: readonly string[] }, { data }: Answer) => ({
      domains: renewedIn(data).map(normaliseLookup),
      account: true,
    }),
    value: async (context: Context, _: { names: readonly string[] }, { data }: Answer, before: Before) => {
      const renewed = renewedIn(data);
      const price = await priceOf(
        context,
        renewed.map((name) => `Renew ${name}`),
        before,
      );
      return { results: renewed.map(succeeded), price };
    },
    happened: async (
      reader: UpstreamReader,
      { names: asked }: { names: readonly string[] },
      { expiries }: Before,
    ) => {
      const domains = await Promise.all(asked.map((name) => reader.domain(normaliseLookup(name))));
      return domains.every((domain) => domain && isLater(domain.expiresAt, expiries[domain.name]));
    },
  },
  'domain.replace-tech-contact': changedEverywhere(),
  'domain.replace-admin-contact': changedEverywhere(),
  'domain.replace-nameserver': changedEverywhere(),
  'domain.add-nameserver-in-bulk': changedEverywhere(),
  'notification.acknowledge': {
    isTheirs: ({ id }: { id: number }) => id < firstOwnNotification,
    touches: () => ({ notifications: true }),
    value: async (_: Context, { id }: { id: number }) => ({ id }),
    happened: async (reader: UpstreamReader, { id }: { id: number }) =>
      !(await reader.isNotificationUnread(id)),
  },
};

const renewedIn = (data: unknown): string[] =>
  understood(z.object({ updated_domains: names }), data, 'what was renewed').updated_domains;

const isLater = (expiresAt: Date, before: string | undefined): boolean =>
  before !== undefined && expiresAt.getTime() > new Date(before).getTime();

/** Undefined: it is not the registry's. */
export const forwardingOf = (operation: string): Forwarding<unknown> | undefined =>
  (forwardings as unknown as Readonly<Record<string, Forwarding<unknown>>>)[operation];

/** The answer that a change would have had which is found to be done. */
export async function answerOfDone(
  operation: string,
  reader: UpstreamReader,
  input: unknown,
): Promise<Answer> {
  if (operation === 'contact.create')
    return { code: 1000, data: { contact: { code: await newContactCode(reader, input as NewContact) } } };
  if (operation === 'domain.bulk-renew')
    return { code: 1000, data: { updated_domains: (input as { names: string[] }).names } };
  const { name } = input as Partial<OfDomain>;
  const domain = name === undefined ? undefined : await reader.domain(normaliseLookup(name));
  const waits = domain?.statuses.some(
    (status) => status === 'pendingUpdate' || status === 'pendingDeleteConfirmation',
  );
  return { code: waits ? 1001 : 1000, data: {} };
}

/** Names of the domains that a command is about, before it is sent. */
export function domainsBefore(input: unknown): string[] {
  const { name, names: several } = input as { name?: unknown; names?: unknown };
  const given = [name, ...(Array.isArray(several) ? several : [])];
  return given.filter((one): one is string => typeof one === 'string').map(normaliseLookup);
}
