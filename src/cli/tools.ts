import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fail } from './command.ts';

/** Runs a tool of the system; what it complains about is what the user sees. */
export async function runTool(
  tool: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(tool, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit').catch(() =>
    fail(`${tool} is not installed or not on the PATH`),
  )) as [number | null];
  if (code !== 0) fail(`${tool} failed`);
}

/** A database URL as the tools of PostgreSQL read it: a password on a command line could be read by others. */
export function connectionEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const parts: Record<string, string | null> = {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode'),
  };
  return Object.fromEntries(
    Object.entries(parts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
