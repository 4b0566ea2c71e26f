import { createAccessToken } from '../../../registry/operations/access-tokens/create-access-token.ts';
import { blockName } from '../../../registry/operations/operator/block-name.ts';
import { cancelForceDelete } from '../../../registry/operations/operator/cancel-force-delete.ts';
import { cancelReservation } from '../../../registry/operations/operator/cancel-reservation.ts';
import { closeDispute } from '../../../registry/operations/operator/close-dispute.ts';
import { closeZone } from '../../../registry/operations/operator/close-zone.ts';
import { createZone } from '../../../registry/operations/operator/create-zone.ts';
import { forceDeleteDomain } from '../../../registry/operations/operator/force-delete-domain.ts';
import { mergeContacts } from '../../../registry/operations/operator/merge-contacts.ts';
import { openDispute } from '../../../registry/operations/operator/open-dispute.ts';
import { reserveName } from '../../../registry/operations/operator/reserve-name.ts';
import { retryOutboxItem } from '../../../registry/operations/operator/retry-outbox-item.ts';
import { runJobs } from '../../../registry/operations/operator/run-jobs.ts';
import { setDomainStatuses } from '../../../registry/operations/operator/set-domain-statuses.ts';
import { setPrice } from '../../../registry/operations/operator/set-price.ts';
import { setSetting } from '../../../registry/operations/operator/set-setting.ts';
import { unblockName } from '../../../registry/operations/operator/unblock-name.ts';
import { unreserveName } from '../../../registry/operations/operator/unreserve-name.ts';
import { updateZone } from '../../../registry/operations/operator/update-zone.ts';
import { createOperator } from '../../../registry/operations/operators/create-operator.ts';
import { disableOperator } from '../../../registry/operations/operators/disable-operator.ts';
import { updateOperator } from '../../../registry/operations/operators/update-operator.ts';
import { revokeBoard } from '../../workshop/questions/operations/revoke-board.ts';
import { revokeQuestion } from '../../workshop/questions/operations/revoke-question.ts';
import { erasePerson } from '../people/operations/erase-person.ts';
import { actingActions } from './acting-actions.ts';
import { type Action, formOf } from './action.ts';
import { moneyActions } from './money-actions.ts';

const name = 'Domain name';

const statuses = [
  'serverHold',
  'serverDeleteProhibited',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
];
export const periods = ['P3M', 'P6M', 'P9M', ...Array.from({ length: 10 }, (_, year) => `P${year + 1}Y`)];

