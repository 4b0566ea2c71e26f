import { accessSync, constants } from 'node:fs';

/** The servers that a database URL names. */
export interface Servers {
  /** One URL for each, in the order given. */
  readonly urls: readonly [string, ...string[]];
  /** True if the server must accept writes: `target_session_attrs` says so, or there are several. */
  readonly mustTakeWrites: boolean;
  /** Timeouts of every session, in milliseconds; they are removed from the URLs. */
  readonly timeouts: Timeouts;
}

const timeoutNames = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** PostgreSQL's own settings, in milliseconds. */
export type Timeouts = Partial<Readonly<Record<(typeof timeoutNames)[number], number>>>;

const SCHEME = /^postgres(?:ql)?:\/\//;
const ATTRIBUTE = 'target_session_attrs';

/**
 * Parses `postgres://user@one:5432,other:5432/name?target_session_attrs=read-write`, as libpq does; undefined if it is
 * invalid.
 */
export function serversOf(url: string): Servers | undefined {
  const [scheme] = SCHEME.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const length = url.slice(scheme.length).search(/[/?#]/);
  const end = length < 0 ? url.length : scheme.length + length;
  const start = Math.max(scheme.length, url.lastIndexOf('@', end - 1) + 1);
  const [before, hosts, after] = [url.slice(0, start), url.slice(start, end), url.slice(end)];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  if (first === undefined || ![first, ...others].every((one) => URL.canParse(one))) return undefined;
  if (others.length > 0 && hosts.split(',').some((host) => host === '')) return undefined;
  const wanted = new URL(first).searchParams.get(ATTRIBUTE);
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary') return undefined;
  const urls = [first, ...others].map(forDriver) as [string, ...string[]];
  return { urls, mustTakeWrites: wanted !== null || others.length > 0, timeouts: timeoutsIn(first) };
}

/**
 * Our own parameters are removed, because the driver would send them as startup parameters, which a pooler refuses.
 * `sslmode` has libpq's meaning: `pg_dump` and `psql`, which back up and restore, read the same URL.
 */
function forDriver(url: string): string {
  const parsed = new URL(url);
  const own = [ATTRIBUTE, ...timeoutNames].filter((name) => parsed.searchParams.has(name));
  const isEncrypted = parsed.searchParams.has('sslmode');
  if (own.length === 0 && !isEncrypted) return url;
  for (const name of own) parsed.searchParams.delete(name);
  if (isEncrypted) parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const sslFiles = ['sslrootcert', 'sslcert', 'sslkey'];

/** Says what is wrong with how a URL asks for TLS; undefined if nothing is. */
export function tlsProblemOf(url: string): string | undefined {
  const [first] = serversOf(url)?.urls ?? [];
  if (first === undefined) return undefined;
  const { searchParams } = new URL(first);
  const mode = searchParams.get('sslmode');
  if (searchParams.has('ssl')) return 'has ssl, which PostgreSQL does not know: say sslmode=verify-full';
  if (mode !== null && !sslModes.includes(mode))
    return `has sslmode=${mode}, but it must be ${anyOf(sslModes)}`;
  const files = sslFiles.filter((name) => searchParams.has(name));
  if (files.length > 0 && mode === null) return `has ${files[0]} without sslmode: say sslmode=verify-full`;
  if (mode === 'verify-ca' && !files.includes('sslrootcert'))
    return 'has sslmode=verify-ca without sslrootcert';
  if (files.includes('sslcert') !== files.includes('sslkey'))
    return 'needs both of sslcert and sslkey, or neither';
  const unreadable = files.find((name) => !isReadable(searchParams.get(name) ?? ''));
  return unreadable && `has ${unreadable}=${searchParams.get(unreadable)}, a file that cannot be read`;
}

const anyOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function timeoutsIn(url: string): Timeouts {
  const { searchParams } = new URL(url);
  const given = timeoutNames.map(
    (name) => [name, Number.parseInt(searchParams.get(name) ?? '', 10)] as const,
  );
  return Object.fromEntries(given.filter(([, milliseconds]) => Number.isSafeInteger(milliseconds)));
}

/** The host and port of a URL that names one server. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname) || 'localhost'}:${port || 5432}`;
}
