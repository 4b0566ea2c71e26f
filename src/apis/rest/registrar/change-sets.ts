import { z } from 'zod';
import { shortest } from '../../../base/money.ts';
import { applyChangeSet } from '../../../registry/operations/domains/apply-change-set.ts';
import {
  type ChangeRow,
  changeColumns,
  mostChanges,
  readChanges,
} from '../../../registry/rules/domain/change-set.ts';
import { fields, filled, report, text } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { amount, data } from '../shapes.ts';
import { changeRowShape, changeRowView } from './change-set-view.ts';
import { success } from './envelope.ts';

const description = `A CSV file: a first line that names its columns, of ${changeColumns.join(', ')}, and at most ${mostChanges} rows`;

const body = fields({
  csv: filled(text({ description })).transform((csv, context): ChangeRow[] => {
    const read = readChanges(csv);
    if (read.ok) return [...read.rows];
    for (const mistake of read.failures) report(context, mistake);
    return z.NEVER;
  }),
});

/** docs/rules/registrar.md#change-sets. */
export const changeSetRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/domains/changes',
    operation: applyChangeSet,
    extension: true,
    request: { body },
    docs: {
      data: data({
        rows: z.array(changeRowShape).meta({ description: 'One for each row of the file, in its order' }),
        price: amount('The total price', '11.0'),
      }),
    },
    handle: async (call) => {
      const { results, price } = await call.run(applyChangeSet, { rows: call.body.csv });
      return success({ rows: results.map(changeRowView), price: shortest(price) });
    },
  }),
];
