import { z } from 'zod';
import type { Actor } from '../../../../base/actor.ts';
import { type Failure, failure } from '../../../../base/errors.ts';
import { object, oneOf, text } from '../../../../registry/operations/input.ts';
import { operations } from '../../../../registry/operations/operation.ts';
import { authorizationFailure } from '../../../../registry/rules/scopes.ts';
import { chartKinds, views } from '../published-rules.ts';

/** How its page shows a question. */
export const look = object('QuestionLook', 'How the page of a question shows its rows.', {
  as: oneOf(views, 'QuestionView', 'As a table alone, or as a chart with the table below it.'),
  kind: oneOf(
    chartKinds,
    'ChartKind',
    'The kind of chart; when left out, lines for periods and bars for words.',
  ).optional(),
  across: text('The column along the axis; the first of a suitable kind when left out.').optional(),
  value: text('The column with the numbers; the first one when left out.').optional(),
  stackedBy: text('The column that splits a bar into parts; none when left out.').optional(),
});

/** Facts that the API found in the document; an operation cannot read it. */
export const judged = z.object({
  /** Why it cannot be published. */
  problem: z.string().optional(),
  /** The names of the root fields that it selects. */
  asks: z.array(z.string()),
  /** The fields with personal data that it selects: `Contact.email`. */
  personal: z.array(z.string()),
});

/**
 * Why this caller may not publish what was judged: the same when a question is published and when its query is
 * changed.
 */
export function documentFailure(
  { problem, personal, asks }: z.infer<typeof judged>,
  personalData: boolean,
  actor: Actor,
): Failure | undefined {
  const path = ['document'];
  if (problem !== undefined) return failure('PARAMETER_VALUE_SYNTAX', problem, { path });
  const forbidden = asks.find((field) => !mayRead(actor, field));
  if (forbidden !== undefined)
    return failure(
      'PARAMETER_VALUE_POLICY',
      `You may not read ${forbidden}, so a question of yours cannot show it`,
      {
        path,
      },
    );
  return personal.length === 0 || personalData
    ? undefined
    : failure(
        'PARAMETER_VALUE_POLICY',
        `The document selects personal data: ${personal.join(', ')}. Leave it out, or set personalData: true`,
        { path, details: { personalData: personal } },
      );
}

/** The actor that will read it: the publisher with all its rights except those to secrets. */
function mayRead(actor: Actor, field: string): boolean {
  const operation = [...operations.values()].find(({ graphql }) => graphql === `Query.${field}`);
  const reader = { ...actor, accessToken: { id: 0, scopes: ['READ', 'BILLING'] as const } };
  return !operation || !authorizationFailure(reader as Actor, operation);
}
