import { z } from 'zod';
import type { Failure } from '../core/errors.ts';
import type {
  DomainUuid,
  MirroredAccount,
  MirroredContact,
  MirroredDomain,
  MirroredMovement,
  MirroredNotification,
} from '../operations/mirror/model/mirrored.ts';
import { reportedAddress } from '../rest/registrar/contact-address.ts';
import { contactStatuses } from '../rules/contact/contact-statuses.ts';
import { normaliseLookup, toAscii } from '../rules/domain/domain-name.ts';
import { normaliseHostname } from '../rules/domain/nameserver.ts';
import { isDomainStatus } from '../rules/domain/statuses.ts';
import { firstOwnNotification } from '../store/registry/mirror.ts';
import {
  amount,
  day,
  filled,
  integer,
  list,
  moment,
  notesIn,
  number,
  statuses,
  text,
} from './answer-values.ts';
import { failureOf } from './envelope.ts';
import { type Left, NotUnderstood, UpstreamTrouble } from './trouble.ts';

const isContactStatus = (name: string): boolean => (contactStatuses as readonly string[]).includes(name);

const contactShape = z
  .object({
    code: filled,
    name: text,
    email: text.nullish(),
    phone: text.nullish(),
    // Old contacts have another type, or none: the rules for new contacts do not apply to them.
    ident: z.object({ code: text.nullish(), type: text.nullish(), country_code: text.nullish() }).nullish(),
    address: reportedAddress,
    auth_info: text.nullish(),
    statuses: statuses
      .refine((body) => Object.keys(body).every(isContactStatus), 'has an unknown status')
      .nullish(),
    disclosed_attributes: list(z.string()),
    created_at: moment.nullish(),
    registrar: z.object({ name: filled, website: text.nullish() }).nullish(),
    domains: z.array(z.unknown()).nullish(),
    ident_request_sent_at: z.unknown().optional(),
    verified_at: z.unknown().optional(),
    verification_id: z.unknown().optional(),
    verification_pending_at: z.unknown().optional(),
    verification_snapshot: z.unknown().optional(),
  })
  .transform((body): MirroredContact => {
    const notes = body.statuses ?? {};
    return {
      code: body.code,
      name: body.name,
      email: body.email ?? null,
      phone: body.phone ?? null,
      ident: body.ident?.code ?? null,
      ident_type: body.ident?.type ?? null,
      ident_country_code: body.ident?.country_code ?? null,
      ...body.address,
      auth_info: body.auth_info ?? '',
      statuses: Object.keys(notes).filter((name) => name !== 'ok' && name !== 'linked'),
      status_notes: notesIn(notes),
      disclosed_attributes: body.disclosed_attributes,
      verification: verificationIn(body),
      created_at: body.created_at ?? null,
      domains: (body.domains ?? []).flatMap(uuidIn),
    };
  });

const domainUuid = z
  .object({ name: filled, id: z.uuid() })
  .transform(({ name, id }): DomainUuid => ({ name: normaliseLookup(name), uuid: id }));

/** The UUID of a reported domain; empty if the registry does not report it. */
const uuidIn = (domain: unknown): DomainUuid[] => {
  const read = domainUuid.safeParse(domain);
  return read.success ? [read.data] : [];
};

/** The domain that a write was about, where its answer names it with its UUID. */
export const uuidsIn = (data: unknown): DomainUuid[] =>
  uuidIn(z.object({ domain: z.unknown() }).safeParse(data).data?.domain);

const verificationFields = [
  'ident_request_sent_at',
  'verified_at',
  'verification_id',
  'verification_pending_at',
  'verification_snapshot',
] as const;

/** As the registry reports it; null when it reports nothing. */
function verificationIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const found = verificationFields.filter((name) => body[name] != null);
  return found.length === 0 ? null : Object.fromEntries(found.map((name) => [name, body[name]]));
}

const roles = { AdminDomainContact: 'admin', TechDomainContact: 'tech' } as const;

