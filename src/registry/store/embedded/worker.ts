import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { FrameReader, type Unit } from './frames.ts';
import type { EngineSettings, FromEngine, ToEngine } from './messages.ts';
import { INITDB_OPTIONS } from './prepared.ts';

const POST_AT_BYTES = 256 * 1024;
/** Smaller than the default of 128 MB, which is cleared at each start; the whole database of a trial is 30 MB. */
const START_OPTIONS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** A protocol message with a query that is only a semicolon. */
const EMPTY_QUERY = Uint8Array.from([0x51, 0, 0, 0, 6, 0x3b, 0]);

/**
 * V8 compiles a function of PostgreSQL when it is first called, and optimises it when it has run for a while.
 * PostgreSQL's parser is so large that optimising it takes 600 MB and two seconds of CPU time. So an empty query is
 * parsed first, while a V8 flag allows optimisation of function 0 only. Afterwards the flags are restored: V8's code
 * cache works only with the same flags (run.mjs).
 */
class EmbeddedPostgres extends PGlite {
  override async _initArrayTypes(options?: { force?: boolean }): Promise<void> {
    setFlagsFromString('--wasm-tier-up-filter=0');
    try {
      this.execProtocolRawSync(EMPTY_QUERY);
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1');
    }
    await super._initArrayTypes(options);
  }
}

/** Runs PGlite in this thread and speaks PostgreSQL's wire protocol with one client at a time. */
class Engine {
  readonly #port: MessagePort;
  readonly #database: PGlite;
  #connection = 0;
  #frames = new FrameReader();
  #isCollected = false;

  constructor(port: MessagePort, database: PGlite) {
    this.#port = port;
    this.#database = database;
  }

  async handle(message: ToEngine): Promise<void> {
    switch (message.kind) {
      case 'connect':
        await this.#forgetSession();
        this.#connection = message.connection;
        this.#frames = new FrameReader();
        return;
      case 'bytes':
        if (message.connection !== this.#connection) return;
        for (const unit of this.#frames.read(message.bytes)) await this.#run(unit, message.connection);
        return;
      case 'disconnect':
        if (message.connection === this.#connection) await this.#forgetSession();
        return;
      case 'dump':
        return this.#dump();
      case 'ping':
        if (!this.#isCollected) collectGarbage();
        this.#isCollected = true;
        return this.post({ kind: 'pong' });
      case 'close':
        await this.#database.close();
        this.#port.close();
        return;
    }
  }

  post(message: FromEngine, transfer: Uint8Array[] = []): void {
    this.#port.postMessage(
      message,
      transfer.map((bytes) => bytes.buffer as ArrayBuffer),
    );
  }

  async #run(unit: Unit, connection: number): Promise<void> {
    if (unit.kind === 'ssl-request') {
      this.#answer(connection, [new TextEncoder().encode('N')]);
    } else if (unit.kind === 'terminate') {
      await this.#forgetSession();
    } else {
      await this.#execute(unit.bytes, connection);
    }
  }

  async #execute(bytes: Uint8Array, connection: number): Promise<void> {
    let chunks: Uint8Array[] = [];
    let size = 0;
    const flush = () => {
      if (size > 0) this.#answer(connection, chunks);
      chunks = [];
      size = 0;
    };
    await this.#database.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (chunk) => {
        // The chunk is a view of the engine's memory and is overwritten after this call.
        chunks.push(chunk.slice());
        size += chunk.length;
        if (size >= POST_AT_BYTES) flush();
      },
    });
    flush();
  }

  #answer(connection: number, chunks: Uint8Array[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    this.post({ kind: 'bytes', connection, bytes }, [bytes]);
  }

  /** The cleanup that a server does when a client disconnects; here the backend stays and serves the next one. */
  async #forgetSession(): Promise<void> {
    if (this.#connection === 0) return;
    this.#connection = 0;
    if (this.#database.isInTransaction()) await this.#database.exec('rollback');
    await this.#database.exec('discard all');
  }

  async #dump(): Promise<void> {
    await this.#database.exec('checkpoint');
    const blob = await this.#database.dumpDataDir('none');
    const snapshot = new Uint8Array(await blob.arrayBuffer());
    this.post({ kind: 'dumped', snapshot }, [snapshot]);
  }
}

