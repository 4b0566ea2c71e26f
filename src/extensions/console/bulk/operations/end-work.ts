import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { writeToRegistrar } from '../../../../registry/operations/registrar/letters.ts';
import { registrarsById } from '../../../../registry/store/registry/registrars.ts';
import { type BulkWork, doneByRegistrar, updateBulkWork } from '../../store/bulk-works.ts';
import { writeCalled } from './bulk-writes.ts';
import { workChange } from './start-work.ts';

/** Ends a work that is locked, and sends each registrar one mail about what was done in its place. */
export async function endWork(
  context: OperationContext,
  work: BulkWork,
  ended: { readonly state: 'DONE' } | { readonly state: 'STOPPED'; readonly stopped: string },
): Promise<BulkWork> {
  const { db, now, record } = context;
  const after = await updateBulkWork(db, work.id, { ...ended, finished_at: now });
  record(workChange(work, after));
  const operation = writeCalled(work.operation)?.operation;
  if (!operation?.inPlace || work.done === 0) return after;
  const done = await doneByRegistrar(db, work.id);
  const counts = new Map(done.map(({ registrar_id, count }) => [registrar_id, count]));
  const to = work.to_registrar_id;
  if (to !== null) counts.set(to, work.done);
  for (const registrar of await registrarsById(db, [...counts.keys()])) {
    const count = counts.get(registrar.id) ?? 0;
    const what = `${count} ${nounOf(work.operation, count)}`;
    const [to_registrar] = to === null || to === registrar.id ? [] : await registrarsById(db, [to]);
    const did = to_registrar
      ? `transferred ${what} to ${to_registrar.code}`
      : operation.inPlace.did({ ...work.input, name: what, code: what } as never);
    writeToRegistrar(context, registrar, {
      subject: 'The domain registry has acted in your place',
      paragraphs: [
        `The registry has ${did}: ${work.reason ?? ''}`,
        'There is a poll message about each of them, and history shows what has changed.',
      ],
    });
  }
  return after;
}

const nounOf = (operation: string, count: number): string => {
  const noun = operation.startsWith('contact.') ? 'contact' : 'domain';
  return count === 1 ? noun : `${noun}s`;
};
