import { type OperatorRole, operatorRoles } from './actor.ts';
import { tokenName } from './secrets.ts';

/** An entry of OPERATOR_TOKENS. */
export interface OperatorToken {
  /** The name; undefined for a bare token. */
  readonly name?: string;
  readonly role: OperatorRole;
  readonly token: string;
}

const form = /^([^:]{1,100}):([^:]*):([^:]+)$/;

/** Reads `name:role:token`, or a bare token, which is an ADMIN; undefined if it is neither. */
export function readOperatorToken(entry: string): OperatorToken | undefined {
  if (!entry.includes(':')) return { role: 'ADMIN', token: entry };
  const [, name = '', given = '', token = ''] = form.exec(entry)?.map((part) => part.trim()) ?? [];
  const role = operatorRoles.find((one) => one === given.toUpperCase());
  return role && name !== '' && token !== '' ? { name, role, token } : undefined;
}

/** The operators' tokens of the environment, by the short fingerprint of each. */
export const operatorTokensOf = ({
  OPERATOR_TOKENS: entries,
}: {
  readonly OPERATOR_TOKENS: readonly string[];
}): ReadonlyMap<string, OperatorToken> =>
  new Map(
    entries.flatMap((entry) => {
      const read = readOperatorToken(entry);
      return read ? [[tokenName(read.token), read] as const] : [];
    }),
  );

/** The token with which the command line acts: the first one of an ADMIN. */
export const adminToken = (config: { readonly OPERATOR_TOKENS: readonly string[] }): string | undefined =>
  [...operatorTokensOf(config).values()].find(({ role }) => role === 'ADMIN')?.token;

/** The fingerprints of tokens without a name, for a warning at the start; without tokens that nobody has set. */
export const bareTokens = ({
  OPERATOR_TOKENS,
  isTrial,
  ownsRegistry,
}: {
  readonly OPERATOR_TOKENS: readonly string[];
  readonly isTrial: boolean;
  readonly ownsRegistry: boolean;
}): string[] =>
  isTrial || !ownsRegistry
    ? []
    : [...operatorTokensOf({ OPERATOR_TOKENS })].flatMap(([fingerprint, { name }]) =>
        name === undefined ? [fingerprint] : [],
      );
