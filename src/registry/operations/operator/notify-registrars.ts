import { z } from 'zod';
import { failure, Problems, referenceNotFound } from '../../../base/errors.ts';
import { everyRow } from '../../../base/filter.ts';
import { noticeKinds, noticeSubjects, wrongNotice } from '../../rules/registrar/notices.ts';
import { normaliseRegistrarCode } from '../../rules/registrar/registrar-fields.ts';
import { type Registrar, registrarList, registrarsByCode } from '../../store/registry/registrars.ts';
import { flag, oneOf, text, texts } from '../input.ts';
import { type Db, defineCommand } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';

/**
 * Sends an operator's notice to the named registrars or to all of them: checks the audience and the text first. Each
 * registrar gets a poll message, and a mail if it has an address (docs/rules/registrar.md#notices).
 */
export const notifyRegistrars = defineCommand({
  name: 'registrar.notify',
  summary: 'Sends a notice to registrars: each gets a poll message, and a mail if it has an address.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    registrars: texts(
      'The codes of the registrars that get it, such as ALPHA; leave it out with all.',
    ).optional(),
    all: flag('true: every registrar gets it.').optional(),
    text: text('The message: plain text on one line, at most 1,000 characters.'),
    kind: oneOf(noticeKinds, 'RegistrarNoticeKind', 'What it is about.'),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.registrarNotify',
  run: async (context, { registrars: codes = [], all = false, text: given, kind }) => {
    const problems = new Problems().direct(wrongAudience(codes, all), wrongNotice(given)).further();
    const found = await named(context.db, codes, problems);
    problems.refuseIfAny();
    const registrars = all ? await everyRegistrar(context.db) : found;
    const notice = given.trim();
    let mails = 0;
    for (const registrar of registrars) {
      const { id, code } = registrar;
      context.notify({ registrarId: id, kind: `registry_${kind.toLowerCase()}`, text: notice });
      if (writeToRegistrar(context, registrar, { subject: noticeSubjects[kind], paragraphs: [notice] }))
        mails += 1;
      context.record({ type: 'registrar', id, key: code, before: {}, after: { notice } });
    }
    return { messages: registrars.length, mails };
  },
});

function wrongAudience(codes: readonly string[], all: boolean) {
  if (all && codes.length > 0)
    return failure('PARAMETER_VALUE_POLICY', 'Send either registrars or all', { path: ['all'] });
  return all || codes.length > 0
    ? undefined
    : failure('REQUIRED_PARAMETER_MISSING', 'Required parameter missing: registrars or all', {
        path: ['registrars'],
      });
}

const everyRegistrar = (db: Db): Promise<Registrar[]> =>
  registrarList.rows(db, { sort: [{ field: 'code', descending: false }], slice: everyRow });

async function named(db: Db, codes: readonly string[], problems: Problems): Promise<Registrar[]> {
  const wanted = [...new Set(codes.map(normaliseRegistrarCode))];
  const found = await registrarsByCode(db, wanted);
  for (const [index, code] of codes.entries())
    if (!found.some((one) => one.code === normaliseRegistrarCode(code)))
      problems.direct(referenceNotFound('Registrar was not found', ['registrars', String(index)]));
  return found.sort((one, other) => one.code.localeCompare(other.code));
}
