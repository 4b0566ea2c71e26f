import { z } from 'zod';
import type { Initiator } from '../../../base/actor.ts';
import {
  accountingDocument,
  accountingItem,
  notYetExported,
} from '../../../registry/operations/billing/export-to-accounting.ts';
import { recordAccountingExport } from '../../../registry/operations/billing/record-accounting-export.ts';
import type { Runner } from '../../../registry/operations/runner/runner.ts';
import { registrySettings } from '../../../registry/operations/settings.ts';
import type { Database } from '../../../registry/store/driver/connections/database.ts';
import type { Accounting } from '../../accounting.ts';
import { Undeliverable } from '../../undeliverable.ts';
import type { Delivery } from '../outbox.ts';
import { systemCall } from './system-call.ts';

const payload = z.object({
  initiator: z.string(),
  monthly: z.boolean(),
  invoices: z.array(accountingItem),
});

/**
 * Marks the invoices that the accounting system has accepted; refused ones become a dead letter with the
 * reason.
 */
export function accountingDelivery(
  accounting: Accounting,
  { database, runner }: { readonly database: Database; readonly runner: Runner },
): Delivery {
  return async (item, signal) => {
    const read = payload.safeParse(item.payload);
    if (!read.success) throw new Undeliverable('this is not an export: its invoices cannot be read');
    const { initiator, monthly, invoices } = read.data;
    // An earlier attempt may have delivered some of them.
    const waiting = monthly ? invoices : await notYetExported(database.db, initiator as Initiator, invoices);
    if (waiting.length === 0) return;
    const sentXml = accountingDocument(waiting, initiator, monthly, await registrySettings(database.db));
    const answer = await accounting.send(sentXml, signal);
    const accepted = new Set(answer.results.filter((one) => one.accepted).map(({ number }) => number));
    const outcome = await runner.run(
      recordAccountingExport,
      {
        initiator,
        accepted: waiting.map(({ number }) => number).filter((number) => accepted.has(number)),
        sentXml,
        answerXml: answer.text,
      },
      systemCall(item),
    );
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
    const refused = waiting.filter(({ number }) => !accepted.has(number));
    if (refused.length === 0) return;
    const reasons = refused.map(({ number }) => {
      const result = answer.results.find((one) => one.number === number);
      return `${number}: ${result ? result.description : 'no result'}`;
    });
    throw new Undeliverable(`the accounting system refused ${reasons.join('; ')}`);
  };
}
