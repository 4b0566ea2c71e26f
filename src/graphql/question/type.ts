import { boardRows, questionRows } from '../../operations/readers/rows.ts';
import type { Board, Question } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';
import { byId, rowId } from '../loading.ts';
import { RegistrarRef } from '../registrar/type.ts';

export const QuestionRef = builder.loadableNodeRef<Question, number>('Question', {
  id: { resolve: ({ id }) => id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await questionRows.many(database.db, ids)),
});

QuestionRef.implement({
  description:
    'A query with an address of its own, where whoever has the address reads its answer as a file or a page. The address itself is shown once, when it is published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    document: t.exposeString('document', { description: 'The query that is asked.' }),
    variables: t.field({
      type: 'JSON',
      description: 'The variables that it is asked with.',
      resolve: ({ variables }) => variables,
    }),
    look: t.field({
      type: 'JSON',
      nullable: true,
      description: 'How its page shows it, as it was given; null: as a table.',
      resolve: ({ look }) => look,
    }),
    personalData: t.exposeBoolean('personal_data', {
      description: 'Whether it was published to show personal data, which ends after 30 days.',
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar whose user made it; null when somebody else did.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was published.',
      resolve: ({ created_at }, _, { calendar }) => calendar.format(created_at),
    }),
    createdBy: t.exposeString('created_by', {
      description: 'Who published it; it is asked with the rights that its maker has at that moment.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From when on it can no longer be read.',
      resolve: ({ expires_at }, _, { calendar }) => calendar.format(expires_at),
    }),
    lastReadAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last read; null when it never was.',
      resolve: ({ last_read_at }, _, { calendar }) => last_read_at && calendar.format(last_read_at),
    }),
    reads: t.exposeInt('reads', { description: 'How often it was read.' }),
  }),
});

export const BoardRef = builder.loadableNodeRef<Board, number>('Board', {
  id: { resolve: ({ id }) => id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await boardRows.many(database.db, ids)),
});

BoardRef.implement({
  description:
    'A page with several published questions and an address of its own, which is shown once, when it is published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    questions: t.field({
      type: [QuestionRef],
      description: 'Its questions in their order, without those that were revoked or are long over.',
      resolve: async ({ question_ids }, _, context) => {
        const found = await QuestionRef.getDataloader(context).loadMany(question_ids);
        return found.filter((one): one is Question => !(one instanceof Error) && !one.revoked_at);
      },
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar whose user made it; null when somebody else did.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was published.',
      resolve: ({ created_at }, _, { calendar }) => calendar.format(created_at),
    }),
    createdBy: t.exposeString('created_by', { description: 'Who published it.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From when on it can no longer be read.',
      resolve: ({ expires_at }, _, { calendar }) => calendar.format(expires_at),
    }),
  }),
});

const keys = {
  REGISTRAR: key(RegistrarRef, 'The registrar whose users made them.'),
  CREATED_AT: key('moment', 'When they were published.'),
  EXPIRES_AT: key('moment', 'When they end.'),
};

export const QuestionConnection = connectionOf(QuestionRef, 'questions');
offerGroups(QuestionConnection, 'Question', { many: 'questions', keys });

export const BoardConnection = connectionOf(BoardRef, 'boards');
offerGroups(BoardConnection, 'Board', { many: 'boards', keys });
