/** The servers that a database URL names. */
export interface Servers {
  /** One URL for each, in the order given. */
  readonly urls: readonly [string, ...string[]];
  /** Whether the server must accept writes: `target_session_attrs` says so, or there are several. */
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
  const urls = [first, ...others].map(withoutOwn) as [string, ...string[]];
  return { urls, mustTakeWrites: wanted !== null || others.length > 0, timeouts: timeoutsIn(first) };
}

/** Removed, because the driver would send them as startup parameters, which a pooler refuses. */
function withoutOwn(url: string): string {
  const parsed = new URL(url);
  const own = [ATTRIBUTE, ...timeoutNames].filter((name) => parsed.searchParams.has(name));
  if (own.length === 0) return url;
  for (const name of own) parsed.searchParams.delete(name);
  return parsed.href;
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
