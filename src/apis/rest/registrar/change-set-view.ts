import { z } from 'zod';
import type { Failure } from '../../../base/errors.ts';
import { shortest } from '../../../base/money.ts';
import type { ChangeResult } from '../../../registry/operations/domains/model/change-rows.ts';
import { changeActions } from '../../../registry/rules/domain/change-set.ts';
import { amount, count, flag, named, orNull, schemaOf, text } from '../shapes.ts';
import { domainName } from './domain-view.ts';

/** One row of a file of changes. */
export const changeRowShape = named(
  'ChangeSetRow',
  z.object({
    line: count('The line of the file, counted from 1', 2),
    action: z.enum(changeActions).meta({ description: 'What is done with the domain' }),
    domain: domainName,
    ok: flag('Whether nothing prevents this row'),
    price: orNull(amount('The price; null if it is free', '11.0')),
    pending: flag('Whether the registrant must confirm first'),
    changes: z
      .array(
        z.object({
          field: text('A field of the domain', 'expiresAt'),
          from: z.unknown().meta({ description: 'Its value before' }),
          to: z.unknown().meta({ description: 'Its value after' }),
        }),
      )
      .meta({ description: 'What changes, field by field; moments are in UTC' }),
    errors: z
      .array(
        z.object({
          code: text('The result code, as text', '2303'),
          msg: text('The reason that prevents it', 'Object does not exist'),
        }),
      )
      .meta({ description: 'All reasons that prevent this row' }),
  }),
);

export const changeRowView = (row: ChangeResult): z.infer<typeof changeRowShape> => ({
  line: row.line,
  action: row.action,
  domain: row.name,
  ok: row.ok,
  price: row.price === null ? null : shortest(row.price),
  pending: row.pending,
  changes: [...row.changes],
  errors: row.failures.map(({ resultCode, message }) => ({ code: String(resultCode), msg: message })),
});

/** The data of a refused file, as the document describes them. */
export const fileTroubles = {
  rows: schemaOf(z.array(changeRowShape).meta({ description: 'Each row, with the reasons that prevent it' })),
  mistakes: schemaOf(
    z
      .array(
        z.object({
          line: count('The line of the file, counted from 1', 3).optional(),
          column: count('The cell of the line, counted from 1', 3).optional(),
          message: text(
            'What is wrong, and where',
            'Line 3, column 3 (period): a period is 3m, 6m, 9m or 1y to 10y',
          ),
        }),
      )
      .meta({
        description: 'The first twenty mistakes of the file; the last may say how many more there are',
      }),
  ),
};

/** The details of a refused file: its mistakes by line and column, or each row with the reasons against it. */
export function fileTroubleIn(failures: readonly Failure[]): object {
  const { line, rows } = (failures[0]?.details ?? {}) as { line?: number; rows?: readonly ChangeResult[] };
  if (rows) return { rows: rows.map(changeRowView) };
  if (line === undefined) return {};
  return { mistakes: failures.map(({ message, details }) => ({ ...details, message })) };
}
