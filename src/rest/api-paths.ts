import type { FastifyRequest } from 'fastify';
import { withoutTrailing } from '../core/text.ts';

/** An API whose routes are mounted at the first prefix; the other prefixes are aliases. */
interface Prefixed {
  readonly prefixes: readonly [first: string, ...others: string[]];
}

/**
 * The URL as its route is written: clients of the incumbent add slashes and `.json`
 * (docs/rules/registrar.md#paths), and an API may have several prefixes. Nothing is decoded and nobody is redirected.
 * A URL outside of the APIs stays as it is.
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

/** The route of a request, with the prefix that the caller used. */
export function routeOf(request: FastifyRequest, apis: readonly Prefixed[]): string {
  const { url = 'unknown' } = request.routeOptions;
  const called = calledBy(request.originalUrl, apis);
  return called && `${url}/`.startsWith(`${called.first}/`)
    ? called.prefix + url.slice(called.first.length)
    : url;
}

function calledBy(url: string, apis: readonly Prefixed[]): { first: string; prefix: string } | undefined {
  for (const { prefixes } of apis)
    for (const prefix of prefixes)
      if (`${url}/`.startsWith(`${prefix}/`)) return { first: prefixes[0], prefix };
  return undefined;
}
