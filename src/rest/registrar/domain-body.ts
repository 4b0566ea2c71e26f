import { refuseWith } from '../../core/errors.ts';
import { parsePeriod, periodUnitFailure } from '../../rules/period.ts';
import { dnssecKeyOf, dnssecKeyParams } from './dnssec-params.ts';
import { nameserverOf, nameserverParam } from './nameserver-params.ts';
import { bodySchema, codeList, hash, integer, listOf, optional, readBody, text } from './params.ts';

/** In the order in which what is missing is told (reference/registrar.md 1.4, 6.5). */
const registration = {
  domain: hash({
    name: text({ description: 'The domain name, in Unicode or punycode' }),
    registrant: text({ description: "The registrant's contact code" }),
    reserved_pw: optional(text({ description: 'The registration code of a reserved or disputed name' })),
    transfer_code: optional(text({ description: 'The transfer code it shall have; left out: a random one' })),
    period_unit: text({ enum: ['y', 'm'], description: 'Years or months' }),
    period: integer({ description: '1 to 10 years; 3, 6 or 9 months' }),
    nameservers_attributes: optional(listOf(nameserverParam)),
    admin_contacts: optional(codeList({ description: 'Contact codes' })),
    tech_contacts: optional(codeList({ description: 'Contact codes' })),
    dnskeys_attributes: optional(listOf(hash(dnssecKeyParams))),
  }),
};
export const registrationSchema = bodySchema(registration);

export function readRegistration(body: unknown) {
  const { domain } = readBody(registration, body);
  return {
    name: domain.name,
    registrant: domain.registrant,
    months: monthsOf(domain.period, domain.period_unit),
    adminContacts: domain.admin_contacts ?? [],
    techContacts: domain.tech_contacts ?? [],
    nameservers: (domain.nameservers_attributes ?? []).map(nameserverOf),
    dnssecKeys: (domain.dnskeys_attributes ?? []).map(dnssecKeyOf),
    transferCode: domain.transfer_code,
    reservationCode: domain.reserved_pw,
  };
}

/** null: well-formed, but no period that can have a price. */
function monthsOf(period: number, unit: string): number | null {
  const wrongUnit = periodUnitFailure(unit);
  if (wrongUnit) refuseWith(wrongUnit);
  return parsePeriod(period, unit)?.months ?? null;
}
