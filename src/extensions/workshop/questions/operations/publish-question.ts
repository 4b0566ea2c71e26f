import { z } from 'zod';
import { nameOf } from '../../../../base/actor.ts';
import { Problems } from '../../../../base/errors.ts';
import { fingerprint } from '../../../../base/secrets.ts';
import { flag, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { withSecret } from '../../../../registry/operations/shown-once.ts';
import { accessTokenFrom } from '../../../../registry/rules/registrar/access-tokens.ts';
import { countOpen, insertQuestion } from '../../store/published.ts';
import { endOf, mostPublished, nameFailure, tooManyPublished } from '../published-rules.ts';
import { documentFailure, judged, look } from './judged-document.ts';
import { makerOf } from './own-published.ts';
import { questionChange } from './published-document.ts';

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
  scope: 'SIGN_IN',
  input: z.object({
    name: text('Its name, which its page also shows: 1 to 100 characters.'),
    document: text('The query, one operation.'),
    variables: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The variables of the document, as a JSON object.', scalar: 'JSON' })
      .default({}),
    expiresIn: text(
      "How long it can be read, by the registry's clock: P1D to P1Y, P90D when left out. With personal data the limit and the default are P30D.",
      'Duration',
    ).optional(),
    personalData: flag(
      'true: it may show names, e-mail addresses, phone numbers, identity codes or postal addresses of people to anyone with the address.',
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
