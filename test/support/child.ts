import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const source = new URL('../../src/', import.meta.url);
const loader = new URL('run-typescript.mjs', source).href;
const packed = fileURLToPath(new URL('run.mjs', source));

export interface Child {
  readonly process: ChildProcess;
  readonly lines: Interface;
  /** Resolves when it has gone, however it went. */
  readonly gone: Promise<unknown>;
}

/** Starts a TypeScript file in a process of its own; ours as `npm start` does. */
export function startChild(script: URL, ...args: string[]): Child {
  // As src/run.mjs has it: Node 20 would compile most of the embedded PostgreSQL twice.
  const run = script.href.startsWith(source.href)
    ? [packed]
    : ['--wasm-tiering-budget=40000000', '--import', loader];
  const child = spawn(process.execPath, [...run, fileURLToPath(script), ...args], {
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
