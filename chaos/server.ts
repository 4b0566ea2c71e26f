import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const path = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** The real server in a process of its own. */
export class Server {
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.#env = {
      PORT: String(port),
      SANDBOX_WORLD: 'bare',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_POINTS: '1000000000',
      ...env,
    };
    this.url = `http://127.0.0.1:${port}`;
  }

  readonly url: string;

  async start(): Promise<void> {
    this.#output = '';
    const child = spawn(process.execPath, [path('server/launch/run.mjs'), path('main.ts')], {
      env: { PATH: process.env.PATH, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const killIt = (): void => void child.kill('SIGKILL');
    process.once('exit', killIt);
    child.once('exit', () => process.off('exit', killIt));
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        this.#output += String(chunk);
        // Production prints no welcome; its log says where it is.
        if (/(?:ready|listening) at /.test(this.#output)) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => reject(new Error(`the server ended: ${this.#output}`)));
    });
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** All that it has printed since it was started. */
  get output(): string {
    return this.#output;
  }

  /** How it ended: the code, or the signal. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return 'gone';
    child.kill(signal);
    await once(child, 'exit');
    return String(child.signalCode ?? child.exitCode);
  }
}
