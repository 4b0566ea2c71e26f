import { disagreementList, paymentList } from '../../store/billing/payments.ts';
import type { StoredList } from '../../store/driver/lists/stored-list.ts';
import { transactionList } from '../../store/registry/accounts.ts';
import { blockedNameList } from '../../store/registry/blocked-names.ts';
import { disputeList } from '../../store/registry/disputes.ts';
import { operatorLogList } from '../../store/registry/history.ts';
import { reservedNameList } from '../../store/registry/reserved-names.ts';
import { accessLogList } from '../../store/runner/access-log.ts';
import { jobRunList } from '../../store/runner/job-leases.ts';
import { type Listed, listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Defines a list for operators, which reads a page of the whole table with its filter, order, count and groups. Rows
 * are shown without their secrets.
 */
const operatorList = <T, Shown = T>(
  description: { readonly name: string; readonly summary: string; readonly graphql: `Query.${string}` },
  list: StoredList<T>,
  shown: (row: T) => Shown,
) =>
  defineQuery({
    ...description,
    permits: ['operator'],
    operators: 'VIEWER',
    scope: 'READ',
    input: listInput,
    errors: [],
    run: async ({ db }, input): Promise<Listed<Shown>> => {
      const { rows, ...more } = await listedFrom(db, list, input);
      return { ...more, rows: rows.map(shown) };
    },
  });

const asItIs = <T>(row: T): T => row;
const withoutPassword = <T extends { readonly password: string }>(
  row: T,
): Omit<T, 'password'> & { readonly password: null } => ({ ...row, password: null });

export const listReservedNames = operatorList(
  {
    name: 'name.list-reserved',
    summary: 'Lists the reserved names, without their codes.',
    graphql: 'Query.reservedNames',
  },
  reservedNameList,
  withoutPassword,
);

export const listBlockedNames = operatorList(
  {
    name: 'name.list-blocked',
    summary: 'Lists the blocked names.',
    graphql: 'Query.blockedNames',
  },
  blockedNameList,
  asItIs,
);

export const listDisputes = operatorList(
  {
    name: 'dispute.list',
    summary: 'Lists the disputes over names, past ones too, without their passwords.',
    graphql: 'Query.disputes',
  },
  disputeList,
  withoutPassword,
);

export const listPayments = operatorList(
  {
    name: 'payment.list',
    summary: 'Lists the payments that the provider has reported, with an invoice or without.',
    graphql: 'Query.payments',
  },
  paymentList,
  asItIs,
);

export const listPaymentDisagreements = operatorList(
  {
    name: 'payment.list-disagreements',
    summary: "Lists the differences between the payment provider's reports and our ledger.",
    graphql: 'Query.paymentDisagreements',
  },
  disagreementList,
  asItIs,
);

/** Reading it is not logged: it names objects, not their content. */
export const listAccessLog = operatorList(
  {
    name: 'access-log.list',
    summary: 'Lists which personal data operators have viewed; kept for two years.',
    graphql: 'Query.accessLog',
  },
  accessLogList,
  asItIs,
);

export const listLedger = operatorList(
  {
    name: 'ledger.list',
    summary: 'Lists every movement of money on the accounts of registrars.',
    graphql: 'Query.ledger',
  },
  transactionList,
  asItIs,
);

export const listOperatorLog = operatorList(
  {
    name: 'operator-log.list',
    summary: 'Lists what operators have done.',
    graphql: 'Query.operatorLog',
  },
  operatorLogList,
  asItIs,
);

export const listJobRuns = operatorList(
  {
    name: 'job.list-runs',
    summary: 'Lists the runs of jobs that had work to do, or failed; kept for 90 days.',
    graphql: 'Query.jobRuns',
  },
  jobRunList,
  asItIs,
);
