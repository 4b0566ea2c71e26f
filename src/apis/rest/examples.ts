/**
 * A request that works in the demo world, any number of times, for every operation id of the OpenAPI document.
 * Examples use different objects of it, so that no example depends on whether another was tried before. The exception
 * is the status of a deposit, which needs the deposit of another example.
 */
export interface Example {
  /**
   * True for a request that can succeed only once: it is sent as a dry run, which answers the same and changes
   * nothing.
   */
  readonly dryRun?: true | undefined;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * A renewal must name the domain's expiry date, which depends on the day on which the demo world begins: a trial puts
 * the real date into this example.
 */
export const renewedExample = { name: 'vitamiin.med.ee', expiresOn: '2026-12-30' };

/** A contact without a code: the registry makes one. */
const newcomer = {
  name: 'Kadri Lepp',
  email: 'kadri.lepp@mail.example',
  phone: '+372.5555555',
  ident: { ident: '49303010423', ident_type: 'priv', ident_country_code: 'EE' },
};
const dnssecKey = (public_key: string) => ({ flags: '257', protocol: '3', alg: '13', public_key });
const customer = { customer_name: 'Liina Laas', customer_email: 'liina.laas@mail.example' };
const customer_url = 'https://auction.example/thanks';
const deposit = 'user_uuid 6f1d2c3b-8a41-4e5f-9b7c-0d1e2f3a4b5c, user_email liina.laas@mail.example';
const openInvoice = { id: '24' };
const paidReservation = { invoice_number: '150020', user_unique_id: '5e6f7a8b-9' };

/** PKCS #10 for the user alpha, in base64; nobody has kept its key. */
const certificateRequest =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlId01JR1hBZ0VBTURVeEN6QUpCZ05WQkFZVEFrVkZNUll3RkFZRFZRUUtEQTFC' +
  'YkhCb1lTQkViMjFoYVc1egpNUTR3REFZRFZRUUREQVZoYkhCb1lUQlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJKbTNvOWkrCmU5' +
  'VEg2SGt4alFjcm9RYkRZckdSc29Hd2R4amF0ZUJOQ251TnBwVEI4c1RKVnJRRlRsWGZPS2NLZ1I4c2Y5WlAKdEtEcmVocUozWGtWT0pxZ0FEQUtC' +
  'Z2dxaGtqT1BRUURBZ05JQURCRkFpRUEvdGNsY3BYYkN6dzNLYkFUVE9DawpxdGFMUnVvSlhrTE16RDI5Rk5aOTMvQUNJRW0wc1Zkdk9McEhVZVF4' +
  'YjZyRVVTL3lqYk5FdUtoM1JaUHg5eTQ2Ck54VnIKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

export const examples: Readonly<Record<string, Example>> = {
  accountsUpdate: {
    body: { account: { billing_email: 'books@alpha.example', iban: 'EE382200221020145685' } },
  },
  accountsUpdateByPatch: { body: { account: { accept_pdf_invoices: true } } },
  accountsSetAutoReload: { body: { type: { amount: '100', threshold: '10' } } },
  sessionsSwitch: { body: { account: { new_user_id: '4' } } },
  accountsTopUp: { body: { invoice: { amount: '100', description: 'For December' } } },
  invoicesShow: { path: openInvoice },
  invoicesPrint: { path: openInvoice },
  invoicesSend: { path: openInvoice, body: { invoice: { id: '24', recipient: 'books@alpha.example' } } },
  invoicesCancel: { dryRun: true, path: openInvoice },

  notificationsShow: { path: { notification_id: '12' } },
  notificationsAcknowledge: {
    dryRun: true,
    path: { notification_id: '12' },
    body: { notification: { read: true } },
  },
  notificationsAcknowledgeByPatch: {
    dryRun: true,
    path: { notification_id: '13' },
    body: { notification: { read: true } },
  },

  contactsCreate: { body: { contact: newcomer } },
  contactsUpdate: {
    path: { contact_id: 'ALPHA:LUIK' },
    body: { contact: { email: 'helve.luik@mail.example', phone: '+372.5551234' } },
  },
  contactsUpdateByPatch: {
    path: { contact_id: 'ALPHA:TULEVIK' },
    body: { contact: { phone: '+372.5559876' } },
  },
  contactsDelete: { dryRun: true, path: { contact_id: 'ALPHA:PUU' } },
  contactsSearch: { query: { query: 'tamm' } },

  domainsRegister: {
    dryRun: true,
    body: {
      domain: {
        name: 'rohelinemaja.ee',
        registrant: 'ALPHA:TAMM',
        period: 1,
        period_unit: 'y',
        admin_contacts: ['ALPHA:TAMM'],
        tech_contacts: ['ALPHA:TECH'],
        nameservers_attributes: [{ hostname: 'ns1.alpha.example' }, { hostname: 'ns2.alpha.example' }],
      },
    },
  },
  domainsUpdate: {
    dryRun: true,
    path: { domain_name: 'rebane.ee' },
    body: { domain: { registrant: { code: 'ALPHA:ILVES', verified: false } } },
  },
  domainsUpdateByPatch: {
    path: { domain_name: 'virtanen.ee' },
    body: { domain: { transfer_code: 'virtaneni-kood' } },
  },
  domainsDelete: {
    dryRun: true,
    path: { domain_name: 'lepp.ee' },
    body: { domain: { delete: { verified: true } } },
  },
  domainsApplyChangeSet: { dryRun: true, body: { csv: 'action,domain,period\nrenew,regatt.ee,1y\n' } },
  domainsBulkRenew: { dryRun: true, body: { domains: ['kevad.ee', 'suvi.ee'], renew_period: '1y' } },
  domainsRenew: {
    dryRun: true,
    path: { domain_name: renewedExample.name },
    body: { renews: { period: 1, period_unit: 'y', exp_date: renewedExample.expiresOn } },
  },
  domainsAddContacts: {
    path: { domain_name: 'saar.ee' },
    body: { contacts: [{ code: 'ALPHA:TAMM', type: 'tech' }] },
  },
  domainsRemoveContacts: {
    dryRun: true,
    path: { domain_name: 'virtanen.ee' },
    body: { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] },
  },
  domainsAddNameservers: {
    dryRun: true,
    path: { domain_name: 'saar.ee' },
    body: { nameservers: [{ hostname: 'ns3.saar.ee', ipv4: ['192.0.2.53'], ipv6: ['2001:db8::53'] }] },
  },
  domainsRemoveNameserver: {
    dryRun: true,
    path: { domain_name: 'peetrilaud.ee', nameserver_hostname: 'c.dns.example' },
  },
  domainsAddDnssecKeys: {
    dryRun: true,
    path: { domain_name: 'saar.ee' },
    body: {
      dns_keys: [
        dnssecKey('+XzuTkZ4+6hvxN+/qTVlb4+JV6EfOiKdfqMMa/Yxzijf7kYlJvo9C/r3CqlVH71L9/1JEy8h4O2MialqED5ang=='),
      ],
    },
  },
  domainsRemoveDnssecKeys: {
    dryRun: true,
    path: { domain_name: 'tamm.ee' },
    body: {
      dns_keys: [
        dnssecKey('sxaeRNzgbSZ9Np1LOq3GqfxDOzufDAgnQ59sbearCE1aKoYTPiX65ROU45NEYzBl7CWNSZBKQI9xLX5gi8GUvg=='),
      ],
    },
  },
  domainsSetClientHold: { dryRun: true, path: { domain_name: 'oliversmith.ee' } },
  domainsSetClientHoldByPatch: { dryRun: true, path: { domain_name: 'oliversmith.ee' } },
  domainsRemoveClientHold: { dryRun: true, path: { domain_name: 'peatatud.ee' } },
  domainsCancelPendingChange: { dryRun: true, path: { domain_name: 'uusomanik.ee' } },
  domainsTransfer: {
    dryRun: true,
    path: { domain_name: 'roos.ee' },
    body: { transfer: { transfer_code: '7aff7a7f0954f37e6df30b9f5b934c77' } },
  },
  domainsBulkTransfer: {
    dryRun: true,
    body: {
      data: {
        domain_transfers: [
          { domain_name: 'parn.ee', transfer_code: 'f12310bfb1d155f1ef498398c694c379' },
          { domain_name: 'sepp.ee', transfer_code: '91bc58eda7f8d426c5532b603c8e735c' },
        ],
      },
    },
  },
  domainsReplaceTechContact: {
    dryRun: true,
    body: { current_contact_id: 'ALPHA:TECH', new_contact_id: 'ALPHA:KASK' },
  },
  domainsReplaceAdminContact: {
    dryRun: true,
    body: { current_contact_id: 'ALPHA:LEPP', new_contact_id: 'ALPHA:KADRI' },
  },
  domainsReplaceNameserver: {
    dryRun: true,
    body: {
      data: {
        type: 'nameserver',
        id: 'a.dns.example',
        domains: ['talv.ee'],
        attributes: { hostname: 'd.dns.example' },
      },
    },
  },

