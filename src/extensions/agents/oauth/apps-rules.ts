import { limit } from '../../../base/limits.ts';
import { longestTokenName } from '../../../registry/rules/registrar/access-tokens.ts';
import { showsNothing } from '../../../registry/rules/text.ts';

/** The limits of what an app may register about itself (docs/rules/access.md#apps). */

const mostRedirects = limit(
  'addresses that an app may be led back to',
  10,
  'An app has one for each of its installations.',
);
const longestUri = limit(
  'characters of an address of an app',
  500,
  'Longer ones are not addresses that people set up.',
);
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
const hostCharacters = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;
/** The schemes of assistants and editors that are not domain names. */
const knownSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);

/** Why an app cannot be sent back to this address; undefined if it can. */
function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > longestUri)
    return `must be a text of at most ${longestUri} characters`;
  if (!URL.canParse(uri)) return 'must be an absolute URI';
  const { href, protocol, username, password, hostname } = new URL(uri);
  // What a browser would read differently could be taken for another address.
  if (href !== uri && href !== `${uri}/`) return 'must be written as a browser writes it';
  if (uri.includes('#')) return 'must not have a fragment';
  if (username !== '' || password !== '') return 'must not have a user name';
  if (uri.includes('*')) return 'must be one address, without *';
  // The header that names the page's form targets has `;` and `,` of its own.
  if (hostname !== '' && !hostCharacters.test(hostname)) return 'must have a plain host name';
  if (protocol === 'https:')
    return loopback.has(hostname) ? 'must use http on a loopback address' : undefined;
  if (protocol === 'http:') return loopback.has(hostname) ? undefined : 'must use https';
  return protocol.includes('.') || knownSchemes.has(protocol)
    ? undefined
    : 'must use https, http on a loopback address, or a scheme that is a domain name of yours backwards';
}

/** Why an app cannot have these addresses. */
export function redirectUrisProblem(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > mostRedirects)
    return `redirect_uris must be a list of 1 to ${mostRedirects} addresses`;
  const problem = uris.map(redirectUriProblem).find((one) => one !== undefined);
  return problem && `each of redirect_uris ${problem}`;
}

/**
 * Marks that turn a text around, or show nothing, could make a name read like another; a pile of them covers the
 * lines around it.
 */
const misleading = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{M}{4}/u;

export const appNameProblem = (name: unknown): string | undefined =>
  typeof name === 'string' && name.length <= longestTokenName && !showsNothing(name) && !misleading.test(name)
    ? undefined
    : `client_name must be a readable text of 1 to ${longestTokenName} characters`;

/** The place that a person is sent back to, as a person reads it. */
export function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}
