/** What the worker thread is started with. */
export interface EngineSettings {
  /** The directory of the data; none means in memory. */
  directory?: string | undefined;
  /** Where to make the data when there are none yet; renamed to `directory` when complete. */
  initialiseIn?: string | undefined;
  /** A database to make them from, by copying it; without one they are made from nothing, which takes seconds. */
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
