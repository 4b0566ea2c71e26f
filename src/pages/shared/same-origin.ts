import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by one of our own pages. SameSite already withholds a cookie from other sites; this check
 * also covers sibling hosts of the same site. Browsers send one of these two headers with every form.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
