import { Worker } from 'node:worker_threads';

/** An answer to /readyz. */
export interface Health {
  readonly status: number;
  readonly body: unknown;
}

export interface HealthPortOptions {
  readonly port: number;
  readonly host: string;
  /** How often the main thread reports that its event loop runs. */
  readonly beatEveryMs?: number;
  /** The time without a report after which the process is not ready. */
  readonly standsStillAfterMs?: number;
  /** The time without a report after which the process is not alive. */
  readonly isStuckAfterMs?: number;
  /** The time without a readiness check after which the process counts as not ready. */
  readonly isOldAfterMs?: number;
}

type FromThread = { readonly port: number } | { readonly code: string; readonly message: string };

/**
 * Serves /livez and /readyz on a port of their own (`HEALTH_PORT`) from a thread that does not depend on the main
 * thread's event loop, however busy that is. It answers with the main thread's last check, and reports if that thread
 * is stuck.
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

  /** Makes the process not ready from now on, whatever was reported. */
  end(): void {
    this.#cells[1] = 1;
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    await this.#thread.terminate();
  }
}
