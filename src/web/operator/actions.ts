/** One thing that is asked for in a form, and how it becomes a part of the input. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** Plain text when left out. A list is written with commas; a secret is never shown again. */
  readonly kind?: 'number' | 'date' | 'list' | 'secret' | 'choice' | 'choices' | 'flag';
  /** Where they are not always the same, the page that shows the form knows them. */
  readonly choices?: readonly string[] | undefined;
  readonly optional?: true;
  readonly hint?: string;
}

/** A mutation as a form. What cannot be taken back is tried first (dryRun), shown, and done with a second press. */
export interface Action {
  readonly field: string;
  readonly title: string;
  readonly button: string;
  readonly done: string;
  readonly grave?: true;
  readonly fields: readonly Field[];
  /** What a person must see of the answer, such as a code that was made. */
  readonly shows?: string;
}

const domainName: Field = { name: 'name', label: 'Domain name' };
const registrar: Field = { name: 'registrar', label: 'Registrar' };
const userUniqueId: Field = { name: 'userUniqueId', label: 'Reservation', optional: true };
const roles = ['SUPER', 'EPP', 'BILLING'];

const statuses = [
  'serverHold',
  'serverDeleteProhibited',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
];
export const periods = ['P3M', 'P6M', 'P9M', ...Array.from({ length: 10 }, (_, year) => `P${year + 1}Y`)];

