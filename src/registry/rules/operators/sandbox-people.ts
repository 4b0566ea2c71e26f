import { sandboxSecrets } from '../../../core/config.ts';
import { tokenName } from '../../../core/secrets.ts';

interface Added {
  readonly email: string;
  readonly created_by: string;
}

/** Where the people live whom every sandbox has; nobody can have an address there (RFC 2606). */
const sandboxDomain = '@registry.example';
const publishedAdmin = `operator ${tokenName(sandboxSecrets.OPERATOR_TOKENS)}`;

/**
 * Whether a sandbox added the person, or anybody did with the token that a sandbox publishes. Everybody could be this person,
 * so nobody is once the database is served in another mode (docs/rules/access.md#operators).
 */
export const isOfSandbox = ({ email, created_by }: Added): boolean =>
  created_by === publishedAdmin || (created_by === 'registry' && email.toLowerCase().endsWith(sandboxDomain));
