import { initiators } from '../../../core/actor.ts';
import { type Failure, failure } from '../../../core/errors.ts';
import { jobNames } from '../lifecycle/jobs.ts';

/** Names in history that are not of users (docs/rules/self-service.md#users). */
const reserved: ReadonlySet<string> = new Set([
  'registry',
  'system',
  'operator',
  'portal',
  'anonymous',
  'upstream',
  'oauth',
  ...initiators,
  ...jobNames,
]);

/** A name as people read it: without case, and with one letter for those that look alike. */
const asRead = (name: string): string =>
  name.toLowerCase().replaceAll('0', 'o').replace(/[1i|]/g, 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');

const reservedAsRead = new Set([...reserved].map(asRead));

/** Whether a name is, or looks like, that of a job or a service. */
export const isReserved = (name: string): boolean =>
  reservedAsRead.has(asRead(name.normalize('NFKD').replace(/\p{M}/gu, '').trim()));

/**
 * A new name may have only the letters a to z, with or without accents: others look like these, so that nobody could tell
 * users apart. It must not look like a job or a service either.
 */
export function misleadingName(username: string): Failure | undefined {
  const plain = username.normalize('NFKD').replace(/\p{M}/gu, '');
  if (!/^[\x21-\x7e]*$/.test(plain))
    return failure(
      'PARAMETER_VALUE_SYNTAX',
      "Invalid parameter 'username': Must have letters from a to z, with or without accents",
      { path: ['username'] },
    );
  return isReserved(plain)
    ? failure('PARAMETER_VALUE_POLICY', 'Username is reserved', { path: ['username'] })
    : undefined;
}
