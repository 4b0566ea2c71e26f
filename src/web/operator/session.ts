import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'zonegraph_operator';
/** A working day. */
const lastsSeconds = 12 * 3600;

/**
 * The operator's token in a cookie that no script can read, which the browser sends to the console alone and from no
 * other site. It is the token itself, so that revoking it ends the session too.
 */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  const [, held] = /(?:^|;\s*)zonegraph_operator=([\w-]{1,1024})(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return held === undefined ? undefined : Buffer.from(held, 'base64url').toString('utf8');
}

export const keepToken = (reply: FastifyReply, token: string, isSecure: boolean): FastifyReply =>
  setCookie(reply, Buffer.from(token, 'utf8').toString('base64url'), lastsSeconds, isSecure);

export const forgetToken = (reply: FastifyReply, isSecure: boolean): FastifyReply =>
  setCookie(reply, '', 0, isSecure);

function setCookie(reply: FastifyReply, value: string, seconds: number, isSecure: boolean): FastifyReply {
  const rules = `Path=/operator; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return reply.header('set-cookie', `${name}=${value}; ${rules}`);
}

/**
 * Whether a form was sent by one of our own pages. SameSite keeps the cookie from other sites already; this also
 * holds for neighbours on the same site. Browsers tell one of the two with every form.
 */
export function isFromOurselves({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** Where to go after a form: a page of the console, whatever was sent. */
export function pageWithin(path: string | null | undefined): string {
  const isOurs =
    path && path.length < 2_000 && /^\/operator(?:\/[\w.~%:@!$&'()*+,;=-]*)*(?:\?[^#\\\s]*)?$/.test(path);
  return isOurs && !path.includes('//') ? path : '/operator';
}
