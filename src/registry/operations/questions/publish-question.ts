import { z } from 'zod';
import { type Actor, nameOf } from '../../../core/actor.ts';
import { type Failure, failure, Problems } from '../../../core/errors.ts';
import { fingerprint } from '../../../core/secrets.ts';
import {
  chartKinds,
  endOf,
  mostPublished,
  nameFailure,
  tooManyPublished,
  views,
} from '../../rules/published.ts';
import { accessTokenFrom } from '../../rules/registrar/access-tokens.ts';
import { authorizationFailure } from '../../rules/scopes.ts';
import { countOpen, insertQuestion } from '../../store/runner/published.ts';
import { flag, object, oneOf, text } from '../input.ts';
import { defineCommand, operations } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { makerOf } from './own-published.ts';
import { questionChange } from './published-document.ts';

/** How its page shows a question. */
const look = object('QuestionLook', 'How the page of a question shows its rows.', {
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
const judged = z.object({
  /** Why it cannot be published. */
  problem: z.string().optional(),
  /** The names of the root fields that it selects. */
  asks: z.array(z.string()),
  /** The fields with personal data that it selects: `Contact.email`. */
  personal: z.array(z.string()),
});

/**
 * Publishes a query at an address of its own, where anybody with the address can read the answer: checks the
 * document, the caller's rights to every query in it, personal data, the duration, and how many questions are open.
 * The address is shown once, and only a hash of it is kept (docs/rules/questions.md#publishing).
 */
export const publishQuestion = defineCommand({
  name: 'question.publish',
  summary: 'Publishes a question at its own address, where its answer can be read as a file or a page.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  facade: 'local',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('Its name, which its page also shows: 1 to 100 characters.'),
    document: text('The query, one operation. Its variables are those below.'),
    variables: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The variables of the document, as a JSON object.', scalar: 'JSON' })
      .default({}),
    expiresIn: text(
      "How long it can be read, by the registry's clock: P1D to P1Y, P90D when left out. With personal data the limit and the default are P30D.",
      'Duration',
    ).optional(),
    personalData: flag(
      'true: it may show e-mail addresses, phone numbers, identity codes or postal addresses of people to anyone with the address.',
    ).default(false),
    look: look.meta({ description: 'How its page shows it; as a table when left out.' }).optional(),
    judged,
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
  ],
  graphql: 'Mutation.questionPublish',
  run: async (context, { judged: found, ...input }) => {
    const { db, now, actor, record } = context;
    const name = input.name.trim();
    const expiresAt = endOf(context, input.expiresIn, input.personalData);
    const problems = new Problems().direct(
      nameFailure(name),
      documentFailure(found, input.personalData, actor),
      expiresAt instanceof Date ? undefined : expiresAt,
    );
    const made = makerOf(context);
    const open = await countOpen(db, 'questions', made, now);
    problems
      .further()
      .direct(open >= mostPublished ? tooManyPublished('questions') : undefined)
      .refuseIfAny();
    const address = accessTokenFrom('zgq_', context.secret(32));
    const row = await insertQuestion(db, {
      hash: fingerprint(address),
      name,
      document: input.document,
      variables: JSON.stringify(input.variables),
      look: input.look ? JSON.stringify(input.look) : null,
      personal_data: input.personalData,
      ...made,
      created_by: nameOf(actor),
      created_at: now,
      expires_at: expiresAt as Date,
    });
    record(questionChange(undefined, row));
    return withSecret({ id: row.id }, address);
  },
});

function documentFailure(
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
