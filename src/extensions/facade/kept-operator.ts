import type { KnowsOperators } from '../../apis/access/access-tokens.ts';
import { fingerprint, sameSecret, tokenName } from '../../base/secrets.ts';
import { storedSecret } from '../../registry/store/runner/kept-secrets.ts';

/** The operator of a facade, whose token was shown once: the database keeps its hash. */
export const keptOperator: NonNullable<KnowsOperators['operator']> = async ({ config, database }, key) => {
  if (config.ownsRegistry) return undefined;
  const kept = await storedSecret(database.db, 'operator');
  if (kept === undefined) return undefined;
  const name = 'token' in key ? tokenName(key.token) : key.name;
  const isIts =
    'token' in key ? sameSecret(fingerprint(key.token), kept) : kept.slice(0, name.length) === name;
  return isIts ? { kind: 'operator', token: name, role: 'ADMIN' } : undefined;
};
