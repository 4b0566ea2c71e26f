import { actorOf } from '../../apis/access/users.ts';
import type { Services } from '../../apis/services.ts';
import { fingerprint } from '../../base/secrets.ts';
import { renewDomain } from '../../registry/operations/domains/renew-domain.ts';
import { publishedAgentToken } from '../../registry/rules/registrar/access-tokens.ts';
import { userToken } from '../../registry/store/runner/access-tokens.ts';
import { requestId } from './demo/backdated-runner.ts';
import { linksIn } from './links.ts';
import { mailsToMailbox } from './store/sandbox-mails.ts';

/** Expires soon, and nobody else needs it. */
const name = 'laat.com.ee';

type Parts = Pick<Services, 'database' | 'clock' | 'runner'>;

/**
 * Asks for a renewal as the agent whose token the sandbox publishes, so that a new demo world has a write that waits at
 * /approvals. The mail about it is in the mailbox at once, as all mails of the demo world.
 */
export async function askAsAgent({ database, clock, runner }: Parts): Promise<void> {
  const { background } = database;
  const found = await userToken(background.db, { hash: fingerprint(publishedAgentToken) }, clock.now());
  if (!found) return;
  const { token, user } = found;
  const asked = await runner.run(
    renewDomain,
    { name, months: 6 },
    {
      actor: {
        ...actorOf(user),
        accessToken: { id: token.id, scopes: token.scopes, guards: token.guards ?? undefined },
      },
      request: { id: requestId, via: 'cli' },
    },
  );
  if (asked.ok || asked.failures[0].code !== 'APPROVAL_NEEDED')
    throw new Error(`the sandbox's agent could not ask for a renewal of ${name}: ${JSON.stringify(asked)}`);
  await background.transaction((db) => mailsToMailbox(db, clock.now(), linksIn));
}
