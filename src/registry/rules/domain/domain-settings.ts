import { type Failure, failure, referenceNotFound } from '../../../base/errors.ts';
import { type Money, parseMoney, zero } from '../../../base/money.ts';
import { normaliseCountryCode } from '../contact/countries.ts';
import { type IdentType, isIdentType } from '../contact/ident.ts';
import { codePoints, isUnsafeText } from '../text.ts';
import type { DigestType } from './dnssec.ts';
import type { settingDescriptions } from './setting-texts.ts';

type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** A setting that is not described there cannot be declared. */
type SettingName = keyof typeof settingDescriptions;

interface Setting<Value> {
  /** The name in docs/rules/registrar.md#settings and for operators. */
  readonly name: SettingName;
  readonly fallback: Value;
  readonly parse: (text: string) => Parsed<Value>;
  readonly print: (value: Value) => string;
}

const greatestCount = 100_000;
const greatestInvoiceNumber = 999_999_999;

const wholeNumber = (name: SettingName, fallback: number, greatest: number): Setting<number> => ({
  name,
  fallback,
  parse: (text) => {
    if (!/^\d{1,9}$/.test(text)) return malformed(name, 'Must be a whole number');
    const value = Number(text);
    if (value > greatest) return outOfRange(name, `Must be between 0-${greatest}`);
    return { ok: true, value };
  },
  print: String,
});

const count = (name: SettingName, fallback: number): Setting<number> =>
  wholeNumber(name, fallback, greatestCount);

const invoiceNumber = (name: SettingName, fallback: number): Setting<number> =>
  wholeNumber(name, fallback, greatestInvoiceNumber);

const toggle = (name: SettingName, fallback: boolean): Setting<boolean> => ({
  name,
  fallback,
  parse: (text) => {
    if (text !== 'true' && text !== 'false') return malformed(name, 'Must be one of: true, false');
    return { ok: true, value: text === 'true' };
  },
  print: String,
});

const digestType = (name: SettingName, fallback: DigestType): Setting<DigestType> => ({
  name,
  fallback,
  parse: (text) => {
    if (text !== '1' && text !== '2') return malformed(name, 'Must be one of: 1, 2');
    return { ok: true, value: text === '1' ? 1 : 2 };
  },
  print: String,
});

const identTypeList = (name: SettingName, fallback: readonly IdentType[]): Setting<readonly IdentType[]> => ({
  name,
  fallback,
  parse: (text) => {
    const types = [...new Set(text.split(',').map((type) => type.trim()))];
    if (!types.every(isIdentType)) return malformed(name, 'Must be a comma list of: birthday, priv, org');
    return { ok: true, value: types };
  },
  print: (types) => types.join(','),
});

const amount = (name: SettingName, fallback: Money): Setting<Money> => ({
  name,
  fallback,
  parse: (text) => {
    const value = parseMoney(text);
    if (value === undefined) return malformed(name, 'Must be an amount');
    return value.startsWith('-') ? outOfRange(name, 'Must not be negative') : { ok: true, value };
  },
  print: (value) => value,
});

/** A fraction (`0.24`), stored in ten-thousandths. */
const rate = (name: SettingName, fallback: number): Setting<number> => ({
  name,
  fallback,
  parse: (text) => {
    if (!/^0(\.\d{1,4})?$/.test(text)) return malformed(name, 'Must be a share of one, such as 0.24');
    return { ok: true, value: Number((text.split('.')[1] ?? '').padEnd(4, '0')) };
  },
  print: (value) => `0.${String(value).padStart(4, '0')}`.replace(/0{1,3}$/, ''),
});

const line = (name: SettingName, fallback = ''): Setting<string> => ({
  name,
  fallback,
  parse: (text) =>
    isUnsafeText(text) || codePoints(text) > 255
      ? malformed(name, 'Must be a line of at most 255 characters without markup')
      : { ok: true, value: text },
  print: (value) => value,
});

const country = (name: SettingName, fallback: string): Setting<string> => ({
  name,
  fallback,
  parse: (text) => {
    const value = normaliseCountryCode(text);
    return value === undefined ? malformed(name, 'Must be an ISO 3166-1 code') : { ok: true, value };
  },
  print: (value) => value,
});

