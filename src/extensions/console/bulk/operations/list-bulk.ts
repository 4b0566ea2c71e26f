import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { listedFrom, listInput } from '../../../../registry/operations/lists.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { bulkRowList, bulkWorkList, bulkWorksById } from '../../store/bulk-works.ts';

const forOperators = { permits: ['operator'], operators: 'VIEWER', scope: 'READ' } as const;

/** Lists for operators the works on many objects, those that go on and those of the last 90 days. */
export const listBulkWorks = defineQuery({
  ...forOperators,
  name: 'bulk.list',
  summary: 'Lists the work of operators on many objects: what goes on, and what ended in the last 90 days.',
  input: listInput,
  errors: [],
  graphql: 'Query.bulkWorks',
  run: ({ db }, input) => listedFrom(db, bulkWorkList, input),
});

/** Lists for operators the objects of a work, or of all works. */
export const listBulkRows = defineQuery({
  ...forOperators,
  name: 'bulk.list-rows',
  summary: 'Lists the objects of the work of operators: what is done, what was refused and why.',
  input: listInput.extend({ work: z.int().optional() }),
  errors: [],
  graphql: 'Query.bulkRows',
  run: ({ db }, { work, ...input }) =>
    listedFrom(
      db,
      bulkRowList,
      input,
      work === undefined ? undefined : { field: 'work', is: 'eq', value: work },
    ),
});

/** Shows operators one work, with its progress. */
export const showBulkWork = defineQuery({
  ...forOperators,
  name: 'bulk.show',
  summary: 'Shows work of an operator on many objects, with its progress.',
  input: z.object({ id: z.int() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Query.bulkWork',
  run: async ({ db }, { id }) => (await bulkWorksById(db, [id]))[0] ?? refuseWith(objectDoesNotExist()),
});
