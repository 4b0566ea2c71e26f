import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { printSchemaWithDirectives } from '@graphql-tools/utils';
import { schemaOf } from '../apis/graphql/caller-schemas.ts';
import { buildSchema } from '../apis/graphql/schema.ts';
import { describedApis } from '../apis/rest/apis.ts';
import { openapiDocument } from '../apis/rest/openapi.ts';
import { callerKinds } from '../base/actor.ts';
import { readMigrations } from '../registry/store/driver/migrations/migrate.ts';
import { loadEverything } from './extensions.ts';
import { clientCache } from './generate/client-cache.ts';
import { errorsDocument, errorsGuide } from './generate/errors-document.ts';
import { landedMigrations } from './generate/landed-migrations.ts';
import { limitsDocument } from './generate/limits-document.ts';
import { withRunnerSteps } from './generate/runner-steps.ts';
import { trustedDocuments } from './generate/trusted-documents.ts';
import { twinsDocument } from './generate/twins-document.ts';
// These are imported for their limits.
import './app.ts';
import './cli/sealed-file.ts';
import './workers/primary.ts';

/**
 * Writes the generated files that are committed; CI fails if one is stale. Files that are up to date are
 * not rewritten, because other processes may be reading them.
 */
const root = new URL('../..', import.meta.url);
const textOf = (path: string): string | undefined => {
  const file = new URL(path, root);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};
const write = (path: string, text: string): void => {
  if (textOf(path) === text) return;
  const file = new URL(path, root);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
};

const extensions = await loadEverything();
write('schema/schema.graphql', `${printSchemaWithDirectives(buildSchema())}\n`);
for (const kind of callerKinds)
  if (kind !== 'anonymous')
    write(`schema/${kind}.graphql`, `${printSchemaWithDirectives(schemaOf(buildSchema(), kind))}\n`);
write('schema/openapi.json', `${JSON.stringify(openapiDocument(describedApis), null, 2)}\n`);
write('packages/client/src/cache.generated.ts', clientCache(buildSchema()));
write(
  'schema/landed-migrations.json',
  landedMigrations(readMigrations(), textOf('schema/landed-migrations.json')),
);
write('docs/errors.md', errorsDocument());
write('docs/guides/errors.md', errorsGuide());
write('docs/twins.md', twinsDocument());
write('docs/limits.md', limitsDocument());
write('docs/architecture.md', withRunnerSteps(textOf('docs/architecture.md') ?? '', extensions));
for (const [file, folder] of [
  ['trusted-documents', 'operations/'],
  ['agent-documents', 'operations/agents/'],
] as const)
  write(
    `schema/${file}.json`,
    `${JSON.stringify(trustedDocuments(new URL(`schema/${folder}`, root)), null, 2)}\n`,
  );
