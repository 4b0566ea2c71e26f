import { z } from 'zod';
import { domain as domainEntity } from '../../../registry/entities/domain.ts';
import type {
  Domain,
  DomainContact,
  DomainParts,
  DomainWithParts,
} from '../../../registry/operations/readers/shown.ts';
import { seesSecrets } from '../../../registry/rules/scopes.ts';
import { hiddenName, isNameShownOnDomain, isSponsor } from '../../../registry/rules/visibility.ts';
import type { RestCall } from '../route.ts';
import { day, flag, moment, number, orNull, text } from '../shapes.ts';
import { contactCode, contactName } from './contact-view.ts';
import { type Field, fieldsOf, viewOf } from './view.ts';

export const contactTypes = { admin: 'AdminDomainContact', tech: 'TechDomainContact' } as const;

export const domainName = text('The name of the domain, in Unicode', 'tamm.ee');
const hostname = text('The name of the server', 'ns1.alpha.example');

export const nameserverShape = z.object({
  hostname,
  ipv4: z.array(z.string()).meta({ description: 'Its IPv4 addresses', examples: [['192.0.2.1']] }),
  ipv6: z.array(z.string()).meta({ description: 'Its IPv6 addresses', examples: [['2001:DB8::1']] }),
});
export const dnssecKeyShape = z.object({
  flags: number('256 signs the zone, 257 signs keys', 257),
  protocol: number('Always 3', 3),
  alg: number('The algorithm', 13),
  public_key: text('The key in base64', 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8'),
});
const numbered = { id: number('Its number', 1) };

type DomainField<S extends z.ZodType> = Field<DomainWithParts, S> & {
  /** The columns that it is made of. */
  readonly columns: readonly (keyof Domain)[];
};

const domainField = <S extends z.ZodType>(
  shape: S,
  columns: DomainField<S>['columns'],
  value: DomainField<S>['value'],
): DomainField<S> => ({ shape, columns, value });

const fields = fieldsOf<DomainWithParts>();
const plain = <C extends keyof Domain, S extends z.ZodType<Domain[C]>>(column: C, shape: S) => ({
  ...fields.plain(column, shape),
  columns: [column],
});

const at = (column: 'created_at' | 'updated_at' | 'expires_at', description: string) =>
  domainField(moment(description), [column], (domain, { calendar }) => calendar.format(domain[column]));

/** A view of domains. The columns that are read follow from its fields. */
const domainViewOf = <F extends Readonly<Record<string, DomainField<z.ZodType>>>>(
  id: string,
  fields: F,
  related: Omit<DomainParts, 'domain'> = {},
) => {
  // Visibility depends on the registrar.
  const columns = new Set([
    ...Object.values(fields).flatMap((field) => field.columns),
    'registrar_id' as const,
  ]);
  const parts: DomainParts = { domain: [...columns], ...related };
  return { ...viewOf<DomainWithParts, F>(id, domainEntity, fields), parts };
};

const name = domainField(domainName, ['name'], (domain) => domain.name);
const expire_time = at('expires_at', 'When its period ends');
const registrant = domainField(
  z.object({ name: contactName, code: contactCode }),
  ['registrant_name', 'registrant_code'],
  (domain) => ({ name: domain.registrant_name, code: domain.registrant_code }),
);
const statuses = domainField(
  z
    .record(z.string(), z.string())
    .meta({ description: 'Each current status with its note', examples: [{ ok: '' }] }),
  ['statuses', 'status_notes'],
  (domain) => Object.fromEntries(domain.statuses.map((one) => [one, domain.status_notes[one] ?? ''])),
);
const transfer_code = domainField(
  text('The transfer code; only for its own registrar', 'e2c440979d532e2c440979d532').optional(),
  ['transfer_code'],
  (domain, call) => transferCode(call, domain).transfer_code,
);

export const namesOnly: DomainParts = { domain: ['name', 'registrar_id'] };
export const codeOnly: DomainParts = { domain: [...transfer_code.columns, 'registrar_id'] };

/** The view for `details=true&simple=true`, which existing clients use (docs/rules/registrar.md#existing-clients). */
export const simpleDomain = domainViewOf('SimpleDomain', {
  name,
  expire_time,
  registrant,
  statuses,
  transfer_code,
});

/** A domain as REST shows it in full (docs/rules/registrar.md#domain-view). */
export const fullDomain = domainViewOf(
  'Domain',
  {
    name,
    registrant,
    created_at: at('created_at', 'When it was registered'),
    updated_at: at('updated_at', 'When it was last changed'),
    expire_time,
    outzone_at: domainField(
      orNull(moment('When it leaves the zone')),
      ['outzone_at'],
      ({ outzone_at }, { calendar }) => outzone_at && calendar.format(outzone_at),
    ),
    delete_date: plain('delete_date', orNull(day('The day from which it can be deleted'))),
    force_delete_date: plain(
      'force_delete_date',
      orNull(day('The day from which the forced deletion takes effect')),
    ),
    contacts: domainField(
      z.array(
        z.object({
          code: contactCode,
          type: z
            .enum([contactTypes.admin, contactTypes.tech])
            .meta({ description: 'Its role on the domain' }),
          name: text('The full name; N/A for a contact of another registrar', 'Jaan Tamm'),
        }),
      ),
      [],
      (domain) => (domain.related?.contacts ?? []).map((contact) => contactOf(contact, domain)),
    ),
    nameservers: domainField(z.array(nameserverShape.extend(numbered)), [], ({ related }) =>
      (related?.nameservers ?? []).map(({ id, hostname, ipv4, ipv6 }) => ({ id, hostname, ipv4, ipv6 })),
    ),
    dnssec_keys: domainField(z.array(dnssecKeyShape.extend(numbered)), [], ({ related }) =>
      (related?.keys ?? []).map(({ id, flags, protocol, alg, public_key }) => ({
        id,
        flags,
        protocol,
        alg,
        public_key,
      })),
    ),
    statuses,
    registrar: domainField(
      z.object({
        name: text('The name of the registrar', 'Alpha Domains'),
        website: orNull(text('Its web site', 'https://alpha.example')),
      }),
      ['registrar_name', 'registrar_website'],
      (domain) => ({ name: domain.registrar_name, website: domain.registrar_website }),
    ),
    dispute: domainField(
      flag('Whether a dispute over the name is open'),
      ['disputed'],
      ({ disputed }) => disputed,
    ),
    transfer_code,
  },
  {
    contacts: ['code', 'name', 'registrar_id'],
    nameservers: ['hostname', 'ipv4', 'ipv6'],
    keys: ['flags', 'protocol', 'alg', 'public_key'],
  },
);

const contactOf = (contact: DomainContact, domain: Domain) => ({
  code: contact.code,
  type: contactTypes[contact.role],
  name: isNameShownOnDomain(contact, domain) ? contact.name : hiddenName,
});

/**
 * Shows the transfer code only to the sponsor, whose access token, if it uses one, must have the scope for secrets.
 */
export function transferCode(
  { actor }: RestCall,
  domain: Pick<Domain, 'registrar_id' | 'transfer_code'>,
): { transfer_code?: string } {
  return isSponsor(domain, actor) && seesSecrets(actor) ? { transfer_code: domain.transfer_code } : {};
}
