import type { Services } from '../../apis/services.ts';
import type { Guards, Scope } from '../../base/actor.ts';
import { fingerprint } from '../../base/secrets.ts';
import { publishedAgentToken, publishedToken } from '../../registry/rules/registrar/access-tokens.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { apiUserByName } from '../../registry/store/registry/api-users.ts';
import { insertAccessTokenOnce } from '../../registry/store/runner/access-tokens.ts';

interface Published {
  readonly token: string;
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly guards?: Guards;
  /** Long by default, because the sandbox's clock can be moved far ahead. */
  readonly lasts?: object;
}

/** The tokens that the banner and the pages show: one to read with, and an agent's, whose writes wait for a person. */
const published: readonly Published[] = [
  { token: publishedToken },
  {
    token: publishedAgentToken,
    name: "Alpha's agent",
    scopes: ['WRITE', 'BILLING'],
    guards: { approvalNeeded: true },
  },
];

const reading: readonly Scope[] = ['READ'];

/** Creates the tokens; a revoked one is not replaced. */
export async function publishTokens(
  db: Db,
  { clock, calendar }: Pick<Services, 'clock' | 'calendar'>,
  tokens: readonly Published[] = published,
): Promise<void> {
  const user = await apiUserByName(db, 'alpha');
  if (!user) return;
  const now = clock.now();
  for (const { token, name = 'Published by the sandbox', scopes = reading, guards, lasts } of tokens)
    await insertAccessTokenOnce(db, {
      hash: fingerprint(token),
      name,
      registrar_id: user.registrar_id,
      api_user_id: user.id,
      operator: null,
      scopes: [...scopes],
      password_mark: null,
      created_by: user.username,
      created_at: now,
      expires_at: calendar.plus(now, lasts ?? { years: 20 }),
      guards: guards ? JSON.stringify(guards) : null,
    });
}
