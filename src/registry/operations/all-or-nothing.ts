import { PendingWrites } from '../../base/settle-all.ts';
import { savepoint } from '../store/driver/connections/savepoint.ts';
import type { OperationContext } from './operation.ts';

/**
 * Runs one item of a command that keeps its other items: when it throws, everything that this item wrote,
 * recorded and announced is undone, and nothing else.
 */
export async function allOrNothing<T>(
  context: OperationContext,
  work: (item: OperationContext) => Promise<T>,
): Promise<T> {
  const held: (() => void)[] = [];
  const writes = new PendingWrites();
  const item: OperationContext = {
    ...context,
    writing: writes.add,
    writingLast: (statement) => writes.add(context.db.executeQuery(statement)),
    record: (change) => void held.push(() => context.record(change)),
    notify: (message) => void held.push(() => context.notify(message)),
    charge: (...entries) => void held.push(() => context.charge(...entries)),
    enqueue: (item) => void held.push(() => context.enqueue(item)),
    publish: (topic, key) => void held.push(() => context.publish(topic, key)),
  };
  const value = await savepoint(context.db, () => writes.with(() => work(item)));
  for (const release of held) release();
  return value;
}
