import { listAccessTokens } from '../../../registry/operations/access-tokens/list-access-tokens.ts';
import { listQuery } from '../list.ts';
import { accessTokens } from './type.ts';

listQuery('accessTokens', accessTokens, {
  operation: listAccessTokens,
  description: `${listAccessTokens.summary} Without those that were revoked.`,
  where: 'Which tokens; all that you see when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'createdAt', descending: true },
});
