import type { z } from 'zod';
import type { Filter } from '../../../../base/filter.ts';
import { listAccessTokens } from '../../../../registry/operations/access-tokens/list-access-tokens.ts';
import { revokeAccessToken } from '../../../../registry/operations/access-tokens/revoke-access-token.ts';
import { deleteApiUser } from '../../../../registry/operations/api-users/delete-api-user.ts';
import { listApiUsers } from '../../../../registry/operations/api-users/list-api-users.ts';
import { updateApiUser } from '../../../../registry/operations/api-users/update-api-user.ts';
import { listInvoices } from '../../../../registry/operations/billing/list-invoices.ts';
import { refundInvoice } from '../../../../registry/operations/billing/refund-invoice.ts';
import { refundPayment } from '../../../../registry/operations/billing/refund-payment.ts';
import { resolvePaymentDisagreement } from '../../../../registry/operations/billing/resolve-payment-disagreement.ts';
import { updateInvoiceStatus } from '../../../../registry/operations/billing/update-invoice-status.ts';
import { deleteContact } from '../../../../registry/operations/contacts/delete-contact.ts';
import { listContacts } from '../../../../registry/operations/contacts/list-contacts.ts';
import { addDnssecKeys } from '../../../../registry/operations/domains/add-dnssec-keys.ts';
import { addDomainContacts } from '../../../../registry/operations/domains/add-domain-contacts.ts';
import { addNameservers } from '../../../../registry/operations/domains/add-nameservers.ts';
import { deleteDomain } from '../../../../registry/operations/domains/delete-domain.ts';
import { exchangeNameserver } from '../../../../registry/operations/domains/exchange-nameserver.ts';
import { listDomains } from '../../../../registry/operations/domains/list-domains.ts';
import { removeClientHold } from '../../../../registry/operations/domains/remove-client-hold.ts';
import { removeDnssecKeys } from '../../../../registry/operations/domains/remove-dnssec-keys.ts';
import { removeDomainContacts } from '../../../../registry/operations/domains/remove-domain-contacts.ts';
import { setClientHold } from '../../../../registry/operations/domains/set-client-hold.ts';
import { setNameservers } from '../../../../registry/operations/domains/set-nameservers.ts';
import { transferDomain } from '../../../../registry/operations/domains/transfer-domain.ts';
import { updateDomain } from '../../../../registry/operations/domains/update-domain.ts';
import type { listInput } from '../../../../registry/operations/lists.ts';
import type {
  Command,
  ExternalCommand,
  OperationContext,
} from '../../../../registry/operations/operation.ts';
import { cancelForceDelete } from '../../../../registry/operations/operator/cancel-force-delete.ts';
import { cancelReservation } from '../../../../registry/operations/operator/cancel-reservation.ts';
import { closeDispute } from '../../../../registry/operations/operator/close-dispute.ts';
import { forceDeleteDomain } from '../../../../registry/operations/operator/force-delete-domain.ts';
import { listOutbox } from '../../../../registry/operations/operator/list-outbox.ts';
import { listRegistrars } from '../../../../registry/operations/operator/list-registrars.ts';
import {
  listBlockedNames,
  listDisputes,
  listPaymentDisagreements,
  listPayments,
  listReservedNames,
} from '../../../../registry/operations/operator/lists.ts';
import { lockDomain, unlockDomain } from '../../../../registry/operations/operator/lock-domain.ts';
import { retryOutboxItem } from '../../../../registry/operations/operator/retry-outbox-item.ts';
import { setDomainStatuses } from '../../../../registry/operations/operator/set-domain-statuses.ts';
import { settleDomain } from '../../../../registry/operations/operator/settle-domain.ts';
import {
  reinstateRegistrar,
  suspendRegistrar,
} from '../../../../registry/operations/operator/suspend-registrar.ts';
import { unblockName } from '../../../../registry/operations/operator/unblock-name.ts';
import { unreserveName } from '../../../../registry/operations/operator/unreserve-name.ts';
import { disableOperator } from '../../../../registry/operations/operators/disable-operator.ts';
import { listOperators } from '../../../../registry/operations/operators/list-operators.ts';
import { listReservations } from '../../../../registry/operations/reservations/list-reservations.ts';
import { invoiceListOn } from '../../../../registry/store/billing/invoices.ts';
import { paymentList } from '../../../../registry/store/billing/payments.ts';
import {
  type Returned,
  returnedOfInvoices,
  returnedOfPayments,
} from '../../../../registry/store/billing/refunds.ts';
import { listBoards } from '../../../workshop/questions/operations/list-boards.ts';
import { listQuestions } from '../../../workshop/questions/operations/list-questions.ts';
import { revokeBoard } from '../../../workshop/questions/operations/revoke-board.ts';
import { revokeQuestion } from '../../../workshop/questions/operations/revoke-question.ts';