const domainShape = z
  .object({
    name: filled,
    registrant: z.union([
      filled.transform((code) => ({ code, name: undefined })),
      z.object({ code: filled, name: text.optional() }),
    ]),
    created_at: moment,
    updated_at: moment,
    expire_time: moment,
    outzone_at: moment.nullish(),
    delete_date: day.nullish(),
    force_delete_date: day.nullish(),
    contacts: list(
      z.object({
        code: filled,
        type: z.enum(['AdminDomainContact', 'TechDomainContact']),
        name: text.nullish(),
      }),
    ),
    nameservers: list(
      z.object({ id: number, hostname: filled, ipv4: list(z.string()), ipv6: list(z.string()) }),
    ),
    dnssec_keys: list(
      z.object({ id: number, flags: integer, protocol: integer, alg: integer, public_key: filled }),
    ),
    statuses: statuses.refine((body) => Object.keys(body).every(isDomainStatus), 'has an unknown status'),
    registrar: z.object({ name: filled, website: text.nullish() }),
    dispute: z.boolean().nullish(),
    transfer_code: text.nullish(),
  })
  .transform((body): MirroredDomain => {
    const name = normaliseLookup(body.name);
    const codes = (role: 'admin' | 'tech') =>
      body.contacts
        .filter(({ type }) => roles[type] === role)
        .map(({ code, name: known }) => ({ code, name: known ?? undefined }));
    return {
      name,
      punycode: toAscii(name),
      registrant: body.registrant,
      admins: codes('admin'),
      techs: codes('tech'),
      nameservers: body.nameservers.map(({ hostname, ipv4, ipv6 }) => {
        const host = normaliseHostname(hostname);
        return { hostname: host, hostnamePuny: toAscii(host), ipv4, ipv6 };
      }),
      keys: body.dnssec_keys.map(({ flags, protocol, alg, public_key: publicKey }) => ({
        flags,
        protocol,
        alg,
        publicKey,
      })),
      numbers: {
        nameservers: body.nameservers.flatMap(({ id, hostname }) =>
          id === undefined ? [] : { key: normaliseHostname(hostname), number: id },
        ),
        keys: body.dnssec_keys.flatMap(({ id, public_key: key }) =>
          id === undefined ? [] : { key, number: id },
        ),
      },
      columns: {
        statuses: Object.keys(body.statuses),
        status_notes: notesIn(body.statuses),
        expires_at: body.expire_time,
        outzone_at: body.outzone_at ?? null,
        delete_date: body.delete_date ?? null,
        force_delete_date: body.force_delete_date ?? null,
        created_at: body.created_at,
        updated_at: body.updated_at,
      },
      registrar: { name: body.registrar.name, website: body.registrar.website ?? null },
      transferCode: body.transfer_code ?? undefined,
      disputed: body.dispute ?? false,
    };
  });

const messageNumber = integer.refine(
  (id) => id > 0 && id < firstOwnNotification,
  'is no number of a message',
);

const notificationShape = z
  .object({
    id: messageNumber,
    text,
    attached_obj_type: text.nullish(),
    attached_obj_id: integer.nullish(),
  })
  .transform(
    (body): MirroredNotification => ({
      id: body.id,
      text: body.text,
      attachedObjType: body.attached_obj_type ?? null,
      attachedObjId: body.attached_obj_id ?? null,
    }),
  );

/** An old row without a sum or balance is no movement, and is left out. */
const movement = z
  .object({
    created_at: moment,
    description: text.nullish(),
    sum: amount.nullish(),
    balance: amount.nullish(),
    type: text.nullish(),
    updator: text.nullish(),
  })
  .transform(({ created_at: at, description, sum, balance, type, updator }): MirroredMovement[] => {
    if (!sum || !balance) return [];
    const isCredit = type ? type === 'credit' : !sum.startsWith('-');
    return [{ at, description: description ?? '', sum, balance, isCredit, by: updator ?? null }];
  });

const accountShape = z.object({ balance: amount, currency: text.nullish(), transactions: list(z.unknown()) });

/** The rows of a list: those that were parsed, and those that were not, with the reason. */
interface Rows<T> {
  readonly rows: readonly T[];
  readonly unreadable: readonly { readonly key: string; readonly why: string }[];
  /** How many there were, readable or not. */
  readonly length: number;
}

/** A page of a list, and how many there are in all. */
export interface Page<T> extends Rows<T> {
  readonly count: number;
}

function rowsIn<T>(items: readonly unknown[], item: z.ZodType<T>, key: string): Rows<T> {
  const read = items.map((one) => ({ one, result: item.safeParse(one) }));
  return {
    rows: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: read.flatMap(({ one, result }) =>
      result.success
        ? []
        : [
            {
              key: String((one as Record<string, unknown> | null)?.[key] ?? '?'),
              why: reasonOf(result.error),
            },
          ],
    ),
    length: items.length,
  };
}

