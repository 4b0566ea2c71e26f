import { z } from 'zod';
import { addressIn, contact } from '../../../registry/entities/contact.ts';
import type { Contact, LinkedDomain } from '../../../registry/operations/readers/shown.ts';
import { computedStatuses } from '../../../registry/rules/contact/contact-statuses.ts';
import { seesSecrets } from '../../../registry/rules/scopes.ts';
import type { RestCall } from '../route.ts';
import { count, moment, orNull, text } from '../shapes.ts';
import { addressShape, shownAddress } from './contact-address.ts';
import { fieldsOf, viewOf } from './view.ts';

export const contactCode = text('The code of the contact', 'ALPHA:TAMM');
export const contactName = text('The full name', 'Jaan Tamm');
const registrarName = text('The name of the registrar', 'Alpha Domains');

/** A contact, with a page of its domains if they are shown. */
type ContactWithDomains = Contact & {
  readonly linkedDomains?: { readonly domains: readonly LinkedDomain[]; readonly count: number } | undefined;
};
const { made, plain } = fieldsOf<ContactWithDomains>();

const verificationFields = {
  verified_at: 'When its identity was verified',
  ident_request_sent_at: 'When its identity was requested',
  verification_id: 'Of the verification',
  verification_pending_at: 'Since when it is under way',
  verification_snapshot: 'What was verified',
};
type VerificationField = keyof typeof verificationFields;
export const verificationNames = Object.keys(verificationFields) as VerificationField[];

const verificationOf = (name: VerificationField) =>
  made(
    z.unknown().meta({
      description: `${verificationFields[name]}: null, unless an upstream registry reports it`,
    }),
    ({ verification }) => verification?.[name] ?? (name === 'verification_snapshot' ? {} : null),
  );

const view = viewOf('Contact', contact, {
  code: plain('code', contactCode),
  name: plain('name', contactName),
  ident: made(
    z
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
    ({ ident, ident_type, ident_country_code }) => ({
      code: ident,
      type: ident_type,
      country_code: ident_country_code,
    }),
  ),
  phone: plain('phone', orNull(text('The phone number', '+372.5555555'))),
  created_at: made(moment('When it was created'), ({ created_at }, { calendar }) =>
    calendar.format(created_at),
  ),
  auth_info: made(
    text(
      'The authorisation code; not for access tokens without the scope SECRETS',
      'e2c440979d532e2c440979d532',
    ).optional(),
    ({ auth_info }, { actor }) => (seesSecrets(actor) ? auth_info : undefined),
  ),
  email: plain('email', orNull(text('The e-mail address', 'jaan@tamm.example'))),
  statuses: made(
    z.record(z.string(), z.string()).meta({
      description: 'Each current status with its note',
      examples: [{ ok: '', linked: '' }],
    }),
    ({ statuses, linked, status_notes }) =>
      Object.fromEntries(computedStatuses(statuses, linked).map((name) => [name, status_notes[name] ?? ''])),
  ),
  disclosed_attributes: plain(
    'disclosed_attributes',
    z.array(z.string()).meta({ description: 'Fields that the public may see' }),
  ),
  registrar: made(
    z.object({ name: registrarName, website: orNull(text('Its web site', 'https://alpha.example')) }),
    (contact) => ({ name: contact.registrar_name, website: contact.registrar_website }),
  ),
  address: made(addressShape, (contact) => {
    const address = addressIn(contact);
    return address ? shownAddress(address) : undefined;
  }),
  domains: made(
    z
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
            .meta({ description: 'The roles of the contact', examples: [['Registrant']] }),
        }),
      )
      .optional()
      .meta({ description: 'A page of the domains that use it; in lists only with `domains`' }),
    ({ linkedDomains }, { calendar }) =>
      linkedDomains?.domains.map((domain) => ({
        id: domain.uuid,
        name: domain.name,
        registrar: { name: domain.registrar_name },
        valid_to: calendar.format(domain.expires_at),
        roles: [...domain.roles],
      })),
  ),
  domains_count: made(
    count('The number of domains that use it; in lists only with `domains`').optional(),
    ({ linkedDomains }) => linkedDomains?.count,
  ),
  ...(Object.fromEntries(verificationNames.map((name) => [name, verificationOf(name)])) as {
    [Name in VerificationField]: ReturnType<typeof verificationOf>;
  }),
});

/** A contact as REST shows it (docs/rules/registrar.md#contact-view); every contact a caller sees here is its own. */
export const fullContact = {
  ...view,
  /** Its domains come last. */
  show: (call: RestCall, contact: ContactWithDomains) => {
    const { domains, domains_count, ...own } = view.show(call, contact);
    return { ...own, domains, domains_count };
  },
};
