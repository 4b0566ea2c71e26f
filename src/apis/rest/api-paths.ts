import type { FastifyRequest, HTTPMethods } from 'fastify';
import { getOrCreate } from '../../base/get-or-create.ts';
import { limit } from '../../base/limits.ts';
import { withoutTrailing } from '../../base/text.ts';

/** An API whose routes are mounted at the first prefix; the other prefixes are aliases. */
interface Prefixed {
  readonly prefixes: readonly [first: string, ...others: string[]];
}

/**
 * The URL in the form of its route: clients of the incumbent add slashes and `.json` (docs/rules/registrar.md#paths),
 * and an API may have several prefixes. Nothing is decoded or redirected. A URL outside the APIs stays as it is.
 */
export function apiPath(url: string, apis: readonly Prefixed[]): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const single = path.replaceAll(/\/{2,}/g, '/');
  const called = calledBy(single, apis);
  if (!called) return url;
  const bare = withoutTrailing(called.first + single.slice(called.prefix.length), '/');
  const named = bare.endsWith('.json') ? bare.slice(0, -'.json'.length) : bare;
  return named + url.slice(path.length);
}

/** The path of a URL, absolute or not, without the query, decoded as the router does. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

interface Routed extends Prefixed {
  readonly routes: readonly { readonly method: HTTPMethods; readonly path: string }[];
}

/** The route path that matches this URL; undefined if there is none. */
export function pathAt(url: string, { prefixes: [prefix], routes }: Routed): string | undefined {
  const path = pathOf(url);
  if (!path.startsWith(prefix)) return undefined;
  // Anybody may send a path of thousands of parts.
  const asked = path.slice(prefix.length).split('/', mostParts + 1);
  const fitting = routes.filter((route) => fits(asked, route.path));
  // The router decides in the same way: `domains/transfer` is not a domain.
  return fitting.map((route) => route.path).sort((one, other) => parameters(one) - parameters(other))[0];
}

/** The methods of a path, for the header `Allow`. */
export function methodsOf(path: string, { routes }: Pick<Routed, 'routes'>): HTTPMethods[] {
  const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
  return [...methods, 'OPTIONS', ...(methods.includes('GET') ? (['HEAD'] as const) : [])];
}

/**
 * The methods that this path does not have but a path with a parameter in its place would accept: `GET
 * domains/transfer`.
 */
export function methodsTaken(path: string, { routes }: Pick<Routed, 'routes'>): HTTPMethods[] {
  const own = methodsOf(path, { routes });
  const others = routes.filter((route) => route.path !== path && fits(partsOf(path), route.path));
  return [...new Set(others.map(({ method }) => method))].filter((method) => !own.includes(method));
}

const mostParts = limit('parts of a path', 8, 'No path of the APIs has more.');

const known = new Map<string, readonly string[]>();

/** The segments of a route path; cached, because each path is compared with all others at the start. */
const partsOf = (path: string): readonly string[] => getOrCreate(known, path, () => path.split('/'));

function fits(parts: readonly string[], path: string): boolean {
  const expected = partsOf(path);
  return (
    parts.length === expected.length && expected.every((part, at) => part[0] === ':' || part === parts[at])
  );
}

const parameters = (pattern: string): number => pattern.split('/:').length;

/** The route of a request, with the prefix that the caller used. */
export function routeOf(request: FastifyRequest, apis: readonly Routed[]): string {
  const url = request.routeOptions.url ?? routeWithoutMethod(request.url, apis) ?? 'unknown';
  const called = calledBy(request.originalUrl, apis);
  return called && `${url}/`.startsWith(`${called.first}/`)
    ? called.prefix + url.slice(called.first.length)
    : url;
}

/** The route at a URL that was requested with a method that it does not have. */
function routeWithoutMethod(url: string, apis: readonly Routed[]): string | undefined {
  for (const api of apis) {
    const path = pathAt(url, api);
    if (path !== undefined) return api.prefixes[0] + path;
  }
  return undefined;
}

function calledBy(url: string, apis: readonly Prefixed[]): { first: string; prefix: string } | undefined {
  for (const { prefixes } of apis)
    for (const prefix of prefixes)
      if (`${url}/`.startsWith(`${prefix}/`)) return { first: prefixes[0], prefix };
  return undefined;
}