function pageIn<T>(
  data: unknown,
  field: 'contacts' | 'domains' | 'activities',
  item: z.ZodType<T>,
  key: string,
): Page<T> {
  const page = understood(
    z.object({ [field]: z.array(z.unknown()), count: integer }),
    data,
    `the list of ${field}`,
  );
  return { ...rowsIn(page[field] as unknown[], item, key), count: page.count as number };
}

export const contactsIn = (data: unknown): Page<MirroredContact> =>
  pageIn(data, 'contacts', contactShape, 'code');
export const domainsIn = (data: unknown): Page<MirroredDomain> =>
  pageIn(data, 'domains', domainShape, 'name');

/** Names or codes, alone or with more. */
export const keysIn = (kind: 'contact' | 'domain', data: unknown): Page<string> => {
  const key = kind === 'contact' ? 'code' : 'name';
  const item = z.union([
    filled,
    z.object({ [key]: filled }).transform((one) => (one as Record<string, string>)[key] ?? ''),
  ]);
  const page = pageIn(data, `${kind}s`, item, key);
  return kind === 'contact' ? page : { ...page, rows: page.rows.map(normaliseLookup) };
};

/** Oldest first, as they were asked for. */
export function movementsIn(data: unknown): Page<MirroredMovement> {
  const page = pageIn(data, 'activities', movement, 'description');
  const rows = page.rows.flat();
  if (rows.some(({ at }, index) => at < (rows[index - 1]?.at ?? at)))
    throw new UpstreamTrouble('unreadable', 'the movements are not in the order that was asked for');
  return { ...page, rows };
}

export const contactIn = (data: unknown): MirroredContact =>
  understood(z.object({ contact: contactShape }), data, 'a contact').contact;
export const domainIn = (data: unknown): MirroredDomain =>
  understood(z.object({ domain: domainShape }), data, 'a domain').domain;
/** Movements come latest first. */
export function accountIn(data: unknown, left?: Left): MirroredAccount {
  const { balance, currency, transactions } = understood(accountShape, data, 'the account');
  const { rows, unreadable } = rowsIn(transactions, movement, 'description');
  for (const { key, why } of unreadable) left?.(key, why);
  return { balance, currency: currency ?? 'EUR', movements: rows.flat().reverse() };
}
export const notificationIn = (data: unknown): MirroredNotification =>
  understood(notificationShape, data, 'a poll message');
export const notificationsIn = (data: unknown): Rows<MirroredNotification> =>
  rowsIn(understood(z.array(z.unknown()), data, 'the poll messages'), notificationShape, 'id');
/** Undefined if no message of the registry can have this number here. */
export const messageNumberIn = (key: string): number | undefined => messageNumber.safeParse(key).data;

/** Our own name and website, as the registry shows them on our contacts. */
export const registrarIn = (data: unknown): { name: string; website: string | null } | undefined => {
  const body = z
    .object({
      contacts: z.array(z.object({ registrar: z.object({ name: filled, website: text.nullish() }) })),
    })
    .safeParse(data).data?.contacts[0]?.registrar;
  return body && { name: body.name, website: body.website ?? null };
};

export function understood<T>(shape: z.ZodType<T>, data: unknown, what: string): T {
  const { success, data: found, error } = shape.safeParse(data);
  if (success) return found;
  throw new NotUnderstood(`${what}: ${reasonOf(error)}`);
}

/** Which fields, and what is wrong with them; never what they hold. */
const reasonOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.')} ${message}`)
    .join('; ');

export const transfersIn = (data: unknown) =>
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

const wouldBe = z.object({
  price: amount.nullish(),
  domains: list(domainShape),
  contacts: list(contactShape),
});

/** The result of a dry run at another Zonegraph; empty if it is not reported, or not in this shape. */
export function wouldBeIn(details: unknown) {
  const { price = null, domains = [], contacts = [] } = wouldBe.safeParse(details).data ?? {};
  return { price, domains, contacts };
}

const reasons = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      failures: z.array(z.object({ resultCode: z.number(), message: z.string() })),
    }),
  ),
});

/** The reasons why names were skipped, if another Zonegraph reports them. */
export function reasonsIn(details: unknown): ReadonlyMap<string, readonly Failure[]> {
  const body = reasons.safeParse(details).data?.results ?? [];
  return new Map(
    body
      .filter(({ failures }) => failures.length > 0)
      .map(({ name, failures }) => [
        name,
        failures.map(({ resultCode, message }) => failureOf(resultCode, message)),
      ]),
  );
}
