import type { z } from 'zod';

/**
 * Says what is wrong with a value, for kinds of values that do not have a sentence of their own; the variable's name
 * stands before it.
 */
export const problemWith: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
};

/** The settings of the environment (config.ts) on which the problems depend. */
interface Settings {
  readonly isTrial: boolean;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_ROLE_CLAIM?: string | undefined;
  readonly OIDC_ROLES?: unknown;
  readonly WORKERS: number | 'auto';
  readonly DATABASE_REPLICA_URLS: readonly string[];
  readonly MIGRATE_DATABASE_URL?: string | undefined;
}

/** The provider at which operators sign in (docs/rules/access.md#operators). */
export function providerProblems({
  isTrial,
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_ROLE_CLAIM,
  OIDC_ROLES,
}: Settings): string[] {
  const problems: string[] = [];
  const together = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const given = Object.values(together).filter((value) => value !== undefined).length;
  if (given > 0 && given < 3) problems.push(`${Object.keys(together).join(', ')} come together`);
  if ((OIDC_ROLE_CLAIM === undefined) !== (OIDC_ROLES === undefined))
    problems.push('OIDC_ROLE_CLAIM and OIDC_ROLES come together');
  if (OIDC_ROLES && OIDC_ISSUER === undefined) problems.push('OIDC_ROLES counts only with OIDC_ISSUER');
  const url = OIDC_ISSUER === undefined ? undefined : new URL(OIDC_ISSUER);
  const isHere = url && isTrial && isLoopback(url.hostname);
  if (url && url.protocol !== 'https:' && !isHere)
    problems.push(
      'OIDC_ISSUER must be https; in a sandbox it may be http on this machine, such as 127.0.0.1',
    );
  return problems;
}

/** The settings that the embedded database does not support, because it belongs to one process. */
export function onlyForServers({
  WORKERS,
  DATABASE_REPLICA_URLS,
  MIGRATE_DATABASE_URL,
}: Omit<Settings, 'isTrial'>): string[] {
  const problems: string[] = [];
  if (WORKERS === 'auto' || WORKERS > 1)
    problems.push(
      `WORKERS=${WORKERS} needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to one process`,
    );
  if (MIGRATE_DATABASE_URL !== undefined)
    problems.push('MIGRATE_DATABASE_URL needs DATABASE_URL, whose role serves');
  if (DATABASE_REPLICA_URLS.length > 0)
    problems.push('DATABASE_REPLICA_URLS needs the server that they follow (DATABASE_URL)');
  return problems;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