/** Actions on names and on the service itself, by mutation; those on money and registrars are in money-actions.ts. */
const registryActions = {
  domainStatusesSet: formOf(setDomainStatuses, {
    title: 'Set or remove statuses',
    names: ['name'],
    button: 'Change the statuses',
    done: 'The statuses are changed.',
    needs: { oneOf: ['add', 'remove'], otherwise: 'Choose a status to set or to remove.' },
    fields: {
      name,
      add: { label: 'Set', kind: 'choices', choices: statuses },
      remove: { label: 'Remove', kind: 'choices', choices: statuses },
      note: 'Why',
    },
    foresees: { 'domain.statuses.name': 'Statuses afterwards' },
  }),
  domainForceDelete: formOf(forceDeleteDomain, {
    title: 'Delete by force',
    names: ['name'],
    button: 'Delete by force',
    done: 'The forced deletion has begun; the registrar is notified.',
    grave:
      'You can cancel it until the domain is deleted. It ends statuses such as pendingUpdate, and those do not come back.',
    fields: {
      name,
      kind: {
        label: 'When',
        hint: 'SOFT: when the paid year is over. FAST_TRACK: from tomorrow.',
        means: { SOFT: 'when the paid year is over', FAST_TRACK: 'from tomorrow' },
      },
      reason: {
        label: 'Reason',
        hint: 'invalid_email and invalid_company are explained to the registrar.',
      },
      notes: 'Notes',
    },
    foresees: {
      'domain.expiresAt': 'Paid until',
      outzoneOn: 'Leaves the DNS on',
      purgeOn: 'Is deleted on',
    },
  }),
  domainForceDeleteCancel: formOf(cancelForceDelete, {
    title: 'Cancel the forced deletion',
    names: ['name'],
    button: 'Cancel the forced deletion',
    done: 'The forced deletion is cancelled.',
    fields: { name },
  }),
  disputeOpen: formOf(openDispute, {
    title: 'Open a dispute',
    button: 'Open the dispute',
    done: 'The dispute is open.',
    fields: { name, startsAt: 'From', expiresAt: 'Until' },
    shows: 'dispute { name startsAt expiresAt password }',
  }),
  disputeClose: formOf(closeDispute, {
    title: 'Close the dispute',
    names: ['name'],
    button: 'Close the dispute',
    done: 'The dispute is closed.',
    grave:
      'The name is no longer protected, and the password of the dispute no longer works. This cannot be undone: a new dispute has a new password.',
    fields: { name },
    foresees: { 'dispute.startsAt': 'Disputed since', 'dispute.expiresAt': 'Disputed until, so far' },
  }),
  contactMerge: formOf(mergeContacts, {
    title: 'Merge it with another contact',
    button: 'Merge it',
    done: 'The contacts are merged, and this one is deleted.',
    grave: 'The contact is deleted, which cannot be undone.',
    fields: {
      code: 'Contact',
      into: {
        label: 'Code of the other contact',
        hint: 'It must be the same person, at the same registrar.',
      },
    },
    foresees: { domains: 'Domains whose contact changes' },
  }),
  nameBlock: formOf(blockName, {
    title: 'Block a name',
    button: 'Block it',
    done: 'The name can no longer be registered.',
    fields: { name },
  }),
  nameUnblock: formOf(unblockName, {
    title: 'Unblock a name',
    names: ['name'],
    button: 'Unblock',
    done: 'The name can be registered again.',
    fields: { name },
  }),
  nameReserve: formOf(reserveName, {
    title: 'Reserve a name',
    button: 'Reserve it',
    done: 'The name is reserved.',
    fields: { name },
    shows: 'reservedName { name password expiresAt }',
  }),
  nameUnreserve: formOf(unreserveName, {
    title: 'Release a reserved name',
    names: ['name'],
    button: 'Release',
    done: 'Anybody can register the name.',
    grave:
      'Anybody can register the name from now on, and its password no longer works. If somebody does, you cannot reserve it again.',
    fields: { name },
  }),
  reservationCancel: formOf(cancelReservation, {
    title: 'End a reservation',
    names: ['userUniqueId'],
    button: 'End',
    done: 'The reservation has ended; its names are free. If it was paid, refund its invoice to return the payment.',
    grave: 'Anybody can register its names from now on. This cannot be undone.',
    fields: { userUniqueId: 'Reservation' },
    foresees: {
      'reservation.entries.name': 'Names that become free',
      'reservation.invoice.status': 'Its invoice becomes',
    },
  }),
  questionRevoke: formOf(revokeQuestion, {
    title: 'Revoke a question',
    names: ['id'],
    button: 'Revoke',
    done: 'The address of the question no longer works.',
    grave:
      'Spreadsheets and boards can no longer read it. This cannot be undone: if it is published again, it gets a new address.',
    fields: { id: 'Question' },
    foresees: { 'question.name': 'Name', 'question.createdBy': 'Published by' },
  }),
  boardRevoke: formOf(revokeBoard, {
    title: 'Revoke a board',
    names: ['id'],
    button: 'Revoke',
    done: 'The address of the board no longer works.',
    grave:
      'Screens can no longer show it. This cannot be undone: if it is published again, it gets a new address.',
    fields: { id: 'Board' },
    foresees: { 'board.name': 'Name', 'board.createdBy': 'Published by' },
  }),
  outboxItemRetry: formOf(retryOutboxItem, {
    title: 'Try again',
    names: ['id'],
    button: 'Try again',
    done: 'It is being retried.',
    fields: { id: 'Item' },
  }),
  jobsRun: formOf(runJobs, {
    title: 'Run due jobs',
    button: 'Run due jobs',
    done: 'The jobs have run.',
    fields: { jobs: 'Jobs' },
    shows: 'events { at kind subject }',
  }),
  personErase: formOf(erasePerson, {
    title: 'Erase what is not needed any more',
    button: 'Erase',
    done: 'What is not needed any more is gone.',
    grave:
      'Contacts that no domain uses are deleted, mails, published questions and decided approvals are erased, and history forgets contacts that are no longer needed as evidence. This cannot be undone. What a domain, a law or accounting needs stays.',
    fields: {
      ident: 'Identity code',
      email: 'E-mail address',
      reason: { label: 'Reason', hint: 'History keeps it, so it should not name the person.' },
      partly: {
        label: 'Erase the rest, even if a domain uses a contact of the person',
        kind: 'flag',
        optional: true,
      },
    },
    foresees: {
      contacts: 'Contacts deleted',
      histories: 'Deleted contacts that history forgets',
      mails: 'Mails and calls of webhooks deleted',
      questions: 'Questions ended',
      approvals: 'Approvals emptied',
      kept: 'Contacts that stay',
    },
  }),
  zoneCreate: formOf(createZone, {
    title: 'Open a zone',
    button: 'Open the zone',
    done: 'Names can be registered in the zone as soon as it has prices.',
    fields: { origin: { label: 'Zone', hint: 'Such as ee or com.ee.' } },
  }),
  zoneUpdate: formOf(updateZone, {
    title: 'Change what a zone declares',
    button: 'Change the zone',
    done: 'The change will be in the next zone file.',
    grave: 'The nameservers of this zone get the change with its next file.',
    fields: {
      origin: { label: 'Zone', kind: 'choice' },
      nameservers: {
        label: 'Nameservers',
        hint: 'All of them, the primary one first. Those below the zone need their addresses, such as ns1.ee=192.0.2.1=2001:db8::1.',
      },
      hostmaster: { label: 'E-mail address of the people who run it', clears: true },
      refresh: 'Refresh, in seconds',
      retry: 'Retry, in seconds',
      expire: 'Expire, in seconds',
      negativeTtl: 'Negative answers, in seconds',
      ttl: 'TTL, in seconds',
    },
  }),
  zoneClose: formOf(closeZone, {
    title: 'Close a zone',
    button: 'Close the zone',
    done: 'The zone is closed to new names; existing domains stay.',
    grave:
      'No new name can be registered or reserved in the zone. Its domains can still be renewed, changed and transferred. The console cannot open it again.',
    fields: { origin: { label: 'Zone', kind: 'choice' } },
  }),
  priceSet: formOf(setPrice, {
    title: 'Set a price',
    button: 'Set the price',
    done: 'The price is set.',
    grave:
      'This price is charged from that day on. You can set another one later, but what was charged stays charged.',
    fields: {
      zone: { label: 'Zone', kind: 'choice' },
      operation: 'For',
      period: { label: 'Period', kind: 'choice', choices: periods },
      price: 'Price in euros',
      validFrom: { label: 'From', hint: 'Today when left empty.' },
    },
    foresees: { 'price.validFrom': 'First day', 'price.validTo': 'Last day' },
  }),
  operatorCreate: formOf(createOperator, {
    title: 'Add an operator',
    button: 'Add',
    done: 'The operator is added. Pass the link on: it is shown only here.',
    fields: { name: 'Name', email: 'E-mail address', role: 'Role' },
    shows: 'operator { name email role } link',
  }),
  operatorUpdate: formOf(updateOperator, {
    title: 'Change',
    button: 'Change',
    done: 'The operator is changed.',
    fields: {
      id: 'Operator',
      name: 'Name',
      email: 'E-mail address',
      role: { label: 'Role', hint: 'Another role ends the sessions of the person.' },
      newLink: 'Make a new link; the present password and authenticator stop working',
    },
    needs: { oneOf: ['name', 'email', 'role', 'newLink'], otherwise: 'Say what to change.' },
    shows: 'operator { name email role } link',
  }),
  operatorDisable: formOf(disableOperator, {
    title: 'Disable an operator',
    names: ['id'],
    button: 'Disable',
    done: 'The operator is disabled.',
    grave:
      'Sessions, access tokens and streams of the person end at once. A person who comes back has to be added again.',
    fields: { id: 'Operator' },
    foresees: { 'operator.name': 'Name', 'operator.email': 'E-mail address' },
  }),
  accessTokenCreate: formOf(createAccessToken, {
    title: 'Make a token for a machine',
    button: 'Make it',
    done: 'The token is made. Keep it: it is shown only here.',
    fields: {
      name: { label: 'Name', hint: 'What it is for.' },
      scopes: { label: 'For', kind: 'choices', choices: ['READ', 'WRITE'] },
      role: { label: 'Role', hint: 'At most your own; your own when left empty.' },
      expiresIn: {
        label: 'Valid for',
        optional: true,
        hint: 'At most P90D; P90D when left empty.',
      },
    },
    shows: 'accessToken { name expiresAt } token',
  }),
  settingSet: formOf(setSetting, {
    title: 'Change a setting',
    button: 'Change it',
    done: 'The setting is changed.',
    fields: { name: { label: 'Setting', kind: 'choice' }, value: 'Value' },
  }),
} as const satisfies Readonly<Record<string, Action>>;

/** All actions of the console, by mutation. */
export const actions = { ...registryActions, ...actingActions, ...moneyActions };

type ActionName = keyof typeof actions;

/** The form of an operation. */
export const actionOf = (operation: string): Action | undefined =>
  Object.values<Action>(actions).find((action) => action.operation === operation);

export const actionNamed = (name: string): Action | undefined =>
  Object.hasOwn(actions, name) ? actions[name as ActionName] : undefined;
