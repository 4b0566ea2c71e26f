/** The start parameters of the worker thread. */
export interface EngineSettings {
  /** The data directory; none means in memory. */
  directory?: string | undefined;
  /** The directory in which to create the data if there are none yet; renamed to `directory` when complete. */
  initialiseIn?: string | undefined;
  /** A database to copy; without one the data are initialised from scratch, which takes seconds. */
  prepared?: string | undefined;
  /** A dump made by an earlier engine, to start an in-memory database from. */
  snapshot?: Uint8Array<ArrayBuffer> | undefined;
}

export type ToEngine =
  | { kind: 'connect'; connection: number }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'disconnect'; connection: number }
  | { kind: 'dump' }
  | { kind: 'ping' }
  | { kind: 'close' };

export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'dumped'; snapshot: Uint8Array<ArrayBuffer> }
  | { kind: 'pong' }
  | { kind: 'failed'; message: string };
