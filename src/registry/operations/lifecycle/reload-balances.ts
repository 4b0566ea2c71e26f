import { Refusal } from '../../../base/errors.ts';
import { withVat } from '../../rules/money/vat.ts';
import { earliestReload, takeLowRegistrars } from '../../store/billing/auto-reload.ts';
import { updateRegistrar } from '../../store/registry/registrars.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { issuePrepayment } from '../billing/model/issue-prepayment.ts';
import { sendNewInvoice } from '../billing/model/registrar-invoices.ts';
import { defineJob, jobEvent } from './job.ts';

const name = 'auto-reload';

/**
 * Issues prepayments every hour for registrars whose balance has fallen to the threshold they set, and sends each
 * invoice. Each registrar has a transaction of its own, so one that cannot be billed does not block the others
 * (docs/rules/self-service.md#auto-reload).
 */
export const reloadBalances = defineJob({
  name,
  operation: 'account.reload',
  summary: 'Issues invoices for balances that have fallen to their threshold.',
  next: () => ({ earliest: earliestReload(name) }),
  work: async (context, input) => {
    const low = await takeLowRegistrars(context.db, input.limit);
    const events = [];
    for (const registrar of low) {
      const net = registrar.auto_reload_amount;
      if (net === null) continue;
      try {
        const invoice = await allOrNothing(context, async (item) => {
          const issued = await issuePrepayment(item, registrar, {
            description: 'reload balance',
            sumsAt: (rate) => withVat(net, rate),
          });
          await updateRegistrar(item.db, registrar.id, { auto_reload_invoice_id: issued.id });
          await sendNewInvoice(item, issued, registrar);
          return issued;
        });
        events.push(jobEvent('INVOICE_ISSUED', String(invoice.number), context.now));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return { events, taken: events.length };
  },
});
