import { type Failure, failure } from '../../../base/errors.ts';
import type { RegistrySettings } from '../domain/domain-settings.ts';

/** The seller's data that every invoice must have. */
const seller = {
  registry_juridical_name: 'issuerName',
  registry_street: 'issuerStreet',
  registry_city: 'issuerCity',
  registry_vat_no: 'issuerVatNo',
  registry_iban: 'issuerIban',
} as const satisfies Readonly<Record<string, keyof RegistrySettings>>;

/** The names of the settings that must be set before an invoice can be issued. */
export const missingOfSeller = (settings: RegistrySettings): string[] =>
  Object.entries(seller).flatMap(([name, key]) => (settings[key].trim() === '' ? [name] : []));

/** The settings of each range of numbers (docs/rules/billing.md#invoice-numbers). */
export const rangeSettings = {
  invoice: ['invoice_number_min', 'invoice_number_max'],
  deposit: ['invoice_number_auction_deposit_min', 'invoice_number_auction_deposit_max'],
  monthly: ['directo_monthly_number_min', 'directo_monthly_number_max'],
} as const;

export const sellerUnknown = (missing: readonly string[]): Failure =>
  failure(
    'PARAMETER_VALUE_POLICY',
    `Failed to generate invoice - the registry has not said who sells: ${missing.join(', ')}`,
    { details: { settings: missing } },
  );

/** A retry does not help: an operator has to extend the range. */
export const outOfNumbers = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'Failed to generate invoice - invoice number limit reached');
