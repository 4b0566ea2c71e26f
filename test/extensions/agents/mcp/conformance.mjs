// Plays the scenarios of @modelcontextprotocol/conformance that apply to /mcp against a sandbox of its own. Needs Node 22 and the folder
// where that package is installed: it is no dependency of ours. The others need tools, resources and prompts that only a test server has.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];
const token = 'zg_sandboxReadOnlyTokenOfAlphaDomains2XuWsQ';
const source = fileURLToPath(new URL('../../../../src', import.meta.url));
const [installed] = process.argv.slice(2);
if (!installed)
  throw new Error('usage: node test/extensions/agents/mcp/conformance.mjs <folder with node_modules>');

const data = mkdtempSync(join(tmpdir(), 'zonegraph-conformance-'));
// The sandbox is given a port that nobody has, and notes its address.
let sandbox;
// The suite knows no tokens: this adds one. It is the public address of the sandbox.
const proxy = createServer((incoming, answer) => {
  const { method, url: path, headers } = incoming;
  const passed = request(new URL(path ?? '/', sandbox), {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  passed.on('response', (got) => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)));
  passed.on('error', () => answer.destroy());
  incoming.pipe(passed);
}).listen(0, '127.0.0.1');
await once(proxy, 'listening');
const address = `http://127.0.0.1:${proxy.address().port}`;

const server = spawn(process.execPath, [join(source, 'server/launch/run.mjs'), join(source, 'main.ts')], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'error',
    SANDBOX_WORLD: 'bare',
    DATA_DIR: data,
    PUBLIC_URL: address,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise((resolve, reject) => {
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
    if (/(?:ready|listening) at /.test(output)) resolve();
  });
  server.once('exit', () => reject(new Error(`the server ended: ${output}`)));
});
[sandbox] = readFileSync(join(data, 'address'), 'utf8').split('\n');

let failed = 0;
try {
  const suite = join(installed, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  for (const scenario of scenarios)
    try {
      await promisify(execFile)(
        process.execPath,
        [suite, 'server', '--url', `${address}/mcp`, '--scenario', scenario],
        {
          timeout: 60_000,
        },
      );
      console.log(`passed: ${scenario}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${scenario}\n${error.stdout ?? error}`);
    }
} finally {
  proxy.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
}
console.log(`${scenarios.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
