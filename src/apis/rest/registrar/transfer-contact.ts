import { z } from 'zod';
import type { TransferPerson } from '../../../registry/operations/domains/show-transfer-info.ts';
import type { Contact } from '../../../registry/operations/readers/shown.ts';
import { computedStatuses } from '../../../registry/rules/contact/contact-statuses.ts';
import { orNull, text } from '../shapes.ts';
import { contactCode } from './contact-view.ts';
import { fieldsOf, viewOf } from './view.ts';

const { made, plain } = fieldsOf<TransferPerson>();

/** A column of the contact; null if only its code and name are shown. */
const ofWhole = <Column extends keyof Contact>(column: Column, description: string, example: string) =>
  made(orNull(text(description, example)), ({ whole }) => (whole?.[column] ?? null) as string | null);
const ofAddress = <Column extends keyof Contact>(column: Column, what: string, example: string) =>
  ofWhole(column, `The ${what} of the postal address; null likewise, or where there is none`, example);

const whole = { shownWholeBecause: 'the caller has the transfer code, and show-transfer-info.ts decides' };

/** A contact on a domain that may be transferred (docs/rules/registrar.md#transfer-info). */
export const transferContact = viewOf('TransferContact', whole, {
  code: plain('code', contactCode),
  phone: ofWhole('phone', 'The phone number; null of a contact of a third registrar', '+372.5555555'),
  email: ofWhole('email', 'The e-mail address; null likewise', 'jaan@tamm.example'),
  ident: ofWhole(
    'ident',
    'Personal code, registration number or date of birth; null likewise',
    '37605030299',
  ),
  ident_type: ofWhole('ident_type', 'Which of them, as in a contact; null likewise', 'priv'),
  name: made(text('The full name; N/A of a contact of a third registrar', 'Jaan Tamm'), ({ name }) => name),
  ident_country_code: ofWhole('ident_country_code', 'The country that has given it; null likewise', 'EE'),
  city: ofAddress('address_city', 'city', 'Tallinn'),
  street: ofAddress('address_street', 'street', 'Pikk 1'),
  zip: ofAddress('address_zip', 'postal code', '10123'),
  country_code: ofAddress('address_country_code', 'country', 'EE'),
  statuses: made(
    z.array(z.string()).meta({ description: 'Its current statuses', examples: [['ok', 'linked']] }),
    ({ whole }) => (whole ? computedStatuses(whole.statuses, whole.linked) : []),
  ),
});
