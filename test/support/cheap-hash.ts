import { randomBytes, scryptSync } from 'node:crypto';

/** As `hashPassword` stores it, with the least cost there is. */
export function cheapHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 });
  return ['scrypt', 2, 1, 1, salt.toString('base64'), hash.toString('base64')].join('$');
}
