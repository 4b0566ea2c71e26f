import { builder } from '../../../../apis/graphql/builder.ts';
import { plainFields } from '../../../../apis/graphql/entity-fields.ts';
import { StringFilter } from '../../../../apis/graphql/filters.ts';
import { key } from '../../../../apis/graphql/groups.ts';
import { listOf } from '../../../../apis/graphql/list.ts';
import { measure } from '../../../../apis/graphql/measures.ts';
import { everybodyKnown, nodeIsVisible } from '../../../../apis/graphql/node-visibility.ts';
import { RegistrarRef } from '../../../../apis/graphql/registrar/type.ts';
import { rowNode } from '../../../../apis/graphql/row-node.ts';
import type { Actor } from '../../../../base/actor.ts';
import { rows } from '../../../../registry/operations/readers/rows.ts';
import { type Board, boardsById, type Question, questionsById } from '../../store/published.ts';
import { board, question } from '../entity.ts';
import { seesPublished } from '../published-rules.ts';
import { type Card, cardsOf } from '../walls.ts';
import { BoardFilterEnum } from './inputs.ts';

export const questionRows = rows('question', questionsById);
export const boardRows = rows('board', boardsById);

const seesUnlessRevoked = (one: Question | Board, actor: Actor) =>
  !one.revoked_at && seesPublished(one, actor);

// Only the caller who revokes one sees it afterwards.
nodeIsVisible<Question>('Question', everybodyKnown, seesUnlessRevoked, { reached: seesPublished });
nodeIsVisible<Board>('Board', everybodyKnown, seesUnlessRevoked, { reached: seesPublished });

export const QuestionRef = rowNode<Question>('Question', questionRows.many);

QuestionRef.implement({
  description:
    'A query with its own address, where anyone with the address can read its answer as a file or a page. The address itself is shown once, when it is published.',
  fields: (t) => ({
    ...plainFields(t, question),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar whose user made it; null when somebody else did.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
  }),
});

const BoardCardRef = builder.objectRef<Card>('BoardCard').implement({
  description: 'A card on the grid of a board, which has twelve columns.',
  fields: (t) => ({
    question: t.field({
      type: QuestionRef,
      nullable: true,
      description:
        'The question that it shows; null for a text, and for a question that was revoked or ended long ago.',
      resolve: async ({ question }, _, context) => {
        if (question === undefined) return null;
        const [found] = await QuestionRef.getDataloader(context).loadMany([question]);
        return !found || found instanceof Error || found.revoked_at ? null : found;
      },
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The text that it shows; null for a question.',
    }),
    x: t.exposeInt('x', { extensions: measure('KEY'), description: 'Its first column, from 0 on the left.' }),
    y: t.exposeInt('y', { extensions: measure('KEY'), description: 'Its first row, from 0 at the top.' }),
    width: t.exposeInt('width', { extensions: measure('KEY'), description: 'How many columns it is wide.' }),
    height: t.exposeInt('height', { extensions: measure('KEY'), description: 'How many rows it is high.' }),
  }),
});

export const BoardRef = rowNode<Board>('Board', boardRows.many);

BoardRef.implement({
  description:
    'A page with several published questions and an address of its own, which is shown once, when it is published.',
  fields: (t) => ({
    ...plainFields(t, board),
    questions: t.field({
      type: [QuestionRef],
      description: 'Its questions in order, without those that were revoked or ended long ago.',
      resolve: async ({ question_ids }, _, context) => {
        const found = await QuestionRef.getDataloader(context).loadMany(question_ids);
        return found.filter((one): one is Question => !(one instanceof Error) && !one.revoked_at);
      },
    }),
    cards: t.field({
      type: [BoardCardRef],
      description: 'Its cards with their places, from the top and from the left.',
      resolve: (board) => [...cardsOf(board)],
    }),
    filters: t.field({
      type: [BoardFilterEnum],
      description: 'By what its readers may narrow all its cards.',
      resolve: ({ wall }) => [...(wall?.filters ?? [])],
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar whose user made it; null when somebody else did.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
  }),
});

const where = {
  registrar: [
    StringFilter,
    'By the code of the registrar whose user made it; {isNull: true} are those of all others.',
  ],
} as const;
const keys = { REGISTRAR: key(RegistrarRef, 'The registrar whose users made them.') };

export const questions = listOf(QuestionRef, question, { many: 'questions', where, keys });
export const boards = listOf(BoardRef, board, { many: 'boards', where, keys });
