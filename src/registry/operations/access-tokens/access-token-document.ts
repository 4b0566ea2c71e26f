import { changesOf, type Document } from '../../../base/events.ts';
import type { AccessToken } from '../../store/runner/access-tokens.ts';

/** An access token as history keeps it: its purpose, never the token itself. */
const accessTokenDocument = ({ name, scopes, expires_at, created_by, guards }: AccessToken): Document => ({
  name,
  scopes,
  expiresAt: expires_at.toISOString(),
  createdBy: created_by,
  ...(guards && { guards }),
});

export const accessTokenChange = changesOf('access_token', ({ name }) => name, accessTokenDocument);
