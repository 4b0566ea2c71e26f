import { z } from 'zod';
import { renamed } from '../../apis/rest/codec.ts';
import type { addressShape } from '../../apis/rest/registrar/contact-address.ts';
import { type fullContact, verificationNames } from '../../apis/rest/registrar/contact-view.ts';
import { contactTypes, type fullDomain } from '../../apis/rest/registrar/domain-view.ts';
import type { movement } from '../../apis/rest/registrar/movement.ts';
import type { pollMessage } from '../../apis/rest/registrar/notifications.ts';
import type { transferContact } from '../../apis/rest/registrar/transfer-contact.ts';
import { addressColumns } from '../../registry/entities/contact.ts';
import type { Contact } from '../../registry/operations/readers/shown.ts';
import { changedAddress } from '../../registry/rules/contact/contact-address.ts';
import { contactStatuses } from '../../registry/rules/contact/contact-statuses.ts';
import { normaliseLookup, toAscii } from '../../registry/rules/domain/domain-name.ts';
import { normaliseHostname } from '../../registry/rules/domain/nameserver.ts';
import { isDomainStatus } from '../../registry/rules/domain/statuses.ts';
import type { DomainUuid, MirroredMovement, MirroredPerson } from './operations/model/mirrored.ts';
import * as reported from './reported-values.ts';

// How the answers of the registry behind are read: for each field of a view of ours, what it becomes in the mirror.

/** The values that a registry may report in a field, and the part of the mirror that keeps them. */
interface Reading<Part extends object> {
  readonly shape: z.ZodType;
  readonly part: (value: never, body: Readonly<Record<string, unknown>>) => Part;
}

const readAs = <T, Part extends object>(
  shape: z.ZodType<T>,
  part: (value: T, body: Readonly<Record<string, unknown>>) => Part,
): Reading<Part> => ({ shape, part });

/** One column, or another part, as it is reported. */
export const into = <Name extends string, T>(name: Name, shape: z.ZodType<T>) =>
  readAs(shape, (value) => ({ [name]: value }) as { [N in Name]: T });

/** Reads one column, or another part, as it is reported; if left out, it is null. */
export const orNullInto = <Name extends string, T>(name: Name, shape: z.ZodType<T>) =>
  readAs(shape.nullish(), (value) => ({ [name]: value ?? null }) as { [N in Name]: T | null });

const unread = readAs(z.unknown().optional(), () => ({}));

type PartOf<R> = R extends Reading<infer Part> ? (one: Part) => void : never;
type Together<R> = PartOf<R> extends (all: infer All) => void ? All : never;
type Readings<View extends z.ZodType> = Readonly<Record<keyof z.infer<View>, Reading<object>>>;

/** An object that the registry reports, read field by field; every field of the view has its reading. */
export const readingOf =
  <View extends z.ZodType>() =>
  <R extends Readings<View>>(readings: R) => {
    const all = Object.entries<Reading<object>>(readings);
    return z.object(Object.fromEntries(all.map(([name, { shape }]) => [name, shape]))).transform((body) => {
      const parts = {};
      for (const [name, { part }] of all) Object.assign(parts, part(body[name] as never, body));
      return parts as Together<R[keyof R]>;
    });
  };

const domainUuid = z
  .object({ name: reported.filled, id: z.uuid() })
  .transform(({ name, id }): DomainUuid => ({ name: normaliseLookup(name), uuid: id }));

/** The UUID of a reported domain; empty if the registry does not report it. */
export const uuidIn = (domain: unknown): DomainUuid[] => {
  const read = domainUuid.safeParse(domain);
  return read.success ? [read.data] : [];
};

/** Stored together, as the registry reports them; null if it reports nothing. */
const verification = readAs(z.unknown().optional(), (_, body) => {
  const found = verificationNames.filter((name) => body[name] != null);
  const known = Object.fromEntries(found.map((name) => [name, body[name]]));
  return { verification: found.length === 0 ? null : known };
});

const partOfAddress = z.union([z.string(), z.number().transform(String)]).nullish();
const address = renamed(
  z.object({
    street: partOfAddress,
    zip: partOfAddress,
    city: partOfAddress,
    state: partOfAddress,
    country_code: partOfAddress,
  } satisfies Record<keyof NonNullable<z.infer<typeof addressShape>>, z.ZodType>),
  { country_code: 'countryCode' } as const,
)
  .nullish()
  .transform((given) => addressColumns(changedAddress(null, given)));

export const reportedContact = readingOf<typeof fullContact.shape>()({
  code: into('code', reported.filled),
  name: into('name', reported.text),
  // Old contacts have another type, or none: the rules for new contacts do not apply to them.
  ident: readAs(
    z
      .object({
        code: reported.text.nullish(),
        type: reported.text.nullish(),
        country_code: reported.text.nullish(),
      })
      .nullish(),
    (ident) => ({
      ident: ident?.code ?? null,
      ident_type: ident?.type ?? null,
      ident_country_code: ident?.country_code ?? null,
    }),
  ),
  phone: orNullInto('phone', reported.text),
  created_at: orNullInto('created_at', reported.moment),
  auth_info: readAs(reported.text.nullish(), (auth_info) => ({ auth_info: auth_info ?? '' })),
  email: orNullInto('email', reported.text),
  statuses: readAs(
    reported.statuses((name) => (contactStatuses as readonly string[]).includes(name)).nullish(),
    (found) => {
      const { statuses, status_notes } = reported.statusColumns(found ?? {});
      return { statuses: statuses.filter((name) => name !== 'ok' && name !== 'linked'), status_notes };
    },
  ),
  disclosed_attributes: into('disclosed_attributes', reported.list(z.string())),
  registrar: readAs(reported.registrar.nullish(), () => ({})),
  address: readAs(address, (columns) => columns),
  domains: readAs(reported.list(z.unknown()), (domains) => ({ domains: domains.flatMap(uuidIn) })),
  domains_count: unread,
  verified_at: verification,
  ident_request_sent_at: verification,
  verification_id: verification,
  verification_pending_at: verification,
  verification_snapshot: verification,
});