/** Everything that an operator does here, by the name of its mutation. */
export const actions = {
  domainStatusesSet: {
    field: 'domainStatusesSet',
    title: 'Set or take away statuses',
    button: 'Change the statuses',
    done: 'The statuses are changed.',
    fields: [
      domainName,
      { name: 'add', label: 'Set', kind: 'choices', choices: statuses, optional: true },
      { name: 'remove', label: 'Take away', kind: 'choices', optional: true },
      { name: 'note', label: 'Why', optional: true },
    ],
  },
  domainForceDelete: {
    field: 'domainForceDelete',
    title: 'Delete by force',
    button: 'Delete by force',
    done: 'The registry deletes the domain by force; its registrar is told.',
    grave: true,
    fields: [
      domainName,
      {
        name: 'kind',
        label: 'When',
        kind: 'choice',
        choices: ['SOFT', 'FAST_TRACK'],
        hint: 'SOFT: when the paid year is over. FAST_TRACK: from tomorrow.',
      },
      {
        name: 'reason',
        label: 'Reason',
        optional: true,
        hint: 'invalid_email and invalid_company are explained to the registrar.',
      },
      { name: 'notes', label: 'Notes', optional: true },
    ],
  },
  domainForceDeleteCancel: {
    field: 'domainForceDeleteCancel',
    title: 'Keep it after all',
    button: 'Cancel the deletion by force',
    done: 'The domain is not deleted by force any more.',
    fields: [domainName],
  },
  disputeOpen: {
    field: 'disputeOpen',
    title: 'Open a dispute',
    button: 'Open the dispute',
    done: 'The dispute is open.',
    fields: [
      domainName,
      { name: 'startsAt', label: 'From', kind: 'date', optional: true },
      { name: 'expiresAt', label: 'Until', kind: 'date', optional: true },
    ],
    shows: 'dispute { name startsAt expiresAt password }',
  },
  disputeClose: {
    field: 'disputeClose',
    title: 'Close the dispute',
    button: 'Close the dispute',
    done: 'The dispute is closed.',
    grave: true,
    fields: [domainName],
  },
  nameBlock: {
    field: 'nameBlock',
    title: 'Block a name',
    button: 'Block it',
    done: 'Nobody can register the name any more.',
    fields: [domainName],
  },
  nameUnblock: {
    field: 'nameUnblock',
    title: 'Unblock a name',
    button: 'Unblock',
    done: 'The name can be registered again.',
    fields: [domainName],
  },
  nameReserve: {
    field: 'nameReserve',
    title: 'Reserve a name',
    button: 'Reserve it',
    done: 'The name is reserved.',
    fields: [domainName],
    shows: 'reservedName { name password expiresAt }',
  },
  invoiceRefund: {
    field: 'invoiceRefund',
    title: 'Give the money back',
    button: 'Refund it',
    done: 'The refund is on its way to the payment provider.',
    grave: true,
    fields: [{ name: 'invoiceNumber', label: 'Invoice', kind: 'number' }, userUniqueId],
  },
  invoiceStatusUpdate: {
    field: 'invoiceStatusUpdate',
    title: 'Say what became of it',
    button: 'Change the status',
    done: 'The invoice has its new status.',
    grave: true,
    fields: [
      { name: 'invoiceNumber', label: 'Invoice', kind: 'number' },
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        choices: ['PAID', 'UNPAID', 'CANCELLED', 'FAILED', 'REFUNDED'],
      },
      userUniqueId,
    ],
  },
  registrarCreate: {
    field: 'registrarCreate',
    title: 'Let a registrar in',
    button: 'Create the registrar',
    done: 'The registrar is there. It needs a user next.',
    fields: [
      { name: 'code', label: 'Code', hint: 'Short, in capitals: its contact codes begin with it.' },
      { name: 'name', label: 'Name' },
      { name: 'email', label: 'E-mail', optional: true },
      { name: 'website', label: 'Website', optional: true },
      { name: 'regNo', label: 'Registration number', optional: true },
      { name: 'countryCode', label: 'Country', optional: true, hint: 'Two letters: EE.' },
      { name: 'vatNumber', label: 'VAT number', optional: true },
    ],
  },
  apiUserCreate: {
    field: 'apiUserCreate',
    title: 'Add a user',
    button: 'Create the user',
    done: 'The user can sign in.',
    fields: [
      registrar,
      { name: 'username', label: 'User name' },
      { name: 'password', label: 'Password', kind: 'secret' },
      { name: 'roles', label: 'Roles', kind: 'choices', choices: roles },
      { name: 'email', label: 'E-mail', optional: true },
    ],
  },
  apiUserUpdate: {
    field: 'apiUserUpdate',
    title: 'Lock a user out or let it in',
    button: 'Change the user',
    done: 'The user is changed, in every process at once.',
    fields: [
      { name: 'username', label: 'User name' },
      { name: 'active', label: 'May sign in', kind: 'flag' },
    ],
  },
  accountAdjust: {
    field: 'accountAdjust',
    title: 'Correct the balance',
    button: 'Correct it',
    done: 'The correction is a movement of its own in the ledger.',
    grave: true,
    fields: [
      registrar,
      { name: 'sum', label: 'Sum in euros', hint: '-12.50 takes away.' },
      { name: 'description', label: 'Why', optional: true },
    ],
  },
  bankTransferRecord: {
    field: 'bankTransferRecord',
    title: 'Record a bank transfer',
    button: 'Record it',
    done: 'The money is on the account.',
    grave: true,
    fields: [
      {
        name: 'bankReference',
        label: "The bank's reference",
        hint: 'Counts once, however often it is sent.',
      },
      { name: 'referenceNumber', label: 'Reference number', optional: true },
      { name: 'sum', label: 'Sum in euros' },
      { name: 'description', label: 'Description' },
      { name: 'receivedAt', label: 'Received on', kind: 'date' },
    ],
  },
  paymentDisagreementResolve: {
    field: 'paymentDisagreementResolve',
    title: 'Put it aside',
    button: 'Put it aside',
    done: 'The disagreement is put aside.',
    fields: [
      { name: 'id', label: 'Disagreement', kind: 'number' },
      { name: 'note', label: 'What was done', optional: true },
    ],
  },
  deadLetterRevive: {
    field: 'deadLetterRevive',
    title: 'Try again',
    button: 'Try again',
    done: 'It is tried again now.',
    fields: [{ name: 'id', label: 'Item', kind: 'number' }],
  },
  jobsRun: {
    field: 'jobsRun',
    title: 'Run what is due',
    button: 'Run what is due',
    done: 'The jobs have worked.',
    fields: [{ name: 'jobs', label: 'Jobs', kind: 'list', optional: true }],
    shows: 'events { at kind subject }',
  },
  zoneCreate: {
    field: 'zoneCreate',
    title: 'Open a zone',
    button: 'Open the zone',
    done: 'Names can be registered in the zone as soon as it has prices.',
    fields: [{ name: 'origin', label: 'Zone', hint: 'Such as ee or com.ee.' }],
  },
  priceSet: {
    field: 'priceSet',
    title: 'Set a price',
    button: 'Set the price',
    done: 'The price is set.',
    grave: true,
    fields: [
      { name: 'zone', label: 'Zone', kind: 'choice' },
      { name: 'operation', label: 'For', kind: 'choice', choices: ['CREATE', 'RENEW'] },
      { name: 'period', label: 'Period', kind: 'choice', choices: periods },
      { name: 'price', label: 'Price in euros' },
    ],
  },
  settingSet: {
    field: 'settingSet',
    title: 'Change a setting',
    button: 'Change it',
    done: 'The setting is changed.',
    fields: [
      { name: 'name', label: 'Setting', kind: 'choice' },
      { name: 'value', label: 'Value' },
    ],
  },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

export const actionNamed = (name: string): Action | undefined =>
  Object.hasOwn(actions, name) ? actions[name as ActionName] : undefined;

/** Every mutation of the graph is called in the same way. */
export function documentOf({ field, shows = '' }: Action): string {
  const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  return `mutation Operator($input: ${input}, $idempotencyKey: String, $dryRun: Boolean) {
  ${field}(input: $input, idempotencyKey: $idempotencyKey, dryRun: $dryRun) { ${shows} userErrors { message } }
}`;
}

/** What a form holds, as the mutation takes it. What is empty is left out, and judged by the graph if it must not be. */
export function inputOf({ fields }: Action, form: URLSearchParams): Record<string, unknown> {
  const given = fields.flatMap((field): [string, unknown][] => {
    const values = form.getAll(field.name).filter((value) => value.trim() !== '');
    const [value] = values;
    return value === undefined ? [] : [[field.name, read(field, value.trim(), values)]];
  });
  return Object.fromEntries(given);
}

function read({ kind }: Field, value: string, values: readonly string[]): unknown {
  if (kind === 'number') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (kind === 'choices') return values;
  if (kind === 'list') return value.split(/[\s,]+/).filter((one) => one !== '');
  if (kind === 'flag') return value === 'true';
  return value;
}
