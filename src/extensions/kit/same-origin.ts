import type { FastifyRequest } from 'fastify';

/**
 * Tells whether a form was sent by one of our own pages. SameSite already withholds a cookie from other sites; this
 * check also covers sibling hosts of the same site. Browsers send one of these two headers with every form.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Tells whether the person has come from one of our own pages, or from none: an address that was typed, or a link in
 * a program for mail. Another site could have opened the page to let a click that was meant for something else land
 * on one of its buttons.
 */
export function isFromHere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === host;
}
