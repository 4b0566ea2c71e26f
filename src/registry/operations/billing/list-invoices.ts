import { invoicesSeenBy } from '../../rules/visibility.ts';
import { invoiceListOn } from '../../store/billing/invoices.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists a registrar's or a service's own invoices as one page, with filter, order, count and groups. An operator sees
 * the invoices of all.
 */
export const listInvoices = defineQuery({
  name: 'invoice.list',
  summary: "Lists the registrar's or service's invoices.",
  permits: ['registrar:billing', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'BILLING',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/invoices',
  graphql: 'Query.invoices',
  run: ({ db, actor, calendar, now }, input) => {
    const day = { today: calendar.dateOf(now), zone: calendar.zone };
    return listedFrom(db, invoiceListOn(invoicesSeenBy(actor), day), input);
  },
});
