import { domainStatuses } from '../rules/domain/statuses.ts';

/** What people call a list and its fields, where the name of the field does not say it (src/pages/graphiql/ask). */
export interface ListInWords {
  /** The fields that lead to the list, from the root. */
  readonly way: readonly string[];
  readonly title: string;
  readonly about: string;
  /** The columns to begin with. */
  readonly columns: readonly string[];
  /** By the name of a field, a filter, a column or a number. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The values that a filter of texts can have. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** Moments that may lie ahead. */
  readonly ahead?: readonly string[];
}

/** In the order in which they are offered. */
export const listsInWords: readonly ListInWords[] = [
  {
    way: ['domains'],
    title: 'Domains',
    about: 'Every name that is registered, with its owner, its dates and its state.',
    columns: ['name', 'createdAt', 'expiresAt', 'registrant.name'],
    fields: {
      name: 'Name',
      punycode: 'Name in ASCII',
      createdAt: 'Registered',
      expiresAt: 'Expires',
      updatedAt: 'Last changed',
      outzoneAt: 'Leaves the DNS',
      deleteDate: 'Can be deleted from',
      forceDeleteDate: 'Deleted by force from',
      status: 'State',
      statuses: 'State',
      zone: 'Zone',
      registrar: 'Registrar',
      registrantName: 'Owner',
      'registrant.name': 'Owner',
      'registrant.code': 'Owner’s code',
      registrantCode: 'Owner’s code',
      'registrant.address.countryCode': 'Owner’s country',
      registrantCountryCode: 'Owner’s country',
      registrantType: 'Kind of owner',
      signed: 'Signed with DNSSEC',
      nameserverHostname: 'Nameserver',
      nameserverHostnames: 'Nameserver',
      nameservers: 'Nameservers',
      contactCodes: 'Code of a contact',
      contactIdents: 'Identity code of a contact',
    },
    choices: { statuses: domainStatuses },
    ahead: ['expiresAt', 'outzoneAt', 'deleteDate', 'forceDeleteDate'],
  },
  {
    way: ['domainStatistics'],
    title: 'Growth',
    about:
      'How many domains were registered, renewed, transferred, expired and deleted in each period, how many there were at its end, and the renewal rate.',
    columns: ['registered', 'deleted'],
    fields: {
      period: 'Period',
      registered: 'Registered',
      renewed: 'Renewed',
      deleted: 'Deleted',
      expired: 'Expired',
      termsEnded: 'Terms that ended',
      termsRenewed: 'Terms that were renewed',
      renewalRate: 'Renewal rate in %',
      transferredIn: 'Transferred in',
      transferredOut: 'Transferred away',
      atEnd: 'Domains at the end',
      registrar: 'Registrar',
      zone: 'Zone',
    },
  },
  {
    way: ['domainEvents'],
    title: 'What happened',
    about: 'Each registration, renewal, transfer, expiry, change and deletion, with its day.',
    columns: ['at', 'kind', 'name'],
    fields: {
      at: 'When',
      kind: 'What happened',
      name: 'Domain',
      direction: 'To us or away',
      registrar: 'Registrar',
      fromRegistrar: 'From registrar',
      zone: 'Zone',
      sum: 'Years, added up',
      average: 'Years on average',
      median: 'Median of years',
    },
  },
  {
    way: ['contacts'],
    title: 'Contacts',
    about: 'The people and organisations behind the domains.',
    columns: ['code', 'name', 'createdAt'],
    fields: {
      code: 'Code',
      name: 'Name',
      identType: 'Kind of person',
      ident: 'Identity code',
      countryCode: 'Country of the identity code',
      addressCountryCode: 'Country',
      'address.countryCode': 'Country',
      addressCity: 'City',
      email: 'E-mail address',
      phone: 'Phone',
      createdAt: 'Created',
      updatedAt: 'Last changed',
      statuses: 'State',
    },
  },
  {
    way: ['account', 'transactions'],
    title: 'Movements of money',
    about: 'Every charge, top-up and refund on your account.',
    columns: ['createdAt', 'kind', 'description', 'amount', 'balance'],
    fields: {
      createdAt: 'When',
      kind: 'Kind',
      amount: 'Amount',
      description: 'Description',
      charged: 'Charged',
      lastPerPeriod: 'Balance at the end of the period',
      zone: 'Zone',
    },
  },
  {
    way: ['account', 'balances'],
    title: 'Balance',
    about: 'The balance of your account at the end of each month or day.',
    columns: ['balance'],
    fields: { day: 'Day', balance: 'Balance' },
  },
  {
    way: ['ledger'],
    title: 'Movements of money',
    about: 'Every charge, top-up and refund on the account of each registrar.',
    columns: ['createdAt', 'registrar.code', 'kind', 'description', 'amount'],
    fields: {
      createdAt: 'When',
      kind: 'Kind',
      amount: 'Amount',
      registrar: 'Registrar',
      charged: 'Charged',
      lastPerPeriod: 'Balance at the end of the period',
      zone: 'Zone',
    },
  },
  {
    way: ['invoices'],
    title: 'Invoices',
    about: 'What has been billed, what is paid and what is overdue.',
    columns: ['number', 'createdAt', 'status', 'amount'],
    fields: {
      number: 'Number',
      createdAt: 'Issued',
      paidAt: 'Paid on',
      cancelledAt: 'Cancelled on',
      dueOn: 'Due on',
      status: 'State',
      overdue: 'How long overdue',
      overdueDays: 'Days overdue',
      initiator: 'Issued for',
      amount: 'Amount',
    },
    ahead: ['dueOn'],
  },
  {
    way: ['payments'],
    title: 'Payments',
    about: 'The money that has arrived, and the invoice that it pays.',
    columns: ['occurredAt', 'state', 'amount'],
    fields: {
      occurredAt: 'When',
      state: 'State',
      stray: 'Without an invoice',
      standingAmount: 'What is left of it',
    },
  },
  {
    way: ['reservations'],
    title: 'Reservations',
    about: 'Names that a portal keeps for a company until it registers them.',
    columns: ['createdAt', 'kind', 'entries'],
    fields: {
      createdAt: 'Made',
      kind: 'Kind',
      status: 'State',
      name: 'Name',
      paid: 'Paid',
      entries: 'Names',
    },
  },
  {
    way: ['notifications'],
    title: 'Messages',
    about: 'What the registry has told you.',
    columns: ['createdAt', 'kind', 'text'],
    fields: { createdAt: 'When', kind: 'About', read: 'Read', readAt: 'Read at', text: 'Text' },
  },
  {
    way: ['registrars'],
    title: 'Registrars',
    about: 'The companies that register domains for others.',
    columns: ['code', 'name'],
    fields: {
      code: 'Code',
      name: 'Name',
      regNo: 'Register code',
      countryCode: 'Country',
      createdAt: 'Since',
      suspended: 'Suspended',
      suspendedAt: 'Suspended at',
      balance: 'Balance',
      sum: 'Balances, added up',
      average: 'Balance on average',
      median: 'Median balance',
    },
  },
];

/** Numbers that every list has. */
export const numbersInWords: Readonly<Record<string, string>> = {
  count: 'How many',
  share: 'Share in %',
  sum: 'Sum',
  sumShare: 'Share of the sum in %',
  charged: 'Charged',
  average: 'Average',
  median: 'Median',
  percentile: '9 of 10 are at most',
  min: 'Smallest',
  max: 'Largest',
  lastPerPeriod: 'Last of the period',
};