  statisticsShowMarketShare: { query: { 'q[end_date]': '06.25' } },
  statisticsShowMarketGrowth: { query: { 'q[end_date]': '06.25', 'q[compare_to_end_date]': '12.24' } },

  apiUsersCreate: {
    dryRun: true,
    body: {
      api_user: {
        username: 'alpha-robot',
        plain_text_password: 'a-long-and-good-secret',
        active: true,
        roles: ['epp'],
      },
    },
  },
  apiUsersUpdate: { path: { api_user_id: '2' }, body: { api_user: { email: 'epp@alpha.example' } } },
  apiUsersUpdateByPatch: { path: { api_user_id: '2' }, body: { api_user: { active: true } } },
  apiUsersDelete: { dryRun: true, path: { api_user_id: '3' } },
  certificatesDownload: { query: { type: 'crt' } },
  certificatesRequest: {
    body: { certificate: { api_user_id: 1, csr: { body: certificateRequest, type: 'csr' } } },
  },
  allowedIpsAdd: { dryRun: true, body: { white_ip: { address: '203.0.113.0/28', interfaces: ['api'] } } },
  allowedIpsUpdate: { body: { white_ip: { interfaces: ['api', 'registrar'] } } },
  allowedIpsUpdateByPatch: { body: { white_ip: { address: '192.0.2.16/28' } } },
  allowedIpsRemove: { dryRun: true, path: { white_ip_id: '3' } },

