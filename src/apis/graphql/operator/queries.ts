import { listOperators } from '../../../registry/operations/operators/list-operators.ts';
import { listQuery } from '../list.ts';
import { operators } from './type.ts';

listQuery('operators', operators, {
  operation: listOperators,
  description: `${listOperators.summary} Disabled people are listed too.`,
  where: 'Which operators; all of them when left out.',
  orderBy: 'How to sort them; by name when left out.',
  usual: { field: 'name', descending: false },
});