/** An object of a list: how people name it, and the fields of a write's input that name it. */
export interface Named {
  readonly subject: string;
  readonly names: Readonly<Record<string, string | number | null | object>>;
  readonly registrarId: number | null;
}

type Page = { readonly rows: readonly unknown[]; readonly count: number | undefined };

/** A list that operators have, and what can be done to everything that a filter finds in it. */
export interface BulkList {
  /** The name of the list's filter in the graph. */
  readonly where: string;
  /** A page of the list, as the caller would see it. */
  page(context: OperationContext, input: z.infer<typeof listInput>): Promise<Page>;
  named(row: unknown): Named;
}

/** A command, whatever its input. */
type AnyCommand = Omit<Command<never, unknown> | ExternalCommand<never, unknown>, 'input'> & {
  readonly input: z.ZodType;
};

/** A write that can be done to all objects of a list. */
export interface BulkWrite {
  /** A key of `bulkLists`. */
  readonly list: string;
  readonly operation: AnyCommand;
  /** The fields of its input that name the object. */
  readonly naming: readonly string[];
  /** Those that can be given for all objects; all others when left out. */
  readonly only?: readonly string[];
  /** The effect on each object, where that is less than its operation can do. */
  readonly summary?: string;
  /**
   * Returns what leaves the registry if it is done to everything that the filter finds; only refunds have it.
   */
  readonly returns?: (context: OperationContext, filter: Filter | undefined) => Promise<Returned>;
}

const list = <Row>(
  where: string,
  page: (
    context: OperationContext,
    input: z.infer<typeof listInput>,
  ) => Promise<{
    readonly rows: readonly Row[];
    readonly count: number | undefined;
  }>,
  named: (row: Row) => Omit<Named, 'registrarId'> & { readonly registrarId?: number | null },
): BulkList => ({
  where,
  page,
  named: (row) => ({ registrarId: null, ...named(row as Row) }),
});

const onlyNames = { domain: ['id', 'name', 'registrar_id'] } as const;
const byName = ({ name }: { readonly name: string }) => ({ subject: name, names: { name } });

/** The lists by their names in the graph. */
export const bulkLists: Readonly<Record<string, BulkList>> = {
  domains: list(
    'DomainWhere',
    (context, input) => listDomains.run(context, { ...input, parts: onlyNames }),
    (row) => ({ ...byName(row), registrarId: row.registrar_id }),
  ),
  contacts: list('ContactWhere', listContacts.run, ({ code, registrar_id }) => ({
    subject: code,
    names: { code },
    registrarId: registrar_id,
  })),
  registrars: list('RegistrarWhere', listRegistrars.run, ({ code }) => ({ subject: code, names: { code } })),
  apiUsers: list('ApiUserWhere', listApiUsers.run, ({ id, username }) => ({
    subject: username,
    names: { user: { id } },
  })),
  accessTokens: list('AccessTokenWhere', listAccessTokens.run, ({ id, name }) => ({
    subject: name,
    names: { id },
  })),
  operators: list('OperatorWhere', listOperators.run, ({ id, name }) => ({ subject: name, names: { id } })),
  reservations: list('ReservationWhere', listReservations.run, (row) => {
    const { user_unique_id: userUniqueId } = row as unknown as { readonly user_unique_id: string | null };
    return { subject: userUniqueId ?? 'without a number', names: { userUniqueId: userUniqueId ?? '' } };
  }),
  reservedNames: list('ReservedNameWhere', listReservedNames.run, byName),
  blockedNames: list('BlockedNameWhere', listBlockedNames.run, byName),
  disputes: list('DisputeWhere', listDisputes.run, byName),
  questions: list('QuestionWhere', listQuestions.run, ({ id, name }) => ({ subject: name, names: { id } })),
  boards: list('BoardWhere', listBoards.run, ({ id, name }) => ({ subject: name, names: { id } })),
  invoices: list('InvoiceWhere', listInvoices.run, (row) => ({
    subject: String(row.number),
    // Left out, it would be another invoice with the same number.
    names: { invoiceNumber: row.number, userUniqueId: row.user_unique_id ?? '' } as never,
  })),
  payments: list('PaymentWhere', listPayments.run, ({ reference }) => ({
    subject: reference,
    names: { reference },
  })),
  paymentDisagreements: list(
    'PaymentDisagreementWhere',
    listPaymentDisagreements.run,
    ({ id, payment_reference }) => ({ subject: payment_reference, names: { id } }),
  ),
  outbox: list('OutboxItemWhere', listOutbox.run, ({ id, subject }) => ({ subject, names: { id } })),
};

