import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reads names of files, runs each in this very shell, so that variables stay, and tells when it is done. */
const driver = 'set -eo pipefail; while read -r file <&3; do . "$file" </dev/null; echo done >&4; done';

/** One shell in which the commands of a document are run one block after the other, as somebody would who follows it. */
export class Shell {
  readonly #folder = mkdtempSync(join(tmpdir(), 'zonegraph-shell-'));
  readonly #bash: ChildProcess;
  #output = '';
  #blocks = 0;
  #done: ((isDone: boolean) => void) | undefined;
  #hasEnded = false;

  constructor(env: Readonly<Record<string, string>>) {
    this.#bash = spawn('bash', ['-c', driver], {
      cwd: this.#folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    for (const number of [1, 2])
      this.#bash.stdio[number]?.on('data', (chunk: Buffer) => {
        this.#output += String(chunk);
      });
    this.#bash.stdio[4]?.on('data', () => this.#done?.(true));
    // What it printed last has been read by then.
    this.#bash.once('close', () => {
      this.#hasEnded = true;
      this.#done?.(false);
    });
    this.#bash.stdio[3]?.on('error', () => {});
  }

  /** What the commands print, on both streams; rejects with it when one of them fails, and then the shell has ended. */
  async run(commands: string): Promise<string> {
    if (this.#hasEnded) throw new Error('an earlier command failed');
    this.#output = '';
    this.#blocks += 1;
    const file = join(this.#folder, `block-${this.#blocks}.sh`);
    writeFileSync(file, `${commands}\n`);
    const done = new Promise<boolean>((resolve) => {
      this.#done = resolve;
    });
    const input = this.#bash.stdio[3];
    if (input && 'write' in input) input.write(`${file}\n`);
    if (await done) return this.#output;
    throw new Error(`a command failed:\n${commands}\n${this.#output}`);
  }

  close(): void {
    this.#bash.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
