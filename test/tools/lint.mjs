// Holds what we publish to the tools that others use: graphql-eslint's rules for schemas and Relay's, Redocly, publint and
// arethetypeswrong. Needs the folder where they are installed (.ci/run): they are no dependencies of ours.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [installed] = process.argv.slice(2);
if (!installed) throw new Error('usage: node test/tools/lint.mjs <folder with node_modules>');
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(resolve(installed), 'lint-'));

/** What breaks a rule, and may: the name of what it is about. One that breaks it no more must be taken out. */
const exceptions = {
  'relay-edge-types': [
    // A row of the log holds all that one request has shown: nothing leads to a single entry, though each has an id.
    'AccessLogEntryEdge',
    // Its id is that of the HistoryEntry that it is made of, which is a Node.
    'DomainEventEdge',
    // A name of three lists in one; each of them has rows of its own.
    'RetainedNameEdge',
  ],
  // A price has nothing else that could be called so.
  'no-typename-prefix': ['price'],
};

async function lintSchema() {
  const load = (name) => import(pathToFileURL(createRequire(join(folder, 'x.js')).resolve(name)).href);
  const { ESLint } = (await load('eslint')).default;
  const plugin = (await load('@graphql-eslint/eslint-plugin')).default;
  const schema = join(folder, 'schema.graphql');
  copyFileSync(join(root, 'schema/schema.graphql'), schema);
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.graphql'],
      languageOptions: { parser: plugin.parser, parserOptions: { graphQLConfig: { schema } } },
      plugins: { '@graphql-eslint': plugin },
      rules: {
        ...plugin.configs['flat/schema-recommended'].rules,
        ...plugin.configs['flat/schema-relay'].rules,
        // Connections also have `nodes`, and what belongs to one object alone is a plain list.
        '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
        // Values such as a quote or a payload are known by the object that they belong to.
        '@graphql-eslint/strict-id-in-types': 'off',
      },
    },
  });
  const lines = readFileSync(schema, 'utf8').split('\n');
  const found = (await eslint.lintFiles(['schema.graphql'])).flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => {
      const rule = ruleId?.split('/')[1] ?? 'parsing';
      const about = /^\s*(?:(?:type|input|enum|interface|union|scalar) )?(\w+)/.exec(lines[line - 1])?.[1];
      return { rule, about, text: `schema.graphql:${line} ${rule}: ${message}` };
    }),
  );
  const isExcepted = ({ rule, about }) => exceptions[rule]?.includes(about);
  const unused = Object.entries(exceptions).flatMap(([rule, names]) =>
    names
      .filter((name) => !found.some((one) => one.rule === rule && one.about === name))
      .map((name) => `${rule}: the exception ${name} is needed no more`),
  );
  return [...found.filter((one) => !isExcepted(one)).map(({ text }) => text), ...unused];
}

const run = (program, ...args) =>
  execFileSync(join(resolve(installed), 'node_modules/.bin', program), args, { cwd: root, encoding: 'utf8' });

const mistakes = await lintSchema();
if (mistakes.length > 0) throw new Error(mistakes.join('\n'));

// It has no word for "no warnings".
const said = JSON.parse(run('redocly', 'lint', 'schema/openapi.json', '--format=json'));
if (said.totals.errors + said.totals.warnings > 0) throw new Error(JSON.stringify(said.problems, null, 2));

const client = join(root, 'packages/client');
execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: client, stdio: 'ignore' });
const { name, version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
const packed = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
run('publint', packed, '--strict');
run('attw', packed, '--profile', 'esm-only');
console.log('graphql-eslint, Redocly, publint and arethetypeswrong have nothing against it');
