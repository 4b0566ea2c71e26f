import type { OperatorActor, RegistrarActor, Scope } from '../../../base/actor.ts';
import { base62, withCheck, withoutCheck } from '../../../base/base62.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';

/**
 * `zg_` for registrars' users, `zgo_` for operators (docs/rules/access.md#form); `zgq_` and `zgb_` are not tokens but
 * addresses of what is published (docs/rules/questions.md#addresses).
 */
export type TokenPrefix = 'zg_' | 'zgo_' | 'zgq_' | 'zgb_';

export const longestTokenName = limit(
  'characters of the name of an access token',
  100,
  'It stands in lists, logs and mails.',
);

const randomLength = 34;
const form = /^(zg[oqb]?_)([0-9A-Za-z]{40})$/;

/** A token from a secret of at least 27 bytes, in hexadecimal digits: 34 characters hold no more. */
export const accessTokenFrom = (prefix: TokenPrefix, secret: string): string =>
  `${prefix}${withCheck(base62(BigInt(`0x${secret}`), randomLength))}`;

/** The tokens of ALPHA that a trial publishes, one for READ, one of an agent: no other registry accepts them. */
export const publishedToken = `zg_${withCheck('sandboxReadOnlyTokenOfAlphaDomains')}`;
export const publishedAgentToken = `zg_${withCheck('sandboxTokenOfAnAgentWithApprovals')}`;

/** The token's prefix; undefined if it cannot be one of our tokens, so that no lookup is needed. */
export function prefixOf(token: string): TokenPrefix | undefined {
  const [, prefix, checked] = form.exec(token) ?? [];
  return checked !== undefined && withoutCheck(checked) !== undefined ? (prefix as TokenPrefix) : undefined;
}

/** No token has more rights than its creator (docs/rules/access.md#scopes). */
export function scopeFailure(
  scopes: readonly Scope[],
  actor: RegistrarActor | OperatorActor,
): Failure | undefined {
  if (scopes.length === 0)
    return failure('REQUIRED_PARAMETER_MISSING', 'Scopes are missing', { path: ['scopes'] });
  const may = grantableScopes(actor);
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

/** The scopes that a caller can give to a token. */
export function grantableScopes(actor: RegistrarActor | OperatorActor): readonly Scope[] {
  if (actor.kind === 'operator') return ['READ', 'WRITE'];
  return actor.roles.every((role) => role === 'billing')
    ? ['READ', 'BILLING']
    : ['READ', 'WRITE', 'SECRETS', 'BILLING'];
}