  reservationsCreate: { dryRun: true, body: { domain_names: ['sinineuks.ee', 'sinineuks.com.ee'] } },
  paidReservationsCreate: { body: { domain_names: ['kollanemaja.ee'] } },
  paidReservationsShow: { query: paidReservation },
  paidReservationsInvoice: { query: paidReservation },

  invoicesIssueReferenceNumber: {
    body: { initiator: 'registry', owner: 'ALPHA', email: 'billing@alpha.example' },
  },
  invoicesIssueMonthlyNumbers: { body: { count: 2 } },
  invoicesCreatePaymentLink: {
    body: {
      invoice_number: 150_018,
      transaction_amount: '100.00',
      custom_field1: 'reload balance',
      ...customer,
    },
  },
  invoicesCreateOneOffPayment: { body: { invoice_number: '150018', customer_url } },
  invoicesCreateBulkPayment: {
    body: { description: '150018 150024', transaction_amount: '410.00', customer_url },
  },
  invoicesCreateDepositPrepayment: {
    body: { description: `auction_deposit rand.ee, ${deposit}`, transaction_amount: '50.00', customer_url },
  },
  invoicesUpdateStatus: { body: { invoice_number: 150_026, status: 'cancelled' } },
  invoicesUpdateDepositStatus: {
    body: { domain_name: 'rand.ee', user_uuid: '6f1d2c3b-8a41-4e5f-9b7c-0d1e2f3a4b5c', status: 'paid' },
  },
  invoicesUpdateAmount: { body: { invoice_number: 150_009, transaction_amount: '60.00' } },
  invoicesUpdateAmountByPatch: { body: { invoice_number: 150_009, transaction_amount: '55.00' } },
  invoicesSynchronize: { body: { id: 150_026, status: 'cancelled' } },
  invoicesSynchronizeByPatch: { body: { id: 150_026, status: 'cancelled' } },
  invoicesCancelOfName: { body: { domain_name: 'muhumaja.ee', token: '7a8b9c0d-b' } },
  invoicesCancelOfNameByPatch: { body: { domain_name: 'muhumaja.ee', token: '7a8b9c0d-b' } },
  invoicesPaymentStatus: { query: paidReservation },
  invoicesRefund: { body: { invoice_number: 150_005 } },
  invoicesImport: {
    body: [{ invoice_number: 2001, initiator: 'auction', transaction_amount: '12.40', status: 'paid' }],
  },
  invoicesImportReferenceNumbers: {
    body: [{ reference_number: '2199812', initiator: 'registry', registrar_name: 'Alpha Domains' }],
  },
  invoicesExportToAccounting: {
    body: {
      initiator: 'registry',
      invoice_data: [
        {
          number: '150022',
          issue_date: '2026-11-15',
          transaction_date: '2026-11-15',
          currency: 'EUR',
          language: 'ENG',
          customer: { code: 'ALPHA', name: 'Alpha Domains' },
          invoice_lines: [
            {
              product_id: 'ETTEM06',
              description: 'Domains prepayment',
              quantity: 1,
              price: '100.00',
              unit: 'pc',
            },
          ],
        },
      ],
    },
  },
  invoicesSendAsEInvoice: {
    body: {
      initiator: 'registry',
      invoice: {
        number: '150021',
        issue_date: '2026-11-15',
        due_date: '2026-11-29',
        currency: 'EUR',
        total: '124.00',
        total_to_pay: '124.00',
        vat_rate: '24',
        seller_name: 'Sandbox Registry Foundation',
        seller_reg_no: '90000001',
        buyer_name: 'Alpha Domains',
        buyer_reg_no: '12345678',
      },
      items: [
        {
          description: 'Prepayment',
          price: '100.00',
          quantity: '1',
          unit: 'pc',
          subtotal: '100.00',
          vat_rate: '24',
          vat_amount: '24.00',
          total: '124.00',
        },
      ],
      vat_amount: '24.00',
      invoice_subtotal: '100.00',
      seller_country_code: 'EE',
      buyer_country_code: 'EE',
    },
  },
  paymentsReceiveNotification: {
    query: {
      payment_reference: '7389fb6c331c684c67fa6e1772d55448c44c9c23bdfa21b65b2adffd21873b27',
      event_name: 'status_updated',
      order_reference: '150022',
    },
  },
};