/** The last message of PostgreSQL before it stopped, because the thrown error has no reason. */
let lastWords = '';

/**
 * A PANIC, such as a full disk under the log, ends PostgreSQL. PGlite would call it again and again, in an
 * endless loop: this thread ends instead. Acknowledged writes are in the log, and the next start finds them.
 */
function watch(port: MessagePort, text: string): boolean {
  lastWords = /(?:PANIC|FATAL):\s+(.*)/.exec(text)?.[1] ?? lastWords;
  if (text.startsWith('Aborted(')) {
    port.postMessage({ kind: 'failed', message: lastWords || text } satisfies FromEngine);
    process.exit(1);
  }
  return false;
}

/** npm packages cannot contain empty folders, so those that PostgreSQL needs are listed beside a packed database. */
function copyPrepared(prepared: string, directory: string): void {
  // With a filter Node 24 reports why a copy failed, such as no space; without one it always reports EIO.
  cpSync(prepared, directory, { recursive: true, filter: () => true });
  const list = `${prepared}.folders.json`;
  if (!existsSync(list)) return;
  for (const folder of JSON.parse(readFileSync(list, 'utf8')) as string[])
    mkdirSync(join(directory, folder), { recursive: true });
}

async function open(
  port: MessagePort,
  { directory, initialiseIn, prepared, snapshot }: EngineSettings,
): Promise<PGlite> {
  const create = async (options: PGliteOptions): Promise<PGlite> => {
    const database = new EmbeddedPostgres({
      ...options,
      extensions: { pg_trgm },
      initDbStartParams: INITDB_OPTIONS,
      startParams: START_OPTIONS,
      onStderr: (text) => watch(port, text),
    });
    await database.waitReady;
    return database;
  };
  if (directory === undefined)
    return create(snapshot === undefined ? {} : { loadDataDir: new Blob([snapshot]) });
  if (initialiseIn !== undefined) {
    if (prepared !== undefined) copyPrepared(prepared, initialiseIn);
    else await (await create({ dataDir: initialiseIn })).close();
    renameSync(initialiseIn, directory);
  }
  return create({ dataDir: directory });
}

async function start(port: MessagePort, settings: EngineSettings): Promise<void> {
  const engine = new Engine(port, await open(port, settings));
  let queue = Promise.resolve();
  port.on('message', (message: ToEngine) => {
    queue = queue.then(() => engine.handle(message)).catch((error) => fail(port, error));
  });
  engine.post({ kind: 'ready' });
}

/**
 * Collects garbage once, at the first ping, when a new database has been filled. Otherwise the memory of the start
 * would stay allocated, such as the 9 MB of PostgreSQL's binary, because an idle thread does not collect. Without the
 * flag Node has no other way to request it.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

function fail(port: MessagePort, error: unknown): void {
  port.postMessage({ kind: 'failed', message: lastWords || describe(error) } satisfies FromEngine);
  port.close();
}

/** WASI's numbers for the most common errors of a file system; Node's own are different. */
const FILE_TROUBLE: Readonly<Record<number, string>> = {
  2: 'Permission denied',
  19: 'Disk quota exceeded',
  29: 'Input/output error',
  51: 'No space left on device',
  63: 'Operation not permitted',
  69: 'Read-only file system',
};

/** PGlite throws a plain object when PostgreSQL itself stops. */
function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'object' && error !== null && 'errno' in error && FILE_TROUBLE[Number(error.errno)])
    return FILE_TROUBLE[Number(error.errno)] ?? '';
  return typeof error === 'object' ? JSON.stringify(error) : String(error);
}

if (parentPort !== null) {
  const port = parentPort;
  start(port, workerData as EngineSettings).catch((error) => fail(port, error));
}
