import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '../../../base/errors.ts';
import { EngineStream } from './engine-stream.ts';
import type { EngineSettings, FromEngine, ToEngine } from './messages.ts';

const CLOSE_WITHIN_MS = 10_000;
const PING_EVERY_MS = 15_000;
/** Longer than any statement of ours may take; a server would have cancelled it after 60 seconds. */
const UNANSWERED_PINGS = 8;

/** The embedded database has stopped and cannot answer any more. */
export class EngineStopped extends Unavailable {
  override readonly name = 'EngineStopped';
}

/** The main thread's end of the embedded database: it starts the worker and provides streams to it. */
export class Engine {
  readonly #worker: Worker;
  readonly #inMemory: boolean;
  readonly #streams = new Map<number, EngineStream>();
  readonly #dumps: {
    resolve: (snapshot: Uint8Array<ArrayBuffer>) => void;
    reject: (error: Error) => void;
  }[] = [];
  readonly #exited: Promise<void>;
  readonly #pinging: NodeJS.Timeout;
  #unanswered = 0;
  #closing = false;
  #connections = 0;
  #stopped: EngineStopped | undefined;
  /** Resolves when the engine has ended unexpectedly, and has released the data. */
  readonly gone: Promise<EngineStopped>;

  static async start(settings: EngineSettings): Promise<Engine> {
    const worker = new Worker(new URL('./worker-entry.cjs', import.meta.url), {
      workerData: settings,
      execArgv: [],
      // PostgreSQL has its own memory; the thread itself needs little more than messages.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
      name: 'embedded-postgres',
    });
    return new Promise((resolve, reject) => {
      const engine: Engine = new Engine(worker, settings, () => resolve(engine), reject);
    });
  }

  private constructor(
    worker: Worker,
    settings: EngineSettings,
    ready: () => void,
    failed: (error: Error) => void,
  ) {
    this.#worker = worker;
    this.#inMemory = settings.directory === undefined;
    const stop = (error: EngineStopped) => {
      this.#stop(error);
      failed(error);
    };
    worker.on('message', (message: FromEngine) => {
      if (message.kind === 'ready') ready();
      else if (message.kind === 'failed')
        stop(new EngineStopped(`the embedded database stopped: ${message.message}`));
      else this.#receive(message);
    });
    worker.on('error', (error: Error) => {
      stop(new EngineStopped(`the embedded database stopped: ${error.message}`, { cause: error }));
    });
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        stop(this.#stopped ?? new EngineStopped('the embedded database is closed'));
        resolve();
      });
    });
    this.gone = new Promise((resolve) => {
      void this.#exited.then(() => {
        if (!this.#closing && this.#stopped) resolve(this.#stopped);
      });
    });
    this.#pinging = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
  }

  /** Detects an engine in an endless loop, which cannot report it. */
  #ping(): void {
    if (this.#unanswered === UNANSWERED_PINGS)
      this.#stop(new EngineStopped('the embedded database stopped: it does not answer any more'));
    this.#unanswered += 1;
    this.#post({ kind: 'ping' });
  }

  connect(): Duplex {
    this.#connections += 1;
    const connection = this.#connections;
    const stream = new EngineStream({
      send: (bytes) => {
        // Copied, because the driver reuses its buffer; then moved, so that it is copied only once.
        const copy = new Uint8Array(bytes);
        this.#post({ kind: 'bytes', connection, bytes: copy }, copy);
      },
      hangUp: () => {
        if (this.#streams.delete(connection)) this.#post({ kind: 'disconnect', connection });
      },
    });
    if (this.#stopped !== undefined) {
      stream.destroy(this.#stopped);
      return stream;
    }
    this.#streams.set(connection, stream);
    this.#post({ kind: 'connect', connection });
    return stream;
  }

  /** Lets the process end while the engine runs. */
  unref(): this {
    this.#worker.unref();
    return this;
  }

  /** The whole database as a tar file, for `EngineSettings.snapshot`. */
  dump(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped);
    return new Promise((resolve, reject) => {
      this.#dumps.push({ resolve, reject });
      this.#post({ kind: 'dump' });
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#pinging);
    // In-memory data need no orderly shutdown.
    if (this.#inMemory) await this.#worker.terminate();
    this.#post({ kind: 'close' });
    const overdue = setTimeout(() => void this.#worker.terminate(), CLOSE_WITHIN_MS);
    await this.#exited;
    clearTimeout(overdue);
  }

  #post(message: ToEngine, transfer?: Uint8Array<ArrayBuffer>): void {
    if (this.#stopped === undefined) this.#worker.postMessage(message, transfer ? [transfer.buffer] : []);
  }

  #receive(message: FromEngine): void {
    if (message.kind === 'bytes') this.#streams.get(message.connection)?.receive(message.bytes);
    else if (message.kind === 'dumped') this.#dumps.shift()?.resolve(message.snapshot);
    else if (message.kind === 'pong') this.#unanswered = 0;
  }

  #stop(error: EngineStopped): void {
    if (this.#stopped === undefined) {
      this.#stopped = error;
      clearInterval(this.#pinging);
      void this.#worker.terminate();
    }
    for (const stream of this.#streams.values()) stream.destroy(error);
    this.#streams.clear();
    for (const dump of this.#dumps.splice(0)) dump.reject(error);
  }
}
