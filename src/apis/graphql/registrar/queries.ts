import { listRegistrars } from '../../../registry/operations/operator/list-registrars.ts';
import { listQuery } from '../list.ts';
import { registrars } from './type.ts';

listQuery('registrars', registrars, {
  operation: listRegistrars,
  where: 'Which registrars; all that you see by default.',
  orderBy: 'The order; by code by default.',
  usual: { field: 'code', descending: false },
});
