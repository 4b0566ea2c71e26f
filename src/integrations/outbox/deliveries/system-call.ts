import type { Call } from '../../../registry/operations/runner/running-context.ts';
import type { OutboxRow } from '../../../registry/store/runner/outbox.ts';

/** The outbox acts as itself; history names the item. */
export const systemCall = ({ id }: Pick<OutboxRow, 'id'>): Call => ({
  actor: { kind: 'system', job: 'outbox' },
  request: { id: `outbox-${id}`, via: 'job' },
});
