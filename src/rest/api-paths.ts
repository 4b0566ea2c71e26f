import { withoutTrailing } from '../core/text.ts';

/**
 * The URL as its route is written: clients of the incumbent add slashes and `.json`
 * (docs/rules/registrar.md#paths). Nothing is decoded and nobody is redirected; what lies outside of an API stays as
 * it is.
 */
export function apiPath(url: string, prefixes: readonly string[]): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const single = path.replaceAll(/\/{2,}/g, '/');
  if (!prefixes.some((prefix) => `${single}/`.startsWith(`${prefix}/`))) return url;
  const bare = withoutTrailing(single, '/');
  const named = bare.endsWith('.json') ? bare.slice(0, -'.json'.length) : bare;
  return named + url.slice(path.length);
}
