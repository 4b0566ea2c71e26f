import { plainFields } from '../../../../apis/graphql/entity-fields.ts';
import { enumOf } from '../../../../apis/graphql/enum-of.ts';
import { enumFilter, IntFilter } from '../../../../apis/graphql/filters.ts';
import { key } from '../../../../apis/graphql/groups.ts';
import { listField, listOf } from '../../../../apis/graphql/list.ts';
import { measure } from '../../../../apis/graphql/measures.ts';
import { nodeIsVisible } from '../../../../apis/graphql/node-visibility.ts';
import { RegistrarRef } from '../../../../apis/graphql/registrar/type.ts';
import { rowNode } from '../../../../apis/graphql/row-node.ts';
import { byPeople } from '../../../../apis/graphql/written.ts';
import { rows } from '../../../../registry/operations/readers/rows.ts';
import { type BulkRow, type BulkWork, bulkRowsById, bulkWorksById } from '../../store/bulk-works.ts';
import { type BulkRowState, type BulkState, bulkRow, bulkWork } from '../entity.ts';
import { listBulkRows } from '../operations/list-bulk.ts';

const BulkStateEnum = enumOf<BulkState>('BulkState', 'Whether work on many objects goes on.', {
  RUNNING: 'It goes on in the background.',
  DONE: 'Each object is done, or was refused.',
  STOPPED: 'Somebody has stopped it, or its operator may not go on: the rest is left alone.',
});

const BulkRowStateEnum = enumOf<BulkRowState>('BulkRowState', 'What has become of one object of a work.', {
  WAITING: 'It is still to be done; after a stop it never is.',
  DONE: 'The write has changed it.',
  REFUSED:
    'The write was refused, by a rule or because the object had changed or was gone, or it failed on our side; message says why. It has changed nothing, but a refund that has reached the payment provider is finished later.',
});

const BulkRowRef = rowNode<BulkRow>('BulkRow', bulkRowsById);

BulkRowRef.implement({
  description: 'One object of the work of an operator.',
  fields: (t) => ({
    ...plainFields(t, bulkRow),
    state: t.field({
      type: BulkRowStateEnum,
      description: 'Whether it is done.',
      resolve: ({ state }) => state,
    }),
  }),
});

export const bulkRows = listOf(BulkRowRef, bulkRow, {
  many: 'objects of works',
  example: '{state: {eq: REFUSED}} are those that were refused.',
  where: { work: [IntFilter, 'By the number of the work: {eq: 12}.'] },
  filters: {
    state: enumFilter('BulkRowStateFilter', BulkRowStateEnum, {
      description: 'Conditions on the state of an object; all that are given must hold: {eq: REFUSED}.',
      verb: 'Has',
      one: 'state',
      many: 'states',
    }),
  },
  orders: { ID: { value: 'id', description: 'In the order in which they are done.' } },
  keys: { STATE: key(BulkRowStateEnum, 'Whether they are done.') },
});

export const usualRows = { field: 'id', descending: false } as const;

export const bulkWorkRows = rows('bulk work', bulkWorksById);

for (const typename of ['BulkWork', 'BulkRow']) nodeIsVisible(typename, ['operator'], () => true);

export const BulkWorkRef = rowNode<BulkWork>('BulkWork', bulkWorkRows.many);

BulkWorkRef.implement({
  description: 'The work of an operator on many objects: one write, done to each in the background.',
  fields: (t) => ({
    number: t.field({
      type: 'Int',
      extensions: measure('KEY'),
      description: 'Its number, by which bulkRows is filtered.',
      resolve: ({ id }) => id,
    }),
    ...plainFields(t, bulkWork),
    state: t.field({
      type: BulkStateEnum,
      description: 'Whether it goes on.',
      resolve: ({ state }) => state,
    }),
    given: t.field({
      type: 'JSON',
      extensions: byPeople,
      description:
        'What the write is given for each object, besides its name, by the names of its input: {"registrar": "BETA", "reason": "…"}.',
      resolve: ({ input }) => input,
    }),
    waiting: t.int({
      extensions: measure('COUNT'),
      description: 'How many objects are still to be done.',
      resolve: ({ total, done, refused }) => total - done - refused,
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar whose portfolio moves; null for other work.',
      resolve: ({ registrar_id }) => registrar_id as never,
    }),
    toRegistrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar that takes domains over; null for other work.',
      resolve: ({ to_registrar_id }) => to_registrar_id as never,
    }),
    rows: listField(t, bulkRows, {
      operation: listBulkRows,
      description: 'The objects of this work, in the order in which they are done.',
      where: 'Which of them; all when left out.',
      orderBy: 'How to sort them; as they are done when left out.',
      usual: usualRows,
      with: (_, __, ___, parent) => ({ work: (parent as BulkWork).id }),
    }),
  }),
});

export const bulkWorks = listOf(BulkWorkRef, bulkWork, {
  many: 'works',
  example: '{state: {eq: RUNNING}} are those that go on.',
  where: { number: [IntFilter, 'By number: {eq: 12}.'] },
  filters: {
    state: enumFilter('BulkStateFilter', BulkStateEnum, {
      description: 'Conditions on the state of a work; all that are given must hold: {eq: RUNNING}.',
      verb: 'Is',
      one: 'state',
      many: 'states',
    }),
  },
  types: { state: BulkStateEnum },
});
