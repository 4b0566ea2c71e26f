import { listRegistrars } from '../../../registry/operations/operator/list-registrars.ts';
import { listQuery } from '../list.ts';
import { registrars } from './type.ts';

listQuery('registrars', registrars, {
  operation: listRegistrars,
  where: 'Which registrars; all that you see when left out.',
  orderBy: 'How to sort them; by code when left out.',
  usual: { field: 'code', descending: false },
});
