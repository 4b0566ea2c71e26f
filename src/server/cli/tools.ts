import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fail } from '../../base/command.ts';
import { serversOf } from '../../base/database-url.ts';

/** Runs a system tool; its error output is shown to the user. */
export async function runTool(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  failed = `${tool} failed`,
): Promise<void> {
  const child = spawn(tool, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  const [code] = (await once(child, 'close').catch(() =>
    fail(`${tool} is not installed or not on the PATH`),
  )) as [number | null];
  if (code !== 0) fail(failed);
}

/** Hands the output of a system tool over as it comes. */
export async function streamTool(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  take: (output: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const child = spawn(tool, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').catch(() =>
    fail(`${tool} is not installed or not on the PATH`),
  ) as Promise<[number | null]>;
  const [[code]] = await Promise.all([ended, take(child.stdout)]);
  if (code !== 0) fail(`${tool} failed`);
}

/** Returns the output of a system tool. */
export async function outputOf(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { env: { ...process.env, ...environment }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(tool, args, options).catch(() => fail(`${tool} failed`));
  return stdout;
}

type Tool = readonly [name: string, args: readonly string[]];

/**
 * Pipes our own text and the output of one tool into another. If either fails, the reader never sees the end of
 * its input.
 */
export async function pipeTools(
  [from, fromArgs]: Tool,
  [to, toArgs]: Tool,
  { environment, first }: { readonly environment: Readonly<Record<string, string>>; readonly first: string },
): Promise<void> {
  const env = { ...process.env, ...environment };
  const writer = spawn(from, fromArgs, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const reader = spawn(to, toArgs, { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const ends = [writer, reader].map(
    (child) => once(child, 'exit').catch(() => [null]) as Promise<[number | null]>,
  );
  // The failed tool has printed the reason.
  reader.stdin.on('error', () => {});
  reader.stdin.write(first);
  writer.stdout.pipe(reader.stdin, { end: false });
  const [[written]] = await Promise.all([ends[0] ?? [null], once(writer.stdout, 'close')]);
  // A reader that is killed before the end of its input commits nothing.
  if (written === 0) reader.stdin.end();
  else reader.kill('SIGKILL');
  const [read] = (await ends[1]) ?? [null];
  if (written !== 0) fail(`${from} failed, or is not installed`);
  if (read !== 0) fail(`${to} failed, or is not installed`);
}

/** A database URL as environment variables of PostgreSQL's tools: other users can read a command line. */
export function connectionEnvironment(url: string): Record<string, string> {
  const { urls, mustTakeWrites } =
    serversOf(url) ?? fail('DATABASE_URL is not the URL of a PostgreSQL server');
  const { username, password, pathname, searchParams } = new URL(urls[0]);
  const servers = urls.map((one) => new URL(one));
  const parts: Record<string, string | null> = {
    PGHOST: servers.map(({ hostname }) => decodeURIComponent(hostname)).join(','),
    PGPORT: servers.some(({ port }) => port) ? servers.map(({ port }) => port || '5432').join(',') : '',
    PGTARGETSESSIONATTRS: mustTakeWrites ? 'read-write' : null,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode'),
    PGSSLROOTCERT: searchParams.get('sslrootcert'),
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  };
  return Object.fromEntries(
    Object.entries(parts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
