import type { GraphQLResolveInfo } from 'graphql';
import type { Failure } from '../../../base/errors.ts';
import type { Money } from '../../../base/money.ts';
import { addNameserverInBulk } from '../../../registry/operations/domains/add-nameserver-in-bulk.ts';
import { bulkRenewDomains } from '../../../registry/operations/domains/bulk-renew-domains.ts';
import { bulkTransferDomains } from '../../../registry/operations/domains/bulk-transfer-domains.ts';
import {
  type BulkResult,
  failed,
  unknownDomain,
} from '../../../registry/operations/domains/model/bulk-result.ts';
import { replaceAdminContact } from '../../../registry/operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../../registry/operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../../registry/operations/domains/replace-tech-contact.ts';
import { period } from '../../../registry/operations/input.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { byKey } from '../../../registry/operations/readers/by-key.ts';
import { normaliseLookup } from '../../../registry/rules/domain/domain-name.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { currency } from '../currency.ts';
import { batched } from '../loading.ts';
import { selectionOf } from '../lookahead.ts';
import { measure } from '../measures.ts';
import { defineMutation, type PayloadFields } from '../mutation.ts';
import { UserErrorRef } from '../user-error.ts';
import type { DomainNode } from './loaders.ts';
import { partsFor } from './lookahead.ts';
import { monthsOrNone, withPeriodsListed } from './period-inputs.ts';
import { DomainRef } from './type.ts';

/** A row with its domain, if a write has shown it. */
type Row = BulkResult & { readonly domain?: DomainNode | undefined };

const byName = batched((db, names: readonly string[], { calendar, clock }) =>
  byKey.domains(db, names, calendar.dateOf(clock.now())),
);

const BulkResultRef = builder.objectRef<Row>('BulkResult').implement({
  description: 'The result of a bulk operation for one domain.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name of the domain, such as tamm.ee.' }),
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description:
        'The domain after it, or as it would be after a dry run of a renewal; as it is where it was refused. Null where you do not sponsor it.',
      resolve: async ({ name, domain }, _, context) => {
        const { actor } = context;
        const found = domain ?? (await byName(context).load(name))[0];
        return found && actor.kind === 'registrar' && found.registrar_id === actor.registrarId ? found : null;
      },
    }),
    ok: t.exposeBoolean('ok', { description: 'Whether it was done for this domain.' }),
    price: t.field({
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      nullable: true,
      description:
        'What was charged for it in euros, or would be if nothing prevented it; null where it costs nothing or has no price.',
      resolve: ({ price }) => price ?? null,
    }),
    currency: currency(t),
    userErrors: t.field({
      type: [UserErrorRef],
      description:
        'All reasons against this domain; empty when there are none, also where others prevent all of them.',
      resolve: ({ failures }) => [...failures],
    }),
  }),
});

type Results = { readonly results: readonly Row[] };

const show = async (_: unknown, { results }: Results): Promise<readonly Row[]> => results;

const rowForEach =
  'One row for each domain, in the order of the input; if the whole request was refused, the reasons for each.';

/**
 * The results of a refused write: each item has its own reasons, or else those of the whole; another registry may
 * have done some.
 */
function allFailed(
  names: readonly string[],
  failures: readonly Failure[],
  whole: readonly Failure[] = failures.map(({ details: _, ...reason }) => reason),
): BulkResult[] {
  const own = new Map(
    failures
      .flatMap(({ details }) => (details?.results ?? []) as readonly BulkResult[])
      .map((result) => [normaliseLookup(result.name), result]),
  );
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

const rowsIn = (failures: readonly Failure[]) =>
  failures[0]?.details?.ofEach as readonly BulkResult[] | undefined;

/** Replaces the words that sum up the reasons by the reasons of each row, with its place in the input. */
function withRows(failures: readonly Failure[]): readonly Failure[] {
  const rows = rowsIn(failures);
  if (!rows) return failures;
  const placed = rows.flatMap(({ name, failures: own }, index) =>
    own.map((reason): Failure => {
      // The code that the documented API has for it.
      const shown = reason.code === 'OBJECT_DOES_NOT_EXIST' ? unknownDomain(name) : reason;
      return { ...shown, path: ['names', String(index)] };
    }),
  );
  const isOfRows = ({ path, reason }: Failure) => reason === 'of-rows' || path?.[0] === 'names';
  const at = failures.findIndex(isOfRows);
  const [first, ...others] = failures.flatMap((reason, index) =>
    index === at ? placed : isOfRows(reason) ? [] : [reason],
  );
  return first ? [{ ...first, details: { ...first.details, ofEach: rows } }, ...others] : failures;
}

/** The domains as the write has left them, or as they would be; of a repeated request they are as they are now. */
async function withDomains(
  db: Db,
  results: readonly BulkResult[],
  { calendar, clock, actor }: Context,
  info: GraphQLResolveInfo,
): Promise<Row[]> {
  const selected = selectionOf(info, 'results', 'domain');
  if (selected.size === 0) return [...results];
  const names = results.map(({ name }) => name);
  const found = await byKey.domains(db, names, calendar.dateOf(clock.now()), partsFor(selected, actor));
  return results.map((result, index) => ({ ...result, domain: found[index]?.[0] }));
}

type Renewed = Results & { readonly price: Money | null };

defineMutation(bulkRenewDomains, {
  input: bulkRenewDomains.input.omit({ months: true }).extend({ period }),
  translate: ({ names, period }) => ({ names, months: monthsOrNone(period) }),
  reportAs: (reason, { period }) => withPeriodsListed(reason, period),
  reportAll: withRows,
  ownDetail: 'ofEach',
  show: async (db, { results, price }, context, info): Promise<Renewed> => ({
    results: await withDomains(db, results, context, info),
    price,
  }),
  refused: ({ names }, failures) => ({
    results: rowsIn(failures) ?? allFailed(names, failures, []),
    price: (failures[0]?.details?.price as Money | undefined) ?? null,
  }),
  payload: (t) => ({
    results: t.field({
      type: [BulkResultRef],
      description:
        'One row for each domain, in the order of the input: all are renewed, or none. If none are, each has its own reasons, or none.',
      resolve: ({ shown }) => [...(shown?.results ?? [])],
    }),
    price: t.field({
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
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
