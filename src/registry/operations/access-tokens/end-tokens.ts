import { type AccessToken, revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import type { OperationContext } from '../operation.ts';

/** Ends what revoked tokens had begun. */
type EndWith = (context: OperationContext, revoked: readonly AccessToken[]) => Promise<void>;

const endedWith: EndWith[] = [];

/** Adds what ends together with tokens, in the same transaction. */
export const endsWithTokens = (end: EndWith): void => void endedWith.push(end);

/** Revokes tokens at once, in every process. */
export async function endTokens(
  context: OperationContext,
  which: Parameters<typeof revokeAccessTokens>[1],
): Promise<AccessToken[]> {
  const revoked = await revokeAccessTokens(context.db, which, context.now);
  for (const end of endedWith) await end(context, revoked);
  return revoked;
}
