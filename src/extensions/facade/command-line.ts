import type { CommandBeside } from '../../apis/extension-points.ts';
import { type Command, fail } from '../../base/command.ts';
import { databaseOf } from '../../base/config.ts';
import { fingerprint, randomHex } from '../../base/secrets.ts';
import { openDatabase } from '../../registry/store/driver/connections/database.ts';
import { migrateAsOwner } from '../../registry/store/driver/migrations/migrate-as-owner.ts';
import { replaceSecret } from '../../registry/store/runner/kept-secrets.ts';
import { endWith } from '../../server/starting.ts';

const facade: CommandBeside = {
  name: 'facade',
  summary: 'start a sandbox registry with a facade in front of it, to try it out',
  options: {},
  run: async ({ choose }) => {
    const { tryFacade } = await import('./try-facade.ts');
    await tryFacade(choose).catch(endWith);
  },
};

/**
 * Works on the database itself: whoever can write to it is authorized
 * (docs/operating.md#in-front-of-another-registry).
 */
const rotateSecrets: Command = {
  name: 'rotate-secrets',
  summary: "replace a facade's operator token; the new one is shown once",
  options: { all: { description: 'replace the key that signs idempotency keys, too; restart afterwards' } },
  details: 'Only for a facade. For the embedded database, stop the server first.',
  run: async ({ given, config, print }) => {
    const current = await config();
    if (current.ownsRegistry)
      fail('Only a facade stores such secrets; on a registry, change OPERATOR_TOKENS');
    const database = await openDatabase(databaseOf(current));
    try {
      await migrateAsOwner(database, current.MIGRATE_DATABASE_URL);
      const token = randomHex(32);
      await replaceSecret(database.db, 'operator', fingerprint(token));
      if (given.all === true) await replaceSecret(database.db, 'billing', randomHex(32));
      print(token);
    } finally {
      await database.close();
    }
  },
};

export const commands: readonly CommandBeside[] = [facade, rotateSecrets];
