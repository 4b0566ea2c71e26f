import { databaseOf } from '../../../core/config.ts';
import { fingerprint, randomHex } from '../../../core/secrets.ts';
import { openDatabase } from '../../../registry/store/driver/database.ts';
import { migrate } from '../../../registry/store/driver/migrate.ts';
import { replaceSecret } from '../../../registry/store/runner/facade-secrets.ts';
import { type Command, fail } from '../command.ts';

/**
 * Works on the database itself: write access to it decides who is admitted
 * (docs/operating.md#in-front-of-another-registry).
 */
export const rotateSecrets: Command = {
  name: 'rotate-secrets',
  summary: "give a facade another operator's token, which is shown once",
  options: { all: { description: 'the key that idempotency keys are marked with, too: restart afterwards' } },
  details:
    'Only in front of another registry. The embedded database must not be in use: stop the server first.',
  run: async ({ given, config, print }) => {
    const current = config();
    if (!current.upstream) fail('Only a facade keeps such secrets: elsewhere change OPERATOR_TOKENS');
    const database = await openDatabase(databaseOf(current));
    try {
      await migrate(database);
      const token = randomHex(32);
      await replaceSecret(database.db, 'operator', fingerprint(token));
      if (given.all === true) await replaceSecret(database.db, 'billing', randomHex(32));
      print(token);
    } finally {
      await database.close();
    }
  },
};
