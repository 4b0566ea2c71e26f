import { z } from 'zod';
import { type Failure, Refusal } from '../../../base/errors.ts';
import type { Money } from '../../../base/money.ts';
import { applyChangeSet } from '../../../registry/operations/domains/apply-change-set.ts';
import type { ChangeResult } from '../../../registry/operations/domains/model/change-rows.ts';
import { secret } from '../../../registry/operations/input.ts';
import {
  type ChangeAction,
  changeColumns,
  mostChanges,
  readChanges,
} from '../../../registry/rules/domain/change-set.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { enumOf } from '../enum-of.ts';
import { FieldChangeRef } from '../history/type.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { UserErrorRef } from '../user-error.ts';

const ChangeActionEnum = enumOf<ChangeAction>(
  'ChangeAction',
  'What a row of a file of changes does with its domain.',
  {
    renew: 'Its period is extended, and the registrar is charged.',
    nameservers: 'The nameservers of the row replace all that it has.',
    contacts: 'It gets another registrant, or other contacts in a role.',
    transfer: 'It is taken over from another registrar with its transfer code.',
  },
);

const ChangeSetRowRef = builder.objectRef<ChangeResult>('ChangeSetRow').implement({
  description: 'One row of a file of changes: what it does, what it costs, and what prevents it.',
  fields: (t) => ({
    line: t.exposeInt('line', {
      extensions: measure('KEY'),
      description: 'The line of the file, counted from 1; the first names the columns.',
    }),
    action: t.expose('action', { type: ChangeActionEnum, description: 'What is done with the domain.' }),
    name: t.expose('name', { type: 'DomainName', description: 'The name of the domain, such as tamm.ee.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether nothing prevents this row.' }),
    price: t.expose('price', {
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      nullable: true,
      description: 'What it costs in euros; null when it costs nothing.',
    }),
    currency: currency(t),
    pending: t.exposeBoolean('pending', {
      description:
        'Whether the present registrant is asked first, by mail: until then only a status changes.',
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description:
        'Which fields of the domain it changes, and how, at once or with the consent of the registrant; empty when it changes nothing or cannot be done.',
      resolve: ({ changes }) => [...changes],
    }),
    userErrors: t.field({
      type: [UserErrorRef],
      description: 'All reasons that prevent it; empty when there are none.',
      resolve: ({ failures }) => [...failures],
    }),
  }),
});

interface ChangeRows {
  readonly rows: readonly ChangeResult[];
  readonly price: Money | null;
}

/** The rows and the price in a refusal; empty if the file could not be parsed. */
const rowsIn = (failures: readonly Failure[]): ChangeRows => {
  const { rows = [], price = null } = (failures[0]?.details ?? {}) as Partial<ChangeRows>;
  return { rows, price };
};

const csv = secret(
  `A CSV file with a first line that names its columns, of ${changeColumns.join(', ')}, and one row for each change; at most ${mostChanges} rows. The guide at /guides/changes explains them.`,
);

defineMutation(applyChangeSet, {
  more: 'A file with a mistake changes nothing: userErrors name the line and column of each. Try it with dryRun first, and pass its outcome as ifOutcome to do exactly what was shown.',
  input: z.object({ csv }),
  translate: (given) => {
    const read = readChanges(given.csv);
    if (!read.ok) throw new Refusal(read.failures);
    return { rows: [...read.rows] };
  },
  show: async (_, { results, price }): Promise<ChangeRows> => ({ rows: results, price }),
  refused: (_, failures) => rowsIn(failures),
  ownDetail: 'rows',
  payload: (t) => ({
    rows: t.field({
      type: [ChangeSetRowRef],
      description: 'One for each row of the file, in its order; empty when the file has a mistake.',
      resolve: ({ shown }) => [...(shown?.rows ?? [])],
    }),
    price: t.field({
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      nullable: true,
      description: 'What all rows cost together in euros; null when the file has a mistake.',
      resolve: ({ shown }) => shown?.price ?? null,
    }),
    currency: currency(t),
  }),
});