const writes = (
  list: string,
  naming: readonly string[],
  ...operations: readonly (AnyCommand | readonly [AnyCommand, readonly string[], string?])[]
): BulkWrite[] =>
  operations.map((one) => {
    if ('name' in one) return { list, naming, operation: one };
    const [operation, only, summary = operation.summary] = one;
    return { list, naming, operation, only, summary };
  });

/** The writes in the order in which they are offered. */
export const bulkWrites: readonly BulkWrite[] = [
  ...writes(
    'domains',
    ['name'],
    setDomainStatuses,
    [lockDomain, ['reason']],
    [unlockDomain, ['reason']],
    [settleDomain, ['decision', 'reason']],
    [transferDomain, ['registrar', 'reason'], 'Moves a domain to a registrar, without its transfer code.'],
    [updateDomain, ['registrant', 'reason'], 'Changes the registrant of a domain.'],
    [deleteDomain, ['verified', 'reason']],
    [addDomainContacts, ['contacts', 'reason']],
    [removeDomainContacts, ['contacts', 'reason']],
    [setNameservers, ['nameservers', 'reason']],
    [addNameservers, ['nameservers', 'reason']],
    [exchangeNameserver, ['hostname', 'newNameserver', 'reason']],
    [addDnssecKeys, ['dnssecKeys', 'reason']],
    [removeDnssecKeys, ['dnssecKeys', 'reason']],
    [setClientHold, ['reason']],
    [removeClientHold, ['reason']],
    forceDeleteDomain,
    cancelForceDelete,
  ),
  ...writes('contacts', ['code'], [deleteContact, ['reason']]),
  ...writes('registrars', ['code'], suspendRegistrar, reinstateRegistrar),
  ...writes(
    'apiUsers',
    ['user'],
    [updateApiUser, ['active'], 'Locks a user out, or lets them sign in again.'],
    deleteApiUser,
  ),
  ...writes('accessTokens', ['id'], revokeAccessToken),
  ...writes('operators', ['id'], disableOperator),
  ...writes('reservations', ['userUniqueId'], cancelReservation),
  ...writes('reservedNames', ['name'], unreserveName),
  ...writes('blockedNames', ['name'], unblockName),
  ...writes('disputes', ['name'], closeDispute),
  ...writes('questions', ['id'], revokeQuestion),
  ...writes('boards', ['id'], revokeBoard),
  ...writes('invoices', ['invoiceNumber', 'userUniqueId'], [updateInvoiceStatus, ['status']]),
  {
    list: 'invoices',
    naming: ['invoiceNumber', 'userUniqueId'],
    operation: refundInvoice,
    returns: ({ db, calendar, now }, filter) => {
      const day = { today: calendar.dateOf(now), zone: calendar.zone };
      return returnedOfInvoices(db, invoiceListOn(undefined, day).matching(filter));
    },
  },
  {
    list: 'payments',
    naming: ['reference'],
    operation: refundPayment,
    returns: ({ db }, filter) => returnedOfPayments(db, paymentList.matching(filter)),
  },
  ...writes('paymentDisagreements', ['id'], resolvePaymentDisagreement),
  ...writes('outbox', ['id'], retryOutboxItem),
];

/** The name of a write's mutation, by which it is chosen. */
export const mutationOf = ({ operation }: BulkWrite): string =>
  (operation.graphql ?? '').replace('Mutation.', '');

export const writeCalled = (operation: string): BulkWrite | undefined =>
  bulkWrites.find((one) => one.operation.name === operation);
