import { limit } from '../../base/limits.ts';
import { withoutTrailing } from '../../base/text.ts';

/** The claim of an Authorization header, before anything is checked. */
export type Credentials =
  | { readonly scheme: 'basic'; readonly username: string; readonly password: string }
  | { readonly scheme: 'bearer'; readonly token: string }
  | { readonly scheme: 'none' }
  | { readonly scheme: 'unreadable' };

const longestHeader = limit(
  'characters of an Authorization header',
  8192,
  'Longer than any password or token that we accept.',
);

/** Applies the limits of the header to a name and a password that come another way. */
export const isWithinLimits = (username: string, password: string): boolean =>
  username.length + password.length <= longestHeader && !`${username}${password}`.includes('\0');

export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) return { scheme: 'none' };
  if (header.length > longestHeader) return { scheme: 'unreadable' };
  const basic = /^Basic (.*)$/s.exec(header);
  if (basic) return readBasic(basic[1] ?? '');
  const bearer = /^bearer +(\S+)$/i.exec(header.trim());
  if (bearer?.[1]) return { scheme: 'bearer', token: bearer[1] };
  return { scheme: 'unreadable' };
}

// Both base64 alphabets, padding optional, split at the first colon (docs/rules/registrar.md#credentials).
function readBasic(encoded: string): Credentials {
  const base64 = withoutTrailing(encoded.trim().replaceAll('-', '+').replaceAll('_', '/'), '=');
  if (!/^[A-Za-z0-9+/]+$/.test(base64)) return { scheme: 'unreadable' };
  const bytes = Buffer.from(base64, 'base64');
  if (withoutTrailing(bytes.toString('base64'), '=') !== base64) return { scheme: 'unreadable' };
  const decoded = bytes.toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0 || decoded.includes('\0')) return { scheme: 'unreadable' };
  return { scheme: 'basic', username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
