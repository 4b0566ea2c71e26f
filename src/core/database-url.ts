/** The servers that a database URL names. */
export interface Servers {
  /** One URL for each, in the order given. */
  readonly urls: readonly [string, ...string[]];
  /** Whether the server must accept writes: `target_session_attrs` says so, or there are several. */
  readonly mustTakeWrites: boolean;
}

const SCHEME = /^postgres(?:ql)?:\/\//;
const ATTRIBUTE = 'target_session_attrs';

/**
 * `postgres://user@one:5432,other:5432/name?target_session_attrs=read-write`, as in libpq; undefined: it is
 * none.
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
  const urls = [first, ...others].map(withoutAttribute) as [string, ...string[]];
  return { urls, mustTakeWrites: wanted !== null || others.length > 0 };
}

function withoutAttribute(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has(ATTRIBUTE)) return url;
  parsed.searchParams.delete(ATTRIBUTE);
  return parsed.href;
}

/** The host and port of a URL that names one server. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname) || 'localhost'}:${port || 5432}`;
}
