/** The text of a setting: what it decides, in a sentence, and its unit; null if it is not a number. */
export interface SettingText {
  readonly about: string;
  readonly unit: string | null;
}

/** The texts by the names in docs/rules/registrar.md#settings. */
export const settingDescriptions = {
  admin_contacts_min_count: {
    about: 'The least number of admin contacts of a domain whose registrant needs one.',
    unit: 'contacts',
  },
  admin_contacts_max_count: { about: 'The greatest number of admin contacts of a domain.', unit: 'contacts' },
  tech_contacts_max_count: { about: 'The greatest number of tech contacts of a domain.', unit: 'contacts' },
  admin_contacts_required_for_org: {
    about: 'Whether a domain of an organisation needs an admin contact.',
    unit: null,
  },
  admin_contacts_required_for_minors: {
    about: 'Whether a domain of a minor needs an admin contact.',
    unit: null,
  },
  admin_contacts_allowed_ident_type: {
    about: 'Which kinds of identity numbers admin contacts may have.',
    unit: null,
  },
  address_processing: { about: 'Whether new contacts need a complete postal address.', unit: null },
  ns_min_count: { about: 'The least number of nameservers of a domain that has any.', unit: 'nameservers' },
  ns_max_count: { about: 'The greatest number of nameservers of a domain.', unit: 'nameservers' },
  nameserver_required: { about: 'Whether a domain without nameservers is refused.', unit: null },
  dnskeys_min_count: { about: 'The least number of DNSSEC keys of a domain.', unit: 'keys' },
  dnskeys_max_count: { about: 'The greatest number of DNSSEC keys of a domain.', unit: 'keys' },
  key_data_allowed: { about: 'Whether registrars may give DNSSEC keys.', unit: null },
  ds_digest_type: {
    about: 'The digest of the DS records of new keys: 1 is SHA-1, 2 is SHA-256.',
    unit: null,
  },
  orphans_contacts_in_months: { about: 'How long a contact that no domain uses is kept.', unit: 'months' },
  expire_warning_period: { about: 'How long an expired domain stays in its zone.', unit: 'days' },
  redemption_grace_period: {
    about: 'How long a domain that has left its zone can still be kept.',
    unit: 'days',
  },
  expire_pending_confirmation: {
    about: 'How long the registry waits for the registrant to confirm a change.',
    unit: 'hours',
  },
  days_to_renew_domain_before_expire: {
    about: 'How long before its expiry a domain can be renewed; 0: at any time.',
    unit: 'days',
  },
  expiration_reminder_mail: {
    about: "How long after a domain's expiry its registrant is reminded.",
    unit: 'days',
  },
  request_confirmation_on_registrant_change_enabled: {
    about: 'Whether the registrant must confirm a change of the registrant.',
    unit: null,
  },
  request_confirmation_on_domain_deletion_enabled: {
    about: 'Whether the registrant must confirm the deletion of the domain.',
    unit: null,
  },
  api_ip_whitelist_enabled: {
    about: 'Whether users of registrars may call from allowed addresses only.',
    unit: null,
  },
  ip_whitelist_max_count: {
    about: 'The greatest number of allowed addresses of a registrar.',
    unit: 'addresses',
  },
  dispute_period_in_months: { about: 'How long a dispute over a name lasts.', unit: 'months' },
  minimum_deposit: {
    about: 'The smallest amount that a registrar can top up its account with.',
    unit: 'EUR',
  },
  invoice_number_min: { about: 'The first number of the range of invoices.', unit: 'number' },
  invoice_number_max: {
    about: 'The last number of the range of invoices: after it, no invoice is issued.',
    unit: 'number',
  },
  invoice_number_auction_deposit_min: {
    about: 'The first number of the range of auction deposits.',
    unit: 'number',
  },
  invoice_number_auction_deposit_max: {
    about: 'The last number of the range of auction deposits.',
    unit: 'number',
  },
  directo_monthly_number_min: { about: 'The first number of the range of monthly invoices.', unit: 'number' },
  directo_monthly_number_max: { about: 'The last number of the range of monthly invoices.', unit: 'number' },
  directo_receipt_payment_term: { about: 'The payment term of receipts in accounting.', unit: null },
  directo_sales_agent: { about: 'The sales agent of invoices in accounting.', unit: null },
  registry_vat_prc: {
    about: 'The VAT rate in the country of the registry, as a share of one: 0.24.',
    unit: 'share',
  },
  registry_juridical_name: { about: 'The name of the company that issues invoices.', unit: null },
  registry_street: { about: 'The street of the company that issues invoices.', unit: null },
  registry_city: { about: 'The city of the company that issues invoices.', unit: null },
  registry_state: { about: 'The county or state of the company that issues invoices.', unit: null },
  registry_zip: { about: 'The postal code of the company that issues invoices.', unit: null },
  registry_country_code: {
    about: 'The country of the company that issues invoices, whose VAT rate applies.',
    unit: null,
  },
  registry_reg_no: { about: 'The business register number of the company that issues invoices.', unit: null },
  registry_vat_no: { about: 'The VAT number of the company that issues invoices.', unit: null },
  registry_phone: { about: 'The phone number on invoices.', unit: null },
  registry_email: { about: 'The e-mail address on invoices.', unit: null },
  registry_url: { about: 'The web site on invoices.', unit: null },
  registry_bank: { about: 'The bank of the account on invoices.', unit: null },
  registry_iban: { about: 'The account to which invoices are paid.', unit: null },
  registry_swift: { about: 'The SWIFT code of the bank of the account on invoices.', unit: null },
  registry_invoice_contact: { about: 'Whom customers ask about invoices.', unit: null },
  days_to_keep_invoices_active: { about: 'How long after its issue a prepayment is due.', unit: 'days' },
  days_to_keep_overdue_invoices_active: {
    about: 'How long after its due date an unpaid prepayment is cancelled; 0: never.',
    unit: 'days',
  },
  directo_receipt_product_name: {
    about: 'The product under which prepayments are booked in accounting.',
    unit: null,
  },
} as const satisfies Readonly<Record<string, SettingText>>;
