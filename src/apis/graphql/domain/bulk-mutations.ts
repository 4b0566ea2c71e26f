import type { Failure } from '../../../core/errors.ts';
import type { Money } from '../../../core/money.ts';
import { addNameserverInBulk } from '../../../registry/operations/domains/add-nameserver-in-bulk.ts';
import { bulkRenewDomains } from '../../../registry/operations/domains/bulk-renew-domains.ts';
import { bulkTransferDomains } from '../../../registry/operations/domains/bulk-transfer-domains.ts';
import { type BulkResult, failed } from '../../../registry/operations/domains/model/bulk-result.ts';
import { replaceAdminContact } from '../../../registry/operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../../registry/operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../../registry/operations/domains/replace-tech-contact.ts';
import { period } from '../../../registry/operations/input.ts';
import { normaliseLookup } from '../../../registry/rules/domain/domain-name.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { defineMutation, type PayloadFields } from '../mutation.ts';
import { UserErrorRef } from '../user-error.ts';
import { monthsOrNone, withPeriodsListed } from './period-inputs.ts';

const BulkResultRef = builder.objectRef<BulkResult>('BulkResult').implement({
  description: 'The result of a bulk operation for one domain.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name of the domain, such as tamm.ee.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether it was done for this domain.' }),
    userErrors: t.field({
      type: [UserErrorRef],
      description: 'All reasons why it was refused; empty when it was done.',
      resolve: ({ failures }) => [...failures],
    }),
  }),
});

type Results = { readonly results: readonly BulkResult[] };

const show = async (_: unknown, { results }: Results): Promise<readonly BulkResult[]> => results;

const rowForEach =
  'One row for each domain, in the order of the input; if the whole request was refused, the reasons for each.';

/** The results of a refused write: each item has its own reasons, or else those of the whole; an upstream registry may have done some. */
function allFailed(names: readonly string[], failures: readonly Failure[]): BulkResult[] {
  const own = new Map(
    failures
      .flatMap(({ details }) => (details?.results ?? []) as readonly BulkResult[])
      .map((result) => [normaliseLookup(result.name), result]),
  );
  const whole = failures.map(({ details: _, ...reason }) => reason);
  return names.map((name) => ({ ...(own.get(normaliseLookup(name)) ?? failed(name, whole)), name }));
}

/** The results in a refusal, for input without names. */
const failedOnes = (failures: readonly Failure[]): BulkResult[] =>
  failures.flatMap(({ details }) => (details?.results ?? []) as readonly BulkResult[]);

const resultsField = (description: string) => (t: PayloadFields<readonly BulkResult[]>) => ({
  results: t.field({
    type: [BulkResultRef],
    description,
    resolve: ({ shown }) => [...(shown ?? [])],
  }),
});

defineMutation(bulkTransferDomains, {
  show,
  refused: ({ transfers }, failures) =>
    allFailed(
      transfers.map(({ name }) => name),
      failures,
    ),
  payload: resultsField(rowForEach),
});

type Renewed = Results & { readonly price: Money | null };

defineMutation(bulkRenewDomains, {
  input: bulkRenewDomains.input.omit({ months: true }).extend({ period }),
  translate: ({ names, period }) => ({ names, months: monthsOrNone(period) }),
  reportAs: (reason, { period }) => withPeriodsListed(reason, period),
  show: async (_, renewed): Promise<Renewed> => renewed,
  refused: ({ names }, failures) => ({
    results: allFailed(names, failures),
    price: (failures[0]?.details?.price as Money | undefined) ?? null,
  }),
  payload: (t) => ({
    results: t.field({
      type: [BulkResultRef],
      description: rowForEach,
      resolve: ({ shown }) => [...(shown?.results ?? [])],
    }),
    price: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'What was charged for all of them in euros, or would be in a dry run; null when nothing was.',
      resolve: ({ shown }) => shown?.price ?? null,
    }),
    currency: currency(t),
  }),
});

for (const operation of [replaceTechContact, replaceAdminContact])
  defineMutation(operation, {
    show,
    refused: (_, failures) => failedOnes(failures),
    payload: resultsField('One row for each domain that has the contact in this role, sorted by name.'),
  });

defineMutation(addNameserverInBulk, {
  show,
  refused: ({ names }, failures) => allFailed(names, failures),
  payload: resultsField(rowForEach),
});

defineMutation(replaceNameserver, {
  show,
  refused: ({ names }, failures) => (names ? allFailed(names, failures) : failedOnes(failures)),
  payload: resultsField(
    'One row for each domain: in the order of names, or sorted by name when names is left out.',
  ),
});
