import { crc32 } from 'node:zlib';
import type { OperatorActor, RegistrarActor, Scope } from '../../../core/actor.ts';
import { type Failure, failure } from '../../../core/errors.ts';

/**
 * `zg_` for registrars' users, `zgo_` for operators (docs/rules/access.md#form); `zgq_` and `zgb_` are not tokens but the
 * addresses of questions and boards (docs/rules/questions.md#addresses).
 */
export type TokenPrefix = 'zg_' | 'zgo_' | 'zgq_' | 'zgb_';

export const longestTokenName = 100;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 34;
const checkLength = 6;
const form = /^(zg[oqb]?_)([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/;

/** A token from a secret of at least 27 bytes, in hexadecimal digits: 34 characters hold no more. */
export const accessTokenFrom = (prefix: TokenPrefix, secret: string): string =>
  withCheck(prefix, base62(BigInt(`0x${secret}`), randomLength));

const withCheck = (prefix: TokenPrefix, random: string): string =>
  `${prefix}${random}${base62(BigInt(crc32(random)), checkLength)}`;

/** The token that the sandbox publishes, for ALPHA and READ only. No other registry accepts it. */
export const sandboxAccessToken = withCheck('zg_', 'sandboxReadOnlyTokenOfAlphaDomains');

/** The token's prefix; undefined if it cannot be one of our tokens, so that no lookup is needed. */
export function prefixOf(token: string): TokenPrefix | undefined {
  const [, prefix, random, check] = form.exec(token) ?? [];
  if (prefix === undefined || random === undefined || check === undefined) return undefined;
  return withCheck(prefix as TokenPrefix, random) === token ? (prefix as TokenPrefix) : undefined;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}

/** No token has more rights than its creator (docs/rules/access.md#scopes). */
export function scopeFailure(
  scopes: readonly Scope[],
  actor: RegistrarActor | OperatorActor,
): Failure | undefined {
  if (scopes.length === 0)
    return failure('REQUIRED_PARAMETER_MISSING', 'Scopes are missing', { path: ['scopes'] });
  const may = scopesFor(actor);
  const beyond = scopes.find((scope) => !may.includes(scope));
  return beyond === undefined
    ? undefined
    : failure(
        'PARAMETER_VALUE_POLICY',
        `You may not grant the scope ${beyond}: you may grant ${may.join(', ')}`,
        {
          path: ['scopes'],
        },
      );
}

function scopesFor(actor: RegistrarActor | OperatorActor): readonly Scope[] {
  if (actor.kind === 'operator') return ['READ', 'WRITE'];
  return actor.roles.every((role) => role === 'billing')
    ? ['READ', 'BILLING']
    : ['READ', 'WRITE', 'SECRETS', 'BILLING'];
}
