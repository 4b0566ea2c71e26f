import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { atEndOfFile } from '../support/at-end.ts';
import { anotherDatabase } from '../support/database.ts';
import { type Sandbox, sandbox } from '../support/sandbox.ts';
import { tools, type Workplace, withClient, workplace } from '../support/tools.ts';
import { alpha } from '../support/world.ts';

/** What docs/guides/apollo.md, urql.md and relay.md tell people to write compiles, and does what it says. */
const guideOf = (name: string): string =>
  readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), 'utf8');
const blocks = (text: string, language: string): string =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map(([, code]) => code)
    .join('\n');

const tsconfig = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    lib: ['es2023', 'dom', 'dom.asynciterable'],
  },
  include: ['src'],
};

/** What babel-plugin-relay does: each document is the module that the compiler has made of it. */
const compiledDocuments: Plugin = {
  name: 'relay',
  setup: ({ onLoad }) =>
    onLoad({ filter: /desk\.ts$/ }, ({ path }) => {
      const imports: string[] = [];
      const contents = readFileSync(path, 'utf8').replaceAll(
        /graphql`\s*(?:query|mutation|subscription) (\w+)[^`]*`/g,
        (_, name: string) => {
          imports.push(`import ${name}Document from './__generated__/${name}.graphql.ts';`);
          return `${name}Document`;
        },
      );
      return { contents: `${imports.join('\n')}\n${contents}`, loader: 'ts' };
    }),
};

describe.runIf(tools).each(['apollo', 'urql', 'relay'])('the guide to %s', (name) => {
  const guide = guideOf(name);
  let here: Sandbox;
  let place: Workplace;

  const call = async (query: string, variables = {}) => {
    const response = await fetch(`${here.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: alpha },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()).data;
  };

  beforeAll(async () => {
    here = await sandbox({}, await anotherDatabase());
    place = withClient(workplace());
    const made = await call(
      'mutation { accessTokenCreate(input: { name: "guide", scopes: [READ, WRITE, SECRETS] }) { token userErrors { message } } }',
    );
    const token: string = made.accessTokenCreate.token;
    mkdirSync(join(place.folder, 'src'));
    place.write('tsconfig.json', JSON.stringify(tsconfig));
    place.write(
      'src/desk.ts',
      blocks(guide, 'ts').replaceAll('http://127.0.0.1:4000', here.url).replaceAll('zg_...', token),
    );
    if (name !== 'relay') return;
    place.write('relay.config.json', blocks(guide, 'json relay.config.json'));
    const schema = await fetch(`${here.url}/schema/registrar.graphql`);
    place.write('schema.graphql', await schema.text());
    await place.run('relay-compiler');
  });

  it('has code that compiles', async () => {
    await place.run('tsc');
  });

  it('has code that does what it says', async () => {
    await build({
      entryPoints: [join(place.folder, 'src/desk.ts')],
      outfile: join(place.folder, 'desk.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      plugins: name === 'relay' ? [compiledDocuments] : [],
    });
    // The one that the guide renews: later it is not the first any more.
    const { domains } = await call(firstDomain);
    const domain = domains.nodes[0].name;
    const program = started(place, 'desk.mjs');
    await expect.poll(program.printed).toContain('renewed on every screen: true');
    expect(program.printed().split('\n')).toEqual(
      expect.arrayContaining([
        'first page: 2',
        'two pages: 4',
        expect.stringMatching(/^one domain: true \d+$/),
        expect.stringMatching(/^shown: \d+\.\d\d string$/),
        'nothing has changed: true',
        'refused: []',
      ]),
    );
    // Until the stream is open, nothing of it is heard.
    await expect
      .poll(async () => {
        await call(
          'mutation ($input: DomainUpdateInput!) { domainUpdate(input: $input) { userErrors { message } } }',
          { input: { name: domain, transferCode: crypto.randomUUID() } },
        );
        return program.printed();
      })
      .toContain('changed: CHANGED true');
  });
});

const firstDomain = `{ domains(first: 1, where: { expiresAt: { gte: "PT0S" } }, orderBy: { field: EXPIRES_AT }) { nodes { name } } }`;

function started({ folder }: Workplace, file: string): { printed: () => string } {
  let text = '';
  const child: ChildProcess = spawn(process.execPath, [file], { cwd: folder });
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  atEndOfFile(async () => void child.kill());
  return { printed: () => text };
}
