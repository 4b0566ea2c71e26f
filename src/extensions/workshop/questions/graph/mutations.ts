import type { GraphQLSchema } from 'graphql';
import { schemaOf } from '../../../../apis/graphql/caller-schemas.ts';
import type { Context } from '../../../../apis/graphql/context.ts';
import { defineMutation } from '../../../../apis/graphql/mutation.ts';
import { result, results } from '../../../../apis/graphql/payload.ts';
import { kindOf } from '../../../../base/actor.ts';
import { shownOnce } from '../../../../registry/operations/shown-once.ts';
import { publishBoard } from '../operations/publish-board.ts';
import { publishQuestion } from '../operations/publish-question.ts';
import { revokeBoard } from '../operations/revoke-board.ts';
import { revokeQuestion } from '../operations/revoke-question.ts';
import { updateBoard } from '../operations/update-board.ts';
import { updateQuestion } from '../operations/update-question.ts';
import { checkDocument } from '../published-documents.ts';
import { BoardRef, boardRows, QuestionRef, questionRows } from './type.ts';

/** The whole address; null: it was shown before, or is that of a dry run, which leads nowhere. */
function urlOf(value: object, path: string, { container }: Context, isDryRun: boolean): string | null {
  const address = shownOnce(value);
  return address === null || isDryRun ? null : `${container.address.publicUrl}/${path}/${address}`;
}

const url =
  'Its address, which is shown only once: keep it. Add .csv, .xlsx, .ndjson, .json or .parquet for a file. Null when it was refused, was a dry run, or has been shown before.';

/** Judges what the document is and shows, with the schema of this caller. */
function judgedFor(
  { container, actor }: Context,
  schema: GraphQLSchema,
  {
    document,
    variables,
  }: { readonly document: string; readonly variables: Readonly<Record<string, unknown>> },
): ReturnType<typeof checkDocument> {
  const { MAX_DOCUMENT_LENGTH: maxLength, TRUSTED_DOCUMENTS_ONLY: onlyTrusted } = container.config;
  if (onlyTrusted.has(actor.kind))
    return { problem: 'Only trusted documents are accepted from you', asks: [], personal: [] };
  return checkDocument(document, variables, { schema: schemaOf(schema, kindOf(actor)), maxLength });
}

defineMutation(publishQuestion, {
  more: 'Anyone with the address can read what you may read at that moment, without secrets. The address is shown once: a repetition with the same idempotencyKey shows null.',
  input: publishQuestion.input.omit({ judged: true }),
  translate: (input, context, { schema }) => ({ ...input, judged: judgedFor(context, schema, input) }),
  show: async (db, value, context, _, { isDryRun }) => ({
    question: await questionRows.one(db, value),
    url: urlOf(value, 'q', context, isDryRun),
  }),
  payload: results({ question: [QuestionRef, 'The published question'], url: ['Secret', url] }),
});

defineMutation(updateQuestion, {
  more: "Its address stays the same. Your own, or any of the registrar's for users with the role SUPER; it still runs with the rights of the caller who published it.",
  input: updateQuestion.input.omit({ judged: true }),
  translate: (input, context, { schema }) => {
    const { document, variables = {} } = input;
    return document === undefined
      ? input
      : { ...input, judged: judgedFor(context, schema, { document, variables }) };
  },
  show: questionRows.one,
  payload: result('question', QuestionRef, 'The question after the change'),
});

defineMutation(revokeQuestion, {
  more: "Your own, or any of the registrar's for users with the role SUPER.",
  show: questionRows.one,
  payload: result('question', QuestionRef, 'The question that can no longer be read'),
});

defineMutation(publishBoard, {
  more: 'Each question runs with the rights of the caller who published it. The address is shown once: a repetition with the same idempotencyKey shows null.',
  show: async (db, value, context, _, { isDryRun }) => ({
    board: await boardRows.one(db, value),
    url: urlOf(value, 'b', context, isDryRun),
  }),
  payload: results({
    board: [BoardRef, 'The published board'],
    url: [
      'Secret',
      'Its address, which is shown only once: keep it. Null when it was refused, was a dry run, or has been shown before.',
    ],
  }),
});

defineMutation(updateBoard, {
  more: "Your own, or any of the registrar's for users with the role SUPER.",
  show: boardRows.one,
  payload: result('board', BoardRef, 'The board after the change'),
});

defineMutation(revokeBoard, {
  more: "Your own, or any of the registrar's for users with the role SUPER.",
  show: boardRows.one,
  payload: result('board', BoardRef, 'The board that can no longer be read'),
});
