import { listWebhooks } from '../../../registry/operations/webhooks/list-webhooks.ts';
import { mostWebhooks } from '../../../registry/rules/registrar/webhooks.ts';
import { listQuery } from '../list.ts';
import { webhooks } from './type.ts';

listQuery('webhooks', webhooks, {
  operation: listWebhooks,
  description: `${listWebhooks.summary} A registrar has at most ${mostWebhooks}.`,
  where: 'Which webhooks; all that you see when left out.',
  orderBy: 'How to sort them; oldest first when left out.',
  usual: { field: 'createdAt', descending: false },
});
