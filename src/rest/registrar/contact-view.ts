import { z } from 'zod';
import { addressIn } from '../../entities/contact.ts';
import type { Contact, LinkedDomain } from '../../operations/readers/shown.ts';
import { computedStatuses } from '../../rules/contact/contact-statuses.ts';
import { seesSecrets } from '../../rules/scopes.ts';
import type { RestCall } from '../router.ts';
import { count, moment, named, orNull, text } from '../shapes.ts';
import { addressShape, shownAddress } from './contact-address.ts';

export const contactCode = text('The code of the contact', 'ALPHA:TAMM');
export const contactName = text('The full name', 'Jaan Tamm');
const registrarName = text('The name of the registrar', 'Alpha Domains');

const verification = (description: string) =>
  z.unknown().meta({ description: `${description}: null, unless an upstream registry reports it` });

export const contactShape = named(
  'Contact',
  z.object({
    code: contactCode,
    name: contactName,
    ident: z
      .object({
        code: orNull(text('Personal code, registration number or date of birth', '37605030299')),
        type: orNull(
          text(
            'Which of them: `priv`, `org` or `birthday`; in front of another registry also older ones, such as `passport`',
            'priv',
          ),
        ),
        country_code: orNull(text('The country that has given it', 'EE')),
      })
      .meta({
        description:
          'The identity number; its parts are null where an upstream registry does not report them',
      }),
    phone: orNull(text('The phone number', '+372.5555555')),
    created_at: moment('When it was created'),
    auth_info: text(
      'The authorisation code; not for access tokens without the scope SECRETS',
      'e2c440979d532e2c440979d532',
    ).optional(),
    email: orNull(text('The e-mail address', 'jaan@tamm.example')),
    statuses: z.record(z.string(), z.string()).meta({
      description: 'Each current status with its note',
      examples: [{ ok: '', linked: '' }],
    }),
    disclosed_attributes: z.array(z.string()).meta({ description: 'Fields that the public may see' }),
    registrar: z.object({
      name: registrarName,
      website: orNull(text('Its web site', 'https://alpha.example')),
    }),
    address: addressShape,
    domains: z
      .array(
        z.object({
          id: orNull(
            text(
              'The UUID of the domain; null while an upstream registry has not reported it',
              '0f8fad5b-d9cb-469f-a165-70867728950e',
            ),
          ),
          name: text('The name of the domain', 'tamm.ee'),
          registrar: z.object({ name: registrarName }),
          valid_to: moment('When it expires'),
          roles: z
            .array(z.string())
            .meta({ description: 'Parts that the contact plays', examples: [['Registrant']] }),
        }),
      )
      .optional()
      .meta({ description: 'A page of the domains that it is a contact of; in lists with `domains` only' }),
    domains_count: count(
      'The number of domains that it is a contact of; in lists with `domains` only',
    ).optional(),
    verified_at: verification('When its identity was verified'),
    ident_request_sent_at: verification('When its identity was asked for'),
    verification_id: verification('Of the verification'),
    verification_pending_at: verification('Since when it is under way'),
    verification_snapshot: verification('What was verified'),
  }),
);

/** A contact as REST shows it (docs/rules/registrar.md#contact-view); every contact a caller sees here is its own. */
export function fullContact(
  contact: Contact,
  linked: { readonly domains: readonly LinkedDomain[]; readonly count: number } | undefined,
  { calendar, actor }: RestCall,
): z.infer<typeof contactShape> {
  const address = addressIn(contact);
  return {
    code: contact.code,
    name: contact.name,
    ident: { code: contact.ident, type: contact.ident_type, country_code: contact.ident_country_code },
    phone: contact.phone,
    created_at: calendar.format(contact.created_at),
    ...(seesSecrets(actor) && { auth_info: contact.auth_info }),
    email: contact.email,
    statuses: statusNotes(contact),
    disclosed_attributes: contact.disclosed_attributes,
    registrar: { name: contact.registrar_name, website: contact.registrar_website },
    ...(address && { address: shownAddress(address) }),
    ...unverified,
    ...contact.verification,
    ...(linked && {
      domains: linked.domains.map((domain) => ({
        id: domain.uuid,
        name: domain.name,
        registrar: { name: domain.registrar_name },
        valid_to: calendar.format(domain.expires_at),
        roles: [...domain.roles],
      })),
      domains_count: linked.count,
    }),
  };
}

const unverified = {
  verified_at: null,
  ident_request_sent_at: null,
  verification_id: null,
  verification_pending_at: null,
  verification_snapshot: {},
};

/** Current statuses only, each with its note. */
function statusNotes({ statuses, linked, status_notes }: Contact): Record<string, string> {
  return Object.fromEntries(
    computedStatuses(statuses, linked).map((name) => [name, status_notes[name] ?? '']),
  );
}
