import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist, Problems, refuseWith } from '../../../../base/errors.ts';
import { flag, rowId, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { changeQuestion, lockQuestion } from '../../store/published.ts';
import { endOf, mayShow, nameFailure, timeOfPersonalData } from '../published-rules.ts';
import { documentFailure, judged, look } from './judged-document.ts';
import { questionChange } from './published-document.ts';

/**
 * Changes the name, the query, the look or the end of a published question: locks it and checks the new values as if
 * they were published by the caller. The address stays the same, and so does everything that is left out
 * (docs/rules/questions.md#changing).
 */
export const updateQuestion = defineCommand({
  name: 'question.update',
  summary: 'Changes a published question: its name, its query, how its page shows it, or when it ends.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Question', 'The global id of the question, from questions.'),
    name: text(
      'Its new name, which its page also shows: 1 to 100 characters; unchanged when left out.',
    ).optional(),
    document: text('The query that it runs from now on, one operation.').optional(),
    variables: z
      .record(z.string(), z.unknown())
      .meta({
        description:
          'The variables of the new document, as a JSON object; none when left out. Only with document.',
        scalar: 'JSON',
      })
      .optional(),
    expiresIn: text(
      "How long from now it can be read, by the registry's clock: P1D to P1Y, with personal data at most P30D.",
      'Duration',
    ).optional(),
    personalData: flag(
      'true: the new document may show personal data, so the question ends within 30 days. Only with document.',
    ).optional(),
    look: look
      .meta({ description: 'How its page shows it from now on; unchanged when left out.' })
      .optional(),
    judged: judged.optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.questionUpdate',
  run: async (context, { id, judged: found, ...input }) => {
    const { db, actor, calendar, now, record } = context;
    const question = await lockQuestion(db, id);
    if (!question || !mayShow(question, actor)) return refuseWith(objectDoesNotExist());
    const name = input.name?.trim() ?? question.name;
    const isPersonal = found ? (input.personalData ?? false) : question.personal_data;
    const expiresAt =
      input.expiresIn === undefined ? question.expires_at : endOf(context, input.expiresIn, isPersonal);
    new Problems()
      .direct(
        nameFailure(name),
        found && documentFailure(found, isPersonal, actor),
        ...(found ? [] : withoutDocument(input)),
        expiresAt instanceof Date ? undefined : expiresAt,
      )
      .refuseIfAny();
    const latest = calendar.plus(now, timeOfPersonalData);
    const after = await changeQuestion(db, id, {
      name,
      document: input.document ?? question.document,
      variables: JSON.stringify(found ? (input.variables ?? {}) : question.variables),
      look: JSON.stringify(input.look ?? question.look),
      personal_data: isPersonal,
      // What was published for longer ends earlier once it shows personal data.
      expires_at: isPersonal && (expiresAt as Date) > latest ? latest : (expiresAt as Date),
      ...(input.expiresIn !== undefined && { end_noticed_at: null }),
    });
    record(questionChange(question, after));
    return { id };
  },
});

/** Variables and the word on personal data belong to the document that they were judged with. */
function withoutDocument(input: {
  readonly variables?: unknown;
  readonly personalData?: unknown;
}): Failure[] {
  return (['variables', 'personalData'] as const)
    .filter((field) => input[field] !== undefined)
    .map((field) =>
      failure('REQUIRED_PARAMETER_MISSING', `Give the document with ${field}`, { path: ['document'] }),
    );
}
