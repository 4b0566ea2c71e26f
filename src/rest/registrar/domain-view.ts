import { z } from 'zod';
import type { Domain, DomainContact, DomainParts, DomainWithParts } from '../../operations/readers/shown.ts';
import { seesSecrets } from '../../rules/scopes.ts';
import { hiddenName, isSponsor, isTellingName } from '../../rules/visibility.ts';
import type { RestCall } from '../router.ts';
import { day, flag, moment, named, number, orNull, text } from '../shapes.ts';
import { contactCode, contactName } from './contact-view.ts';

const contactTypes = { admin: 'AdminDomainContact', tech: 'TechDomainContact' } as const;

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

/** A field of a domain: its shape, the columns that it needs, and how its value is made of them. */
interface Field<S extends z.ZodType> {
  readonly shape: S;
  readonly columns: readonly (keyof Domain)[];
  /** Undefined: left out. */
  readonly value: (domain: DomainWithParts, call: RestCall) => z.infer<S>;
}

const made = <S extends z.ZodType>(
  shape: S,
  columns: Field<S>['columns'],
  value: Field<S>['value'],
): Field<S> => ({ shape, columns, value });

const plain = <C extends keyof Domain>(column: C, shape: z.ZodType<Domain[C]>) =>
  made(shape, [column], (domain) => domain[column]);

const at = (column: 'created_at' | 'updated_at' | 'expires_at', description: string) =>
  made(moment(description), [column], (domain, { calendar }) => calendar.format(domain[column]));

/** A view of domains. The columns that are read follow from its fields. */
function viewOf<F extends Readonly<Record<string, Field<z.ZodType>>>>(
  id: string,
  fields: F,
  related: Omit<DomainParts, 'domain'> = {},
) {
  const all = Object.entries(fields);
  const shapes = Object.fromEntries(all.map(([name, { shape }]) => [name, shape]));
  const shape = named(id, z.object(shapes as { readonly [Name in keyof F]: F[Name]['shape'] }));
  const parts: DomainParts = { domain: [...new Set(all.flatMap(([, { columns }]) => columns))], ...related };
  const show = (call: RestCall, domain: DomainWithParts) =>
    Object.fromEntries(all.map(([name, { value }]) => [name, value(domain, call)])) as z.infer<typeof shape>;
  return { shape, parts, show };
}

const name = plain('name', domainName);
const expire_time = at('expires_at', 'When its period ends');
const registrant = made(
  z.object({ name: contactName, code: contactCode }),
  ['registrant_name', 'registrant_code'],
  (domain) => ({ name: domain.registrant_name, code: domain.registrant_code }),
);
const statuses = made(
  z
    .record(z.string(), z.string())
    .meta({ description: 'Each current status with its note', examples: [{ ok: '' }] }),
  ['statuses', 'status_notes'],
  (domain) => Object.fromEntries(domain.statuses.map((one) => [one, domain.status_notes[one] ?? ''])),
);
const transfer_code = made(
  text('The transfer code; only for its own registrar', 'e2c440979d532e2c440979d532').optional(),
  ['transfer_code', 'registrar_id'],
  (domain, call) => transferCode(call, domain).transfer_code,
);

export const namesOnly: DomainParts = { domain: ['name', 'registrar_id'] };
export const codeOnly: DomainParts = { domain: transfer_code.columns };

/** The view for `details=true&simple=true`, which existing clients use (docs/rules/registrar.md#existing-clients). */
export const simpleDomain = viewOf('SimpleDomain', {
  name,
  expire_time,
  registrant,
  statuses,
  transfer_code,
});

/** A domain as REST shows it in full (docs/rules/registrar.md#domain-view). */
export const fullDomain = viewOf(
  'Domain',
  {
    name,
    registrant,
    created_at: at('created_at', 'When it was registered'),
    updated_at: at('updated_at', 'When it was last changed'),
    expire_time,
    outzone_at: made(
      orNull(moment('When it leaves the zone')),
      ['outzone_at'],
      ({ outzone_at }, { calendar }) => outzone_at && calendar.format(outzone_at),
    ),
    delete_date: plain('delete_date', orNull(day('The day from which it can be deleted'))),
    force_delete_date: plain('force_delete_date', orNull(day('The day from which it is deleted by force'))),
    contacts: made(
      z.array(
        z.object({
          code: contactCode,
          type: z
            .enum(['AdminDomainContact', 'TechDomainContact'])
            .meta({ description: 'The part it plays' }),
          name: text('The full name; N/A of a contact of another registrar', 'Jaan Tamm'),
        }),
      ),
      ['registrar_id'],
      (domain) => (domain.related?.contacts ?? []).map((contact) => contactOf(contact, domain)),
    ),
    nameservers: made(z.array(nameserverShape.extend(numbered)), [], ({ related }) =>
      (related?.nameservers ?? []).map(({ id, hostname, ipv4, ipv6 }) => ({ id, hostname, ipv4, ipv6 })),
    ),
    dnssec_keys: made(z.array(dnssecKeyShape.extend(numbered)), [], ({ related }) =>
      (related?.keys ?? []).map(({ id, flags, protocol, alg, public_key }) => ({
        id,
        flags,
        protocol,
        alg,
        public_key,
      })),
    ),
    statuses,
    registrar: made(
      z.object({
        name: text('The name of the registrar', 'Alpha Domains'),
        website: orNull(text('Its web site', 'https://alpha.example')),
      }),
      ['registrar_name', 'registrar_website'],
      (domain) => ({ name: domain.registrar_name, website: domain.registrar_website }),
    ),
    dispute: plain('disputed', flag('Whether a dispute over the name is open')),
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
  name: isTellingName(contact, domain) ? contact.name : hiddenName,
});

/** Only for the sponsor, whose access token, if it uses one, must have the scope for secrets. */
export function transferCode({ actor }: RestCall, domain: Domain): { transfer_code?: string } {
  return isSponsor(domain, actor) && seesSecrets(actor) ? { transfer_code: domain.transfer_code } : {};
}
