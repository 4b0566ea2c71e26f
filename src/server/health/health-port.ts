import { Worker } from 'node:worker_threads';

/** An answer to /readyz. */
export interface Health {
  readonly status: number;
  readonly body: unknown;
}

export interface HealthPortOptions {
  readonly port: number;
  readonly host: string;
  /** How often the main thread shows that its event loop turns. */
  readonly beatEveryMs?: number;
  /** After so long without it, the process is not ready. */
  readonly standsStillAfterMs?: number;
  /** After so long, it does not live any more. */
  readonly isStuckAfterMs?: number;
  /** After so long without a look, nobody knows whether it can serve. */
  readonly isOldAfterMs?: number;
}

type FromThread = { readonly port: number } | { readonly code: string; readonly message: string };

/**
 * /livez and /readyz on a port of their own (`HEALTH_PORT`), answered by a thread that does not wait for the event loop of
 * the main one, however busy that is. It tells what the main thread found when it looked last, and when that stands still.
 */
export class HealthPort {
  readonly port: number;
  readonly #thread: Worker;
  readonly #cells: Float64Array;
  readonly #beating: NodeJS.Timeout;

  /** Rejects when the port is taken. */
  static async open({
    beatEveryMs = 100,
    standsStillAfterMs = 5_000,
    isStuckAfterMs = 60_000,
    isOldAfterMs = 10_000,
    ...where
  }: HealthPortOptions): Promise<HealthPort> {
    const shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
    const thread = new Worker(new URL('./health-thread.cjs', import.meta.url), {
      workerData: { ...where, shared, standsStillAfterMs, isStuckAfterMs, isOldAfterMs },
      execArgv: [],
      name: 'health',
    });
    const first = await new Promise<FromThread>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
    });
    if ('port' in first) return new HealthPort(thread, new Float64Array(shared), first.port, beatEveryMs);
    await thread.terminate();
    throw Object.assign(new Error(`HEALTH_PORT: ${first.message}`), { code: first.code });
  }

  private constructor(thread: Worker, cells: Float64Array, port: number, beatEveryMs: number) {
    this.#thread = thread;
    this.#cells = cells;
    this.port = port;
    const beat = (): void => {
      cells[0] = Number(process.hrtime.bigint() / 1_000_000n);
    };
    beat();
    this.#beating = setInterval(beat, beatEveryMs).unref();
    thread.unref();
  }

  report({ status, body }: Health): void {
    this.#thread.postMessage({ status, body });
  }

  /** From now on it is not ready, whatever was reported. */
  end(): void {
    this.#cells[1] = 1;
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    await this.#thread.terminate();
  }
}
