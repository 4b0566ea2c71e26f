import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atEndOfFile } from './at-end.ts';

const source = new URL('../../src/', import.meta.url);
const loader = new URL('server/launch/run-typescript.mjs', source).href;
const packed = fileURLToPath(new URL('server/launch/run.mjs', source));

export interface Child {
  readonly process: ChildProcess;
  readonly lines: Interface;
  /** Resolves when it has gone, however it went. */
  readonly gone: Promise<unknown>;
}

/** Of packed scripts: the file of the embedded database's thread. */
const threads = new Map<string, string>();

/**
 * Packs scripts with all that they import, as `npm start` does with ours: on Node 20 a process that compiles them file by file takes a
 * second of processor more. They cannot `await` outside functions.
 */
export async function packScripts(scripts: readonly URL[]): Promise<URL[]> {
  // Where they find the packages.
  const cache = fileURLToPath(new URL('../.cache', source));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'scripts-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true, force: true }));
  const [file, worker] = [join(folder, 'scripts.cjs'), join(folder, 'scripts.worker.cjs')];
  const entries = scripts.map((script) => relative(fileURLToPath(source), fileURLToPath(script)));
  const { pack } = await import('#src/server/launch/pack.mjs');
  await pack({ source: fileURLToPath(source), entries, file, worker });
  return entries.map((entry) => {
    const script = join(folder, `scripts.${basename(entry, '.ts')}.cjs`);
    writeFileSync(script, `require('./scripts.cjs')[${JSON.stringify(entry)}]();`);
    const url = pathToFileURL(script);
    threads.set(url.href, worker);
    return url;
  });
}

/** Starts a TypeScript file in a process of its own; ours as `npm start` does. */
export function startChild(script: URL, ...args: string[]): Child {
  // As src/server/launch/run.mjs has it: Node 20 would compile most of the embedded PostgreSQL twice.
  const run = script.href.startsWith(source.href)
    ? [packed]
    : ['--wasm-tiering-budget=40000000', ...(threads.has(script.href) ? [] : ['--import', loader])];
  const child = spawn(process.execPath, [...run, fileURLToPath(script), ...args], {
    env: { ...process.env, ...(threads.has(script.href) && { ZONEGRAPH_WORKER: threads.get(script.href) }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { process: child, lines: createInterface({ input: child.stdout }), gone: once(child, 'exit') };
}

/** Runs it to its end and gives what it printed. */
export async function runChild(
  script: URL,
  ...args: string[]
): Promise<{ output: string; exitCode: number | null }> {
  const { process: child, lines, gone } = startChild(script, ...args);
  const output: string[] = [];
  lines.on('line', (line) => output.push(line));
  await Promise.all([gone, once(lines, 'close')]);
  return { output: output.join('\n'), exitCode: child.exitCode };
}