/** docs/rules/registrar.md#settings. Periods are days unless their comment says otherwise. */
const settings = {
  adminContactsMinCount: count('admin_contacts_min_count', 1),
  adminContactsMaxCount: count('admin_contacts_max_count', 10),
  techContactsMaxCount: count('tech_contacts_max_count', 10),
  adminContactsRequiredForOrg: toggle('admin_contacts_required_for_org', true),
  adminContactsRequiredForMinors: toggle('admin_contacts_required_for_minors', true),
  adminContactsAllowedIdentTypes: identTypeList('admin_contacts_allowed_ident_type', ['birthday', 'priv']),
  /** True if whole postal addresses are required: docs/rules/registrar.md#postal-addresses. */
  addressProcessing: toggle('address_processing', false),
  nsMinCount: count('ns_min_count', 2),
  nsMaxCount: count('ns_max_count', 11),
  nameserverRequired: toggle('nameserver_required', false),
  dnskeysMinCount: count('dnskeys_min_count', 0),
  dnskeysMaxCount: count('dnskeys_max_count', 9),
  keyDataAllowed: toggle('key_data_allowed', true),
  dsDigestType: digestType('ds_digest_type', 2),
  /** Months. */
  orphansContactsInMonths: count('orphans_contacts_in_months', 6),
  expireWarningPeriod: count('expire_warning_period', 15),
  redemptionGracePeriod: count('redemption_grace_period', 30),
  /** Hours. */
  expirePendingConfirmation: count('expire_pending_confirmation', 48),
  /** 0 means no window. */
  daysToRenewDomainBeforeExpire: count('days_to_renew_domain_before_expire', 90),
  expirationReminderMail: count('expiration_reminder_mail', 2),
  requestConfirmationOnRegistrantChangeEnabled: toggle(
    'request_confirmation_on_registrant_change_enabled',
    true,
  ),
  requestConfirmationOnDomainDeletionEnabled: toggle('request_confirmation_on_domain_deletion_enabled', true),
  apiIpWhitelistEnabled: toggle('api_ip_whitelist_enabled', false),
  ipWhitelistMaxCount: count('ip_whitelist_max_count', 256),
  /** Months. */
  disputePeriodInMonths: count('dispute_period_in_months', 36),
  minimumDeposit: amount('minimum_deposit', zero),
  /** Ranges of numbers: docs/rules/billing.md#invoice-numbers. */
  invoiceNumberMin: invoiceNumber('invoice_number_min', 150_005),
  invoiceNumberMax: invoiceNumber('invoice_number_max', 199_999),
  depositNumberMin: invoiceNumber('invoice_number_auction_deposit_min', 10_001),
  depositNumberMax: invoiceNumber('invoice_number_auction_deposit_max', 14_001),
  monthlyNumberMin: invoiceNumber('directo_monthly_number_min', 309_901),
  monthlyNumberMax: invoiceNumber('directo_monthly_number_max', 309_999),
  accountingPaymentTerm: line('directo_receipt_payment_term', 'R'),
  accountingSalesAgent: line('directo_sales_agent'),
  /** Ten-thousandths: docs/rules/reservation.md#the-invoice-as-pdf. */
  vatRate: rate('registry_vat_prc', 2400),
  /** The issuer of invoices; empty values are not printed. */
  issuerName: line('registry_juridical_name'),
  issuerStreet: line('registry_street'),
  issuerCity: line('registry_city'),
  issuerState: line('registry_state'),
  issuerZip: line('registry_zip'),
  issuerCountryCode: country('registry_country_code', 'EE'),
  issuerRegNo: line('registry_reg_no'),
  issuerVatNo: line('registry_vat_no'),
  issuerPhone: line('registry_phone'),
  issuerEmail: line('registry_email'),
  issuerUrl: line('registry_url'),
  issuerBank: line('registry_bank'),
  issuerIban: line('registry_iban'),
  issuerSwift: line('registry_swift'),
  issuerContact: line('registry_invoice_contact'),
  /**
   * The days from issue to due date; the next setting has those from there to cancellation:
   * docs/rules/self-service.md#overdue.
   */
  daysToKeepInvoicesActive: count('days_to_keep_invoices_active', 30),
  daysToKeepOverdueInvoicesActive: count('days_to_keep_overdue_invoices_active', 0),
  /** The product under which prepayments are subtracted in monthly summaries. */
  accountingPrepaymentProduct: line('directo_receipt_product_name', 'ETTEM06'),
} as const;

