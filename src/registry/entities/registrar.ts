import { seesRegistrar } from '../rules/visibility.ts';
import {
  boolean,
  day,
  decimal,
  entity,
  identity,
  moment,
  reference,
  text,
  uuid,
  type Visibility,
} from './entity.ts';

/** Visible to the registrar itself and to operators. */
const ofItsOwn = { rule: seesRegistrar, owner: 'id' } satisfies Visibility;

export const registrar = entity('registrars', {
  id: identity(),
  uuid: uuid(),
  code: text()
    .shown('Its code, with which its contact codes begin: ALPHA.')
    .filter('By the code: {eq: "ALPHA"}.')
    .order('By code: ALPHA before BETA.'),
  name: text()
    .written()
    .shown('The full name of the company.')
    .filter('By the name: {contains: "domain"}.')
    .order('By their full names, in alphabetical order.'),
  reg_no: text()
    .written()
    .nullable()
    .shown('Its number in the business register, for itself and operators; null when it has given none.')
    .visible(ofItsOwn)
    .filter('By the number in the business register.'),
  email: text()
    .written()
    .nullable()
    .shown('The e-mail address at which the registry reaches it; null when it has given none.')
    .filter('By the e-mail address.'),
  website: text().written().nullable().shown('The address of its public web site; null when it has none.'),
  phone: text()
    .written()
    .nullable()
    .shown('Its phone number, for itself and operators; null when it has given none.')
    .visible(ofItsOwn),
  billing_email: text()
    .written()
    .nullable()
    .shown('The address that its bills are sent to, for itself and operators; null when it has given none.')
    .visible(ofItsOwn)
    .history(),
  billing_address: text()
    .written()
    .nullable()
    .shown('Its postal address, for itself and operators; null when it has given none.')
    .visible(ofItsOwn),
  iban: text().nullable().defaulted().history(),
  vat_no: text().nullable().defaulted(),
  /** Percent, such as `20.00`; only for a registrar abroad without a VAT number. */
  vat_rate: text().nullable().defaulted(),
  street: text().nullable().defaulted(),
  city: text().nullable().defaulted(),
  state: text().nullable().defaulted(),
  zip: text().nullable().defaulted(),
  country_code: text()
    .nullable()
    .defaulted()
    .shown('Its country, for itself and operators; null when not given.', 'CountryCode')
    .visible(ofItsOwn)
    .filter('By the country: {ne: "EE"}.'),
  /** The reference number of its prepayments and bank transfers. */
  reference_no: text().nullable().defaulted(),
  accept_pdf_invoices: boolean().defaulted().history(),
  /** Writes of access tokens above this price need two people (docs/rules/access.md#approvals). */
  approvals_second_above: decimal().measure('PRICE', 'EUR').nullable().defaulted().history(),
  auto_reload_amount: decimal().measure('PRICE', 'EUR').nullable().defaulted().history(),
  auto_reload_threshold: decimal().measure('LEVEL', 'EUR').nullable().defaulted().history(),
  auto_reload_invoice_id: reference().nullable().defaulted(),
  test_registrar: boolean().defaulted(),
  accreditation_date: moment().nullable().defaulted(),
  accreditation_expire_date: moment().nullable().defaulted(),
  /**
   * The last day of the last month whose summary is done, even if there was nothing to sum up; null before the first.
   */
  summarised_until: day().nullable().defaulted(),
  suspended_at: moment()
    .nullable()
    .defaulted()
    .shown('Since when it is suspended, for itself and operators; null when it is not.')
    .visible(ofItsOwn)
    .filter('By start of the suspension: {isNull: true} are those that are not suspended.'),
  suspension_reason: text()
    .written()
    .nullable()
    .defaulted()
    .shown('Why it is suspended, for itself and operators; null while it is not.')
    .visible(ofItsOwn),
  created_at: moment()
    .visible(ofItsOwn)
    .filter('By creation time: {gte: "-P1Y"} is the last year.')
    .order('By creation time.')
    .groups('When they were created.'),
  updated_at: moment(),
});
