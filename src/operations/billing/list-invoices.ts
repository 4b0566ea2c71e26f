import { defineQuery } from '../../core/operation.ts';
import { countInvoices, listInvoices as readInvoices } from '../../store/invoices.ts';
import { listed, listInput } from '../lists.ts';
import { ownersFor } from './ownership.ts';

/** The caller's own; an operator sees all. */
export const listInvoices = defineQuery({
  name: 'invoice.list',
  summary: "Lists the service's invoices.",
  permits: ['billing', 'operator'],
  input: listInput,
  errors: [],
  graphql: 'Query.invoices',
  run: ({ db, actor }, input) => {
    const owners = ownersFor(actor);
    return listed(
      input,
      (query) => readInvoices(db, owners, query),
      (filter) => countInvoices(db, owners, filter),
    );
  },
});
