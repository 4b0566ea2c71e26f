import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { familyOf } from './cpu.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
const startWithinMs = 60_000;

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Of the process and its workers, now. */
  residentBytes(): number;
  stop(): Promise<void>;
}

/** Our own server as an operator runs it: budgets are on, and every request is logged to a file. Nobody takes its mail. */
export const startProduct = (databaseUrl: string, workers = 1): Promise<Server> =>
  startServer('src/main.ts', '/readyz', {
    ...productionSettings(databaseUrl, 'smtp://127.0.0.1:9'),
    WORKERS: String(workers),
  });

/** The same without budgets, which only a sandbox has not. */
export const startWithoutBudgets = (databaseUrl: string): Promise<Server> =>
  startServer('src/main.ts', '/readyz', { ...sandboxSettings(databaseUrl), LOG_LEVEL: 'info' });

/** A quiet sandbox, for what is measured beside requests. */
export const startSandbox = (
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> =>
  startServer('src/main.ts', '/readyz', { ...sandboxSettings(databaseUrl), LOG_LEVEL: 'silent', ...more });

const sandboxSettings = (databaseUrl: string): Record<string, string> => ({
  ZONEGRAPH_MODE: 'sandbox',
  SANDBOX_WORLD: 'bare',
  DATABASE_URL: databaseUrl,
  SHUTDOWN_DELAY: '0',
});

const secret = (): string => randomBytes(24).toString('hex');

/** A production with little more than it must be told, whose callers may ask and follow as much as they like. */
export const productionSettings = (databaseUrl: string, smtpUrl: string) => ({
  ZONEGRAPH_MODE: 'production',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://registry.example',
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'registry@registry.example',
  OPERATOR_TOKENS: secret(),
  BILLING_SECRET: secret(),
  BUSINESS_REGISTRY_TOKENS: secret(),
  BUSINESS_REGISTRY_ALLOWED_IPS: '192.0.2.1',
  METRICS_TOKEN: secret(),
  PAYMENTS: 'off',
  ACCOUNTING: 'off',
  E_INVOICING: 'off',
  RATE_LIMIT_POINTS: '1000000000',
  MAX_STREAMS: '100000',
  SHUTDOWN_DELAY: '0',
});

export const startProduction = (
  settings: ReturnType<typeof productionSettings>,
  inspectorPort: number,
): Promise<Server> =>
  startServer('src/main.ts', '/readyz', settings, [`--inspect=127.0.0.1:${inspectorPort}`]);

export const startLimits = (databaseUrl: string): Promise<Server> =>
  startServer('bench/limits.ts', '/', { DATABASE_URL: databaseUrl });

/** A registry that holds nothing and answers by formula. */
export const startFormula = (domains: number, domainMs: number): Promise<Server> =>
  startServer('bench/formula-server.ts', '/calls', { DOMAINS: String(domains), DOMAIN_MS: String(domainMs) });

export const facadeSettings = (databaseUrl: string, upstreamUrl: string): Record<string, string> => ({
  ZONEGRAPH_MODE: 'facade',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  UPSTREAM_URL: upstreamUrl,
  UPSTREAM_USERNAME: 'alpha',
  UPSTREAM_PASSWORD: 'alpha-sandbox',
  RATE_LIMIT_POINTS: '1000000000',
  // Once is enough.
  UPSTREAM_SYNC_EVERY: 'PT24H',
  SHUTDOWN_DELAY: '0',
});

export const startFacade = (databaseUrl: string, upstreamUrl: string): Promise<Server> =>
  startServer('src/main.ts', '/livez', facadeSettings(databaseUrl, upstreamUrl));

/** A GraphQL server in bench/peers. */
export const startPeer = (script: string, settings: Record<string, string>): Promise<Server> =>
  startServer(script, '/graphql?query={__typename}', settings);

async function startServer(
  script: string,
  ready: string,
  settings: Record<string, string>,
  flags: readonly string[] = [],
): Promise<Server> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  // Only what is given here: a setting of the developer's must not bend the numbers.
  const env = { PATH, HOME, NODE_ENV: 'production', PORT: String(port), ...settings };
  const how = script.startsWith('src/')
    ? 'src/server/launch/run.mjs'
    : '--import ./src/server/launch/run-typescript.mjs';
  // All with the flags that the product is started with.
  const command = scripts.start
    .replace(/^exec /, '')
    .replace('src/server/launch/run.mjs src/main.ts', `${how} ${script}`)
    .split(' ');
  const logs = mkdtempSync(join(tmpdir(), 'zonegraph-bench-log-'));
  const log = openSync(join(logs, 'log'), 'w');
  const child = spawn(process.execPath, [...flags, ...command.slice(1)], {
    cwd: root,
    env,
    stdio: ['ignore', log, 'pipe'],
  });
  closeSync(log);
  // What an inspector says of itself at each visit is no news.
  createInterface({ input: child.stderr as Readable }).on('line', (line) => {
    if (!/^(?:Debugger |For help, see: )/.test(line)) console.error(line);
  });
  const gone = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}${ready}`, child);
  return {
    url,
    pid: child.pid ?? 0,
    residentBytes: () => residentBytesOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      rmSync(logs, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startWithinMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server for ${url} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer && answer.status < 500) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} did not answer within ${startWithinMs / 1000} s`);
}

function residentBytesOf(pid: number): number {
  try {
    return familyOf(pid)
      .map((one) => /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/status`, 'utf8')))
      .map((found) => Number(found?.[1]) * 1024)
      .reduce((sum, bytes) => sum + bytes);
  } catch {
    // Not Linux: the number is left out.
    return Number.NaN;
  }
}
