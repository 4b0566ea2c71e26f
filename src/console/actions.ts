import type { Action, Field } from './action.ts';
import { moneyActions } from './money-actions.ts';

const domainName: Field = { name: 'name', label: 'Domain name' };

const statuses = [
  'serverHold',
  'serverDeleteProhibited',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
];
export const periods = ['P3M', 'P6M', 'P9M', ...Array.from({ length: 10 }, (_, year) => `P${year + 1}Y`)];

/** Actions on names and on the service itself, by mutation; money and registrars have files of their own. */
const registryActions = {
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
    done: 'The registry deletes the domain by force; its registrar is notified.',
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
  contactMerge: {
    field: 'contactMerge',
    title: 'Put another in its place',
    button: 'Merge it',
    done: 'The other stands in its place on every domain, and it is gone.',
    grave: true,
    fields: [
      { name: 'code', label: 'Contact' },
      { name: 'into', label: 'Code of the other', hint: 'Of the same person, at the same registrar.' },
    ],
    foresees: { domains: 'Domains on which it changes' },
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
  nameUnreserve: {
    field: 'nameUnreserve',
    title: 'Give a reserved name free',
    button: 'Give it free',
    done: 'Anybody can register the name.',
    grave: true,
    fields: [domainName],
  },
  reservationCancel: {
    field: 'reservationCancel',
    title: 'End a reservation',
    button: 'End it',
    done: 'The reservation is over; its names are free. What was paid for it is given back with its invoice.',
    grave: true,
    fields: [{ name: 'userUniqueId', label: 'Reservation' }],
  },
  outboxItemRetry: {
    field: 'outboxItemRetry',
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
  zoneClose: {
    field: 'zoneClose',
    title: 'Close a zone',
    button: 'Close the zone',
    done: 'Nothing new is registered in the zone; what is there lives on.',
    grave: true,
    fields: [{ name: 'origin', label: 'Zone', kind: 'choice' }],
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
      { name: 'validFrom', label: 'From', kind: 'date', optional: true, hint: 'Today when left out.' },
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

/** Everything that an operator does here, by the name of its mutation. */
export const actions = { ...registryActions, ...moneyActions };

export type ActionName = keyof typeof actions;

export const actionNamed = (name: string): Action | undefined =>
  Object.hasOwn(actions, name) ? actions[name as ActionName] : undefined;