type Settings = typeof settings;
type SettingKey = keyof Settings;
type ValueOf<Key extends SettingKey> = Settings[Key]['fallback'];

export type RegistrySettings = { readonly [Key in SettingKey]: ValueOf<Key> };

const keyOfName: ReadonlyMap<string, SettingKey> = new Map(
  Object.entries(settings).map(([key, { name }]) => [name, key as SettingKey]),
);

export const defaultSettings: RegistrySettings = mapSettings((setting) => setting.fallback);

/** Reads the rows of the settings table; missing or invalid ones have their default. */
export function settingsFrom(
  rows: Iterable<{ readonly name: string; readonly value: string }>,
): RegistrySettings {
  const texts = new Map(Array.from(rows, ({ name, value }) => [name, value]));
  return mapSettings((setting) => {
    const text = texts.get(setting.name);
    if (text === undefined) return setting.fallback;
    const parsed = setting.parse(text);
    return parsed.ok ? parsed.value : setting.fallback;
  });
}

/** The texts in which settings are stored and shown. */
export function settingTexts(values: RegistrySettings): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const put = <Key extends SettingKey>(key: Key): void => {
    const setting = settings[key] as Setting<ValueOf<Key>>;
    texts.set(setting.name, setting.print(values[key]));
  };
  for (const key of keyOfName.values()) put(key);
  return texts;
}

/** A minimum never exceeds its maximum. */
const ranges = [
  ['adminContactsMinCount', 'adminContactsMaxCount'],
  ['nsMinCount', 'nsMaxCount'],
  ['dnskeysMinCount', 'dnskeysMaxCount'],
  ['invoiceNumberMin', 'invoiceNumberMax'],
  ['depositNumberMin', 'depositNumberMax'],
  ['monthlyNumberMin', 'monthlyNumberMax'],
] as const;

export type ParsedSetting =
  | { readonly ok: true; readonly text: string; readonly settings: RegistrySettings }
  | { readonly ok: false; readonly failure: Failure };

/** Parses one changed setting: its text as it will be stored, and all settings with it. */
export function parseSetting(
  name: string,
  value: string,
  current: RegistrySettings = defaultSettings,
): ParsedSetting {
  const key = keyOfName.get(name);
  if (key === undefined) {
    return {
      ok: false,
      failure: referenceNotFound(`Setting was not found: ${name}`, ['name']),
    };
  }
  const parsed = settings[key].parse(value.trim());
  if (!parsed.ok) return parsed;
  const changed: RegistrySettings = { ...current, [key]: parsed.value };
  const crossed = ranges.find(([least, greatest]) => changed[least] > changed[greatest]);
  if (crossed) {
    const [least, greatest] = crossed;
    return outOfRange(name, `${settings[least].name} must not exceed ${settings[greatest].name}`);
  }
  return { ok: true, text: settingTexts(changed).get(name) ?? value, settings: changed };
}

function mapSettings(read: <Value>(setting: Setting<Value>) => Value): RegistrySettings {
  const entries = Object.entries(settings).map(([key, setting]) => [key, read(setting as Setting<unknown>)]);
  return Object.fromEntries(entries) as RegistrySettings;
}

const malformed = (name: string, phrase: string) => refused('PARAMETER_VALUE_SYNTAX', name, phrase);
const outOfRange = (name: string, phrase: string) => refused('PARAMETER_VALUE_RANGE', name, phrase);

function refused(code: 'PARAMETER_VALUE_SYNTAX' | 'PARAMETER_VALUE_RANGE', name: string, phrase: string) {
  return {
    ok: false,
    failure: failure(code, `Invalid setting ${name}: ${phrase}`, { path: ['value'] }),
  } as const;
}
