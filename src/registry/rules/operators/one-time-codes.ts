import { Secret, TOTP } from 'otpauth';
import { limit } from '../../../base/limits.ts';

const seconds = 30;
/** A clock that is off by half a minute, and a code that was typed slowly. */
const window = 1;

/** A new key for an authenticator, in base32, from hexadecimal digits. */
export const codeKeyFrom = (secret: string): string => Secret.fromHex(secret).base32;

/** The number of wrong codes that do not cost time: people mistype, and clocks are off. */
const freeCodes = 5;
const shortestWaitMs = limit(
  'milliseconds that an operator waits after wrong codes, at first',
  5_000,
  'A typing error costs seconds.',
);
const longestWaitMs = limit(
  'milliseconds that an operator waits after wrong codes',
  60 * 60 * 1000,
  'A guesser gets 24 tries a day.',
);
const forgottenAfterMs = 24 * 60 * 60 * 1000;

interface WrongCodes {
  readonly wrong_codes: number;
  readonly wrong_code_at: Date | null;
}

/** The wrong codes that still count: those since a day without any. */
export const wrongCodesAt = ({ wrong_codes: wrong, wrong_code_at: at }: WrongCodes, now: Date): number =>
  at !== null && now.getTime() - at.getTime() < forgottenAfterMs ? wrong : 0;

/** Adds up the wrong codes of several places that still count, and tells when the last of these codes came. */
export const wrongCodesOf = (places: readonly WrongCodes[], now: Date): WrongCodes => ({
  wrong_codes: places.reduce((sum, place) => sum + wrongCodesAt(place, now), 0),
  wrong_code_at: new Date(Math.max(0, ...places.map(({ wrong_code_at: at }) => at?.getTime() ?? 0))),
});

/**
 * Returns the moment until which further codes are not checked: each wrong one doubles the wait, to an hour at most
 * (docs/rules/access.md#operators).
 */
export function codesWaitUntil({ wrong_codes: wrong, wrong_code_at: at }: WrongCodes): Date | undefined {
  if (at === null || wrong < freeCodes) return undefined;
  return new Date(at.getTime() + Math.min(longestWaitMs, shortestWaitMs * 2 ** (wrong - freeCodes)));
}

const codesOf = (key: string, email: string): TOTP =>
  new TOTP({ issuer: 'Zonegraph', label: email, secret: Secret.fromBase32(key), period: seconds });

/** The address that authenticators read as a QR code. */
export const codeAddress = (key: string, email: string): string => codesOf(key, email).toString();

/**
 * The time step of a right code (RFC 6238); undefined if it is wrong. A code counts once: its step must be later than
 * that of the last one.
 */
export function stepOfCode(
  { key, email, after }: { readonly key: string; readonly email: string; readonly after: number },
  code: string,
  epochSeconds: number,
): number | undefined {
  const given = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(given)) return undefined;
  const delta = codesOf(key, email).validate({ token: given, window, timestamp: epochSeconds * 1000 });
  if (delta === null) return undefined;
  const step = Math.floor(epochSeconds / seconds) + delta;
  return step > after ? step : undefined;
}
