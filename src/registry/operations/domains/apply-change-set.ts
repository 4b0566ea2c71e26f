import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { inBatches } from '../../../base/batches.ts';
import { type Failure, failure, refuseWith, WrongSecret } from '../../../base/errors.ts';
import { add, isLess, type Money, zero } from '../../../base/money.ts';
import { type ChangeRow, changeActions, linesOf, mostChanges } from '../../rules/domain/change-set.ts';
import { contactNotFound, registrantNotFound } from '../../rules/domain/domain-contacts.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import { chargeFor, fundsMissing } from '../../rules/money/charges.ts';
import { isConstraintViolation } from '../../store/driver/connections/savepoint.ts';
import { accountOf, overdraft } from '../../store/registry/accounts.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { ChangeJudge, type ChangeResult, readMaterial } from './model/change-rows.ts';
import type { DomainState } from './model/domain-state.ts';
import { ledgerEntry } from './model/ledger-entry.ts';
import { moveDomains } from './model/move-domain.ts';
import { nameserverInput } from './model/nameserver-input.ts';
import { sendQuestions } from './model/request-confirmation.ts';
import { saveDomains } from './model/save-domain.ts';

const row = <const A extends ChangeRow['action'], S extends z.ZodRawShape>(action: A, shape: S) =>
  z.object({ line: z.int(), action: z.literal(action), name: z.string(), ...shape });
const codes = z.array(z.string()).readonly().optional();
const [renew, nameservers, contacts, transfer] = changeActions;

/**
 * Applies a registrar's file of renewals, nameserver changes, contact changes and transfers in one transaction, all
 * rows or none: locks every domain, judges each row as the single write would, and refuses the whole file with the
 * result of each row if one fails or the balance is too low. Otherwise it saves the domains, takes over the
 * transferred ones, mails registrants whose consent is needed and charges the renewals, in batches so that other
 * requests are served in between (docs/rules/registrar.md#change-sets).
 */
export const applyChangeSet = defineCommand({
  name: 'domain.apply-change-set',
  summary: 'Applies all changes of a file, or none: renewals, nameservers, contacts, transfers.',
  permits: ['registrar:epp'],
  effect: 'billable',
  scope: 'WRITE',
  input: z.object({
    rows: z.array(
      z.discriminatedUnion('action', [
        row(renew, { months: z.int(), expiresOn: z.string().optional() }),
        row(nameservers, { nameservers: z.array(nameserverInput).readonly() }),
        row(contacts, {
          registrant: z.string().optional(),
          verified: z.boolean().optional(),
          admins: codes,
          techs: codes,
        }),
        row(transfer, { transferCode: z.string() }),
      ]),
    ),
  }),
  mostItems: mostChanges,
  itemsPaidFor: ({ rows }) => linesOf(rows),
  errors: [
    'COMMAND_USE',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_DOES_NOT_EXIST',
    'BILLING_FAILURE',
    'COMMAND_FAILED',
    'RATE_LIMITED',
  ],
  conflicts: {
    [overdraft]: fundsMissing('renew'),
    // Contacts that were deleted at the same moment.
    domains_registrant_id_fkey: registrantNotFound(),
    domain_contacts_contact_id_fkey: contactNotFound(['contacts']),
  },
  decidesAgain: overdraft,
  rest: 'POST /registry/v1/domains/changes',
  graphql: 'Mutation.changeSetApply',
  run: async (context, { rows }): Promise<{ results: ChangeResult[]; price: Money }> => {
    const { db } = context;
    const { registrarId } = registrarOf(context.actor);
    const settings = await registrySettings(db);
    const material = await readMaterial(context, rows, settings);
    const judge = new ChangeJudge(context, material);
    const results = await inBatches(rows, async (batch) => batch.map((one) => judge.judge(one)));
    const price = add(zero, ...results.map(({ ok, price }): Money => (ok && price) || zero));
    const { balance } = await accountOf(db, registrarId);
    refuseAll(results, price, isLess(balance, price));

    await saveDomains(context, judge.changed, settings);
    await takeOver(context, judge.moving, settings);
    if (judge.asked.length > 0) await sendQuestions(context, judge.asked, settings);
    context.charge(
      ...results.flatMap((result) => chargesOf(context, result, material.own.get(result.name)?.row.id)),
    );
    return { results, price };
  },
});

const chargesOf = (context: OperationContext, { name, price }: ChangeResult, id: number | undefined) =>
  price === null || id === undefined
    ? []
    : [ledgerEntry(context, chargeFor('renew', name, price), registrarOf(context.actor).registrarId, id)];

/** Moves the domains to the caller; if one of them violates a database constraint, all are refused. */
async function takeOver(
  context: OperationContext,
  moving: readonly DomainState[],
  settings: RegistrySettings,
): Promise<void> {
  if (moving.length === 0) return;
  await allOrNothing(context, (item) => moveDomains(item, moving, settings)).catch((error: unknown) => {
    if (!isConstraintViolation(error)) throw error;
    refuseWith(failure('COMMAND_FAILED'));
  });
}

/**
 * One refusal for all rows, with each row in its details. Only the counts of wrong codes have been written, and they
 * stay.
 */
function refuseAll(results: readonly ChangeResult[], price: Money, isTooLittle: boolean): void {
  const wrong = results.filter(({ ok }) => !ok);
  const [first] = wrong;
  const details = { rows: results, price };
  const funds: Failure = { ...fundsMissing('renew'), details };
  if (!first) {
    if (isTooLittle) throw new WrongSecret([funds]);
    return;
  }
  const count = `${wrong.length} of ${results.length} ${results.length === 1 ? 'row' : 'rows'}`;
  const message = `${count} cannot be done, the first in line ${first.line} (${first.name}): ${first.failures[0]?.message}; nothing was changed`;
  const retryable = wrong.every(({ failures }) => failures.every((reason) => reason.retryable));
  throw new WrongSecret([
    { ...failure('COMMAND_USE', message, { details }), retryable },
    ...(isTooLittle ? [fundsMissing('renew')] : []),
  ]);
}