const ofWhole = <Column extends keyof Contact>(column: Column) => orNullInto(column, z.string());

export const reportedTransferContact = readingOf<typeof transferContact.shape>()({
  code: into('code', z.string()),
  phone: ofWhole('phone'),
  email: ofWhole('email'),
  ident: ofWhole('ident'),
  ident_type: ofWhole('ident_type'),
  name: ofWhole('name'),
  ident_country_code: ofWhole('ident_country_code'),
  city: ofWhole('address_city'),
  street: ofWhole('address_street'),
  zip: ofWhole('address_zip'),
  country_code: ofWhole('address_country_code'),
  statuses: readAs(z.array(z.string()).nullish(), (statuses) => (statuses ? { statuses } : {})),
});

const peopleOf = (
  role: keyof typeof contactTypes,
  people: readonly { code: string; type: string; name?: string | null | undefined }[],
) =>
  people
    .filter(({ type }) => type === contactTypes[role])
    .map(({ code, name: known }) => ({ code, name: known ?? undefined }));

/** The registry's own numbers, where it reports them. */
const numbersIn = <T extends { id?: number | undefined }>(parts: readonly T[], keyOf: (part: T) => string) =>
  parts.flatMap((part) => (part.id === undefined ? [] : { key: keyOf(part), number: part.id }));

const addresses = reported.list(z.string());

export const reportedDomain = readingOf<typeof fullDomain.shape>()({
  name: readAs(reported.filled, (given) => {
    const known = normaliseLookup(given);
    return { name: known, punycode: toAscii(known) };
  }),
  registrant: readAs(
    z.union([reported.filled, z.object({ code: reported.filled, name: reported.text.optional() })]),
    (found): { registrant: MirroredPerson } => ({
      registrant: typeof found === 'string' ? { code: found } : found,
    }),
  ),
  created_at: into('created_at', reported.moment),
  updated_at: into('updated_at', reported.moment),
  expire_time: into('expires_at', reported.moment),
  outzone_at: orNullInto('outzone_at', reported.moment),
  delete_date: orNullInto('delete_date', reported.day),
  force_delete_date: orNullInto('force_delete_date', reported.day),
  contacts: readAs(
    reported.list(
      z.object({
        code: reported.filled,
        type: z.enum([contactTypes.admin, contactTypes.tech]),
        name: reported.text.nullish(),
      }),
    ),
    (people) => ({ admins: peopleOf('admin', people), techs: peopleOf('tech', people) }),
  ),
  nameservers: readAs(
    reported.list(
      z.object({ id: reported.number, hostname: reported.filled, ipv4: addresses, ipv6: addresses }),
    ),
    (hosts) => ({
      nameservers: hosts.map(({ hostname: given, ipv4, ipv6 }) => {
        const known = normaliseHostname(given);
        return { hostname: known, hostnamePuny: toAscii(known), ipv4, ipv6 };
      }),
      nameserverNumbers: numbersIn(hosts, (host) => normaliseHostname(host.hostname)),
    }),
  ),
  dnssec_keys: readAs(
    reported.list(
      z.object({
        id: reported.number,
        flags: reported.integer,
        protocol: reported.integer,
        alg: reported.integer,
        public_key: reported.filled,
      }),
    ),
    (keys) => ({
      keys: keys.map(({ id: _, public_key: publicKey, ...key }) => ({ ...key, publicKey })),
      keyNumbers: numbersIn(keys, ({ public_key }) => public_key),
    }),
  ),
  statuses: readAs(reported.statuses(isDomainStatus), reported.statusColumns),
  registrar: into('registrar', reported.registrar),
  dispute: readAs(z.boolean().nullish(), (disputed) => ({ disputed: disputed ?? false })),
  transfer_code: readAs(reported.text.nullish(), (code) => ({ transferCode: code ?? undefined })),
});

/** An old row without a sum or balance is left out. */
export const reportedMovement = readingOf<typeof movement.shape>()({
  created_at: into('at', reported.moment),
  description: orNullInto('description', reported.text),
  type: orNullInto('type', reported.text),
  sum: orNullInto('sum', reported.amount),
  balance: orNullInto('balance', reported.amount),
  currency: unread,
  updator: orNullInto('by', reported.text),
}).transform(({ type, sum, balance, description, ...rest }): MirroredMovement[] => {
  if (!sum || !balance) return [];
  const isCredit = type ? type === 'credit' : !sum.startsWith('-');
  return [{ ...rest, description: description ?? '', sum, balance, isCredit }];
});

export const reportedMessage = readingOf<typeof pollMessage.shape>()({
  id: into('id', reported.integer),
  text: into('text', reported.text),
  attached_obj_type: orNullInto('attached_obj_type', reported.text),
  attached_obj_id: orNullInto('attached_obj_id', reported.integer),
});
