import { describe, expect, it, test } from 'vitest';
import {
  defaultSettings,
  parseSetting,
  settingsFrom,
  settingTexts,
} from '#src/registry/rules/domain/domain-settings.ts';
import { reported } from './support.ts';

const badShare = '2005 Invalid setting registry_vat_prc: Must be a share of one, such as 0.24';
const badLine =
  '2005 Invalid setting registry_street: Must be a line of at most 255 characters without markup';
const badTypes =
  '2005 Invalid setting admin_contacts_allowed_ident_type: Must be a comma list of: birthday, priv, org';

describe('settings', () => {
  it('are named as in the reference and have its defaults', () => {
    expect(Object.fromEntries(settingTexts(defaultSettings))).toEqual({
      admin_contacts_min_count: '1',
      admin_contacts_max_count: '10',
      tech_contacts_max_count: '10',
      admin_contacts_required_for_org: 'true',
      admin_contacts_required_for_minors: 'true',
      admin_contacts_allowed_ident_type: 'birthday,priv',
      address_processing: 'false',
      ns_min_count: '2',
      ns_max_count: '11',
      nameserver_required: 'false',
      dnskeys_min_count: '0',
      dnskeys_max_count: '9',
      key_data_allowed: 'true',
      ds_digest_type: '2',
      orphans_contacts_in_months: '6',
      expire_warning_period: '15',
      redemption_grace_period: '30',
      expire_pending_confirmation: '48',
      days_to_renew_domain_before_expire: '90',
      expiration_reminder_mail: '2',
      request_confirmation_on_registrant_change_enabled: 'true',
      request_confirmation_on_domain_deletion_enabled: 'true',
      api_ip_whitelist_enabled: 'false',
      ip_whitelist_max_count: '256',
      dispute_period_in_months: '36',
      minimum_deposit: '0.00',
      invoice_number_min: '150005',
      invoice_number_max: '199999',
      invoice_number_auction_deposit_min: '10001',
      invoice_number_auction_deposit_max: '14001',
      directo_monthly_number_min: '309901',
      directo_monthly_number_max: '309999',
      directo_receipt_payment_term: 'R',
      directo_sales_agent: '',
      registry_vat_prc: '0.24',
      registry_juridical_name: '',
      registry_street: '',
      registry_city: '',
      registry_reg_no: '',
      registry_vat_no: '',
      registry_phone: '',
      registry_email: '',
      registry_url: '',
      registry_bank: '',
      registry_iban: '',
      registry_swift: '',
      registry_state: '',
      registry_zip: '',
      registry_country_code: 'EE',
      registry_invoice_contact: '',
      days_to_keep_invoices_active: '30',
      days_to_keep_overdue_invoices_active: '0',
      directo_receipt_product_name: 'ETTEM06',
    });
  });

  it('read back from the table as they were written; a row of one that is no more has no effect', () => {
    const rows = [...settingTexts(defaultSettings)].map(([name, value]) => ({ name, value }));
    expect(settingsFrom(rows)).toEqual(defaultSettings);
    expect(settingsFrom([])).toEqual(defaultSettings);
    expect(settingsFrom([{ name: 'ns_min_count', value: '1' }]).nsMinCount).toBe(1);
    expect(settingsFrom([{ name: 'ns_min_count', value: 'one' }]).nsMinCount).toBe(2);
    expect(settingsFrom([{ name: 'transfer_wait_time', value: '24' }])).toEqual(defaultSettings);
  });

  test.each([
    ['days_to_renew_domain_before_expire', '0', 'fine'],
    ['days_to_renew_domain_before_expire', ' 30 ', 'fine'],
    [
      'days_to_renew_domain_before_expire',
      '1.5',
      '2005 Invalid setting days_to_renew_domain_before_expire: Must be a whole number',
    ],
    ['expire_warning_period', '-1', '2005 Invalid setting expire_warning_period: Must be a whole number'],
    ['expire_warning_period', '15 d', '2005 Invalid setting expire_warning_period: Must be a whole number'],
    ['expire_warning_period', '', '2005 Invalid setting expire_warning_period: Must be a whole number'],
    [
      'expire_warning_period',
      '999999',
      '2004 Invalid setting expire_warning_period: Must be between 0-100000',
    ],
    ['expire_warning_period', '100000', 'fine'],
    ['registry_vat_prc', '0.2', 'fine'],
    ['registry_vat_prc', '0', 'fine'],
    ['registry_vat_prc', '24', badShare],
    ['registry_vat_prc', '10.2', badShare],
    ['registry_vat_prc', '0.24%', badShare],
    ['registry_vat_prc', '0.24001', badShare],
    ['registry_street', 'Paldiski mnt 80', 'fine'],
    ['registry_street', 'a'.repeat(255), 'fine'],
    ['registry_street', 'a'.repeat(256), badLine],
    ['registry_street', '<b>', badLine],
    ['nameserver_required', 'true', 'fine'],
    ['nameserver_required', 'yes', '2005 Invalid setting nameserver_required: Must be one of: true, false'],
    ['ds_digest_type', '1', 'fine'],
    ['ds_digest_type', '3', '2005 Invalid setting ds_digest_type: Must be one of: 1, 2'],
    ['admin_contacts_allowed_ident_type', 'priv, org', 'fine'],
    ['admin_contacts_allowed_ident_type', 'dog', badTypes],
    ['admin_contacts_allowed_ident_type', 'priv,dog', badTypes],
    ['minimum_deposit', '5', 'fine'],
    ['minimum_deposit', '-5', '2004 Invalid setting minimum_deposit: Must not be negative'],
    ['minimum_deposit', 'much', '2005 Invalid setting minimum_deposit: Must be an amount'],
    ['ns_min_count', '11', 'fine'],
    ['ns_min_count', '12', '2004 Invalid setting ns_min_count: ns_min_count must not exceed ns_max_count'],
    ['ns_max_count', '1', '2004 Invalid setting ns_max_count: ns_min_count must not exceed ns_max_count'],
    ['colour', 'blue', '2303 Setting was not found: colour'],
    ['toString', 'x', '2303 Setting was not found: toString'],
  ])('%s set to %j: %s', (name, value, expected) => {
    const parsed = parseSetting(name, value);
    expect(parsed.ok ? 'fine' : reported(parsed.failure)).toBe(expected);
  });

  test.each([
    ['nameserver_required', 'true', { nameserverRequired: true }],
    ['key_data_allowed', 'false', { keyDataAllowed: false }],
    ['ds_digest_type', '1', { dsDigestType: 1 }],
    ['ds_digest_type', '2', { dsDigestType: 2 }],
    ['admin_contacts_allowed_ident_type', 'priv,org', { adminContactsAllowedIdentTypes: ['priv', 'org'] }],
    ['minimum_deposit', '5.50', { minimumDeposit: '5.50' }],
    ['registry_vat_prc', '0.0', { vatRate: 0 }],
    ['registry_vat_prc', '0.02', { vatRate: 200 }],
    ['registry_vat_prc', '0.2425', { vatRate: 2425 }],
    ['registry_city', 'Tallinn', { issuerCity: 'Tallinn' }],
    ['registry_country_code', 'LV', { issuerCountryCode: 'LV' }],
    ['invoice_number_max', '999999999', { invoiceNumberMax: 999_999_999 }],
  ])('%s stored as %s is read so, and written so again', (name, value, expected) => {
    const read = settingsFrom([{ name, value }]);
    expect(read).toEqual({ ...defaultSettings, ...expected });
    expect(settingTexts(read).get(name)).toBe(value);
    expect(parseSetting(name, value)).toEqual({ ok: true, text: value, settings: read });
  });

  it('change one at a time and are stored in one spelling', () => {
    const untaxed = parseSetting('registry_vat_prc', '0');
    expect(untaxed).toMatchObject({ ok: true, text: '0.0', settings: { vatRate: 0 } });
    const parsed = parseSetting('minimum_deposit', ' 5 ');
    expect(parsed).toMatchObject({
      ok: true,
      text: '5.00',
      settings: { minimumDeposit: '5.00', nsMinCount: 2 },
    });
    const next = parseSetting('ns_max_count', '020', parsed.ok ? parsed.settings : undefined);
    expect(next).toMatchObject({
      ok: true,
      text: '20',
      settings: { minimumDeposit: '5.00', nsMaxCount: 20 },
    });
  });

  it('have no name twice', () =>
    expect(settingTexts(defaultSettings).size).toBe(Object.keys(defaultSettings).length));
});
