/**
 * Packs the server, installs the file in an empty folder as a stranger would, starts it and looks around: `npm run try-package`.
 * CI runs it on a clone of its own, because package.json is another one while npm packs.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'zonegraph-packed-'));
const before = readFileSync(join(root, 'package.json'), 'utf8');
/** For what is installed: on the Node of this folder, where it is named; npm itself may run on a newer one. */
const { SERVER_NODE, PATH } = process.env;
const env = { ...process.env, PATH: SERVER_NODE ? `${SERVER_NODE}:${PATH}` : PATH };
const npm = (cwd, ...words) =>
  execFileSync('npm', words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] }).toString();

/** The address that a started server prints; it is given a port that nobody has. */
const addressOf = (server) =>
  new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const [, address] = /ready at (http:\/\/[^\s"]+)/.exec(output) ?? [];
      if (address) resolve(address);
    });
    server.once('exit', () => reject(new Error(`the server ended before it was ready: ${output}`)));
  });

async function untilReady(server, base) {
  for (let tries = 0; tries < 600; tries += 1) {
    assert.equal(server.exitCode, null, 'the server ended before it was ready');
    if (
      await fetch(`${base}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server is not ready after a minute');
}

async function lookAround(base) {
  const read = async (path, init) => {
    const answer = await fetch(`${base}${path}`, init);
    assert.equal(answer.status, 200, `${path} answers ${answer.status}`);
    return answer;
  };
  const registrar = { authorization: `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}` };
  const balance = await (await read('/registry/v1/accounts/balance', { headers: registrar })).json();
  assert.equal(balance.data.balance, '1000.0');
  const page = { accept: 'text/html' };
  for (const path of [
    '/',
    '/guides',
    '/docs',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui.css',
    '/sandbox',
    '/openapi.json',
    '/favicon.ico',
    '/icon.svg',
    '/apple-touch-icon.png',
    '/site.webmanifest',
  ])
    await read(path, { headers: page });
  // Its guides name the commands that it has.
  const operating = await (await read('/guides/operating', { headers: page })).text();
  assert.match(operating, /zonegraph backup --to/);
  assert.doesNotMatch(operating, /npm run zonegraph --|npm start/);
  const rules = await (await read('/guides/rules/product', { headers: page })).text();
  assert.match(rules, /npm ci &amp;&amp; npm start/);
  const client = await (await read('/guides/client', { headers: page })).text();
  assert(client.replaceAll(/<[^>]+>/g, '').includes(`npm install ${base}/client.tgz`));
  await read('/guides/examples/react/src/domains.tsx', { headers: page });
  const graphiql = await (await read('/graphql', { headers: page })).text();
  const files = new Set(graphiql.match(/\/assets\/graphiql\/[\w.-]+/g));
  assert(files.size > 5, 'GraphiQL has its files');
  for (const file of files) await read(file);
  const query = JSON.stringify({ query: '{ domains(first: 1) { totalCount nodes { name } } }' });
  const asked = {
    method: 'POST',
    headers: { ...registrar, 'content-type': 'application/json' },
    body: query,
  };
  const { data } = await (await read('/graphql', asked)).json();
  assert(data.domains.totalCount > 10, 'the demo world has domains');
}

/** A project without a clone gets the client from the server, and asks with it what README shows. */
function followClientGuide(base) {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  npm(project, 'install', '--no-audit', '--no-fund', `${base}/client.tgz`);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(readme);
  writeFileSync(join(project, 'ask.js'), program.replace('http://127.0.0.1:4000', base));
  assert.match(execFileSync('node', ['ask.js'], { cwd: project }).toString(), /^[\w.-]+ costs 10\.00$/m);
}

/** The first command of README answers as README shows it. */
function followReadme(base) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, command, shown] = /^```sh\n(curl[\s\S]*?)^```\n```json\n([\s\S]*?)^```$/m.exec(readme);
  const here = command.replace('curl', 'curl -sS --max-time 40').replace('http://127.0.0.1:4000', base);
  assert.deepEqual(JSON.parse(execFileSync('sh', ['-c', here])), JSON.parse(shown));
}

/** An extension from outside, by its path: its table, its type, its API, its page and its setting. */
async function useFavourites(base) {
  const registrar = { authorization: `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}` };
  const send = async (path, body) => {
    const headers = { ...registrar, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const asked = await send('/graphql', { query: '{ domains(first: 2) { nodes { name } } }' });
  const [{ name }, other] = asked.data.domains.nodes;
  const added = await send('/favourites/v1', { name });
  assert.equal(added.code, 1000, JSON.stringify(added));
  const refused = await send('/favourites/v1', { name: other.name });
  assert.equal(refused.message, 'At most 1 favourites');
  const listed = await send('/graphql', { query: '{ favourites { nodes { name domain { name } } } }' });
  assert.deepEqual(listed.data.favourites.nodes, [{ name, domain: { name } }]);
  const page = await fetch(`${base}/favourites`, { headers: registrar });
  assert((await page.text()).includes(`<li>${name}</li>`));
}

/** What a release says of itself: the commit, the components as CycloneDX, and a licence for each that is inside. */
function checkContents(installed, command) {
  const { version, gitHead } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.match(gitHead, /^[0-9a-f]{40}$/);
  const said = execFileSync(command, ['--version'], { cwd: folder, env }).toString().trim();
  assert.equal(said, `zonegraph ${version} (${gitHead.slice(0, 12)})`);
  const { bomFormat, components } = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8'));
  assert.equal(bomFormat, 'CycloneDX');
  const { dependencies, devDependencies } = JSON.parse(before);
  const listed = new Set(
    components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@[^@]*$/, '$1')),
  );
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !listed.has(name)),
    [],
    'dependencies that the list of components lacks',
  );
  for (const name of ['vitest', '@biomejs/biome']) {
    assert(name in devDependencies, name);
    assert(!listed.has(name), `${name} is no part of the release`);
  }
  const licences = readFileSync(join(installed, 'dist/LICENSES.txt'), 'utf8').split(
    `\n\n${'-'.repeat(80)}\n\n`,
  );
  const named = licences.map((text) => /^(\S+) \S+ \((.+)\)\n/.exec(text) ?? []);
  assert.deepEqual(
    named.filter(([, name, licence]) => !name || !licence || licence === 'undefined'),
    [],
    'packages without a licence',
  );
  for (const name of ['fastify', 'graphql', 'pg', 'zod'])
    assert(
      named.some(([, one]) => one === name),
      name,
    );
  assert(readFileSync(join(installed, 'SECURITY.md'), 'utf8').includes('Report a vulnerability'));
  const operating = readFileSync(join(installed, 'docs/operating.md'), 'utf8');
  const copied = operating.match(/(?<=\/node_modules\/zonegraph\/)[\w./-]+/g) ?? [];
  assert(copied.length > 0, 'docs/operating.md copies files of the installed server');
  for (const path of copied) assert(existsSync(join(installed, path)), `docs/operating.md copies ${path}`);
}

try {
  npm(root, 'pack', '--pack-destination', folder);
  assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), before, 'package.json is ours again');
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  const megabytes = statSync(join(folder, file)).size / 1e6;
  assert(megabytes <= 30, `the packed file has ${megabytes.toFixed(1)} MB`);
  writeFileSync(join(folder, 'package.json'), '{}');
  npm(folder, 'install', '--no-audit', '--no-fund', `./${file}`);
  const { private: isPrivate } = JSON.parse(
    readFileSync(join(folder, 'node_modules/zonegraph/package.json'), 'utf8'),
  );
  assert.equal(isPrivate, undefined, 'npm would refuse to publish it');
  const packages = readdirSync(join(folder, 'node_modules'), { recursive: true }).filter((name) =>
    /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@.]+\/package\.json$/.test(name),
  );
  const known =
    /^(?:src\/(?!.*\.ts$)|dist\/|examples\/(?:react|relay)\/(?:src\/[\w-]+\.tsx?|codegen\.ts)$|docs\/(?!decisions)|ops\/(?!compose)|schema\/(?!released)|(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|\.env\.example)$)/;
  const inside = execFileSync('tar', ['-tzf', join(folder, file)], { maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .trim()
    .split('\n');
  assert.deepEqual(
    inside.map((path) => path.replace(/^package\//, '')).filter((path) => !known.test(path)),
    [],
  );
  const command = join(folder, 'node_modules/.bin/zonegraph');
  assert.match(
    execFileSync(command, ['check-config'], { cwd: folder, env }).toString(),
    /The environment is fine/,
  );
  checkContents(join(folder, 'node_modules/zonegraph'), command);
  cpSync(join(root, 'examples/extension'), join(folder, 'favourites'), { recursive: true });
  const started = performance.now();
  const server = spawn('npx', ['--no-install', basename(command)], {
    cwd: folder,
    env: { ...env, PORT: '0', EXTENSIONS: 'all,./favourites', FAVOURITES_AT_MOST: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const base = await addressOf(server);
    await untilReady(server, base);
    const seconds = (performance.now() - started) / 1000;
    await lookAround(base);
    followReadme(base);
    followClientGuide(base);
    await useFavourites(base);
    process.stdout.write(
      `${file}: ${megabytes.toFixed(1)} MB, ${packages.length} packages installed, ready after ${seconds.toFixed(1)} s\n`,
    );
  } finally {
    // Its output is at an end when the server has ended, too, and not npx alone.
    const ended = new Promise((resolve) => server.once('close', () => resolve('ended')));
    server.kill('SIGTERM');
    const late = new Promise((resolve) => setTimeout(resolve, 60_000, 'still there').unref());
    assert.equal(await Promise.race([ended, late]), 'ended', 'npx was told to end: its server');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
