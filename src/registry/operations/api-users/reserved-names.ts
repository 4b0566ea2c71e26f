import { initiators } from '../../../core/actor.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { jobNames } from '../lifecycle/jobs.ts';

/** Names that stand in histories for somebody who is no user (docs/rules/self-service.md#users). */
const reserved: ReadonlySet<string> = new Set([
  'registry',
  'system',
  'operator',
  'portal',
  'anonymous',
  'upstream',
  ...initiators,
  ...jobNames,
]);

/** A new name must be no job's or service's, in any case of letters and with nothing unseen in it: it would be read as one. */
export function refuseReservedName(username: string): void {
  const read = username.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (reserved.has(read.toLowerCase()))
    refuseWith(failure('PARAMETER_VALUE_POLICY', 'Username is reserved', { path: ['username'] }));
}
