import type { Services } from '../apis/services.ts';
import { fingerprint } from '../core/secrets.ts';
import { sandboxAccessToken } from '../registry/rules/registrar/access-tokens.ts';
import type { Db } from '../registry/store/driver/pool.ts';
import { apiUserByName } from '../registry/store/registry/api-users.ts';
import { insertAccessTokenOnce } from '../registry/store/runner/access-tokens.ts';

/** Creates the token that the banner and the pages show; a revoked one is not replaced. */
export async function publishToken(
  db: Db,
  { clock, calendar }: Pick<Services, 'clock' | 'calendar'>,
  // Long, because the sandbox's clock can be moved far ahead.
  { token, lasts }: { readonly token: string; readonly lasts: object } = {
    token: sandboxAccessToken,
    lasts: { years: 20 },
  },
): Promise<void> {
  const user = await apiUserByName(db, 'alpha');
  if (!user) return;
  const now = clock.now();
  await insertAccessTokenOnce(db, {
    hash: fingerprint(token),
    name: 'Published by the sandbox',
    registrar_id: user.registrar_id,
    api_user_id: user.id,
    operator: null,
    scopes: ['READ'],
    password_mark: null,
    created_by: user.username,
    created_at: now,
    expires_at: calendar.plus(now, lasts),
  });
}
