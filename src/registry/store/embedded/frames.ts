const SSL_REQUEST = 80877103;
const TYPED_HEADER = 5;
const STARTUP_HEADER = 8;
/** Sync, Query, Flush, FunctionCall, CopyDone, CopyFail, password, Terminate: the server acts on these. */
const CLOSES_A_UNIT = new Set([...'SQHFcfpX'].map((letter) => letter.charCodeAt(0)));

export type Unit =
  | { kind: 'ssl-request' }
  | { kind: 'startup' | 'messages' | 'terminate'; bytes: Uint8Array };

/**
 * Splits the byte stream of a PostgreSQL client into units that the engine can run as a whole: the embedded engine
 * has no socket to wait on, and treats the end of its input as the end of the connection.
 */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  *read(chunk: Uint8Array): Generator<Unit> {
    this.#pending = this.#pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#pending, chunk]);
    for (let unit = this.#next(); unit !== undefined; unit = this.#next()) yield unit;
  }

  #next(): Unit | undefined {
    return this.#started ? this.#nextMessages() : this.#nextStartup();
  }

  #nextStartup(): Unit | undefined {
    if (this.#pending.length < STARTUP_HEADER) return undefined;
    const length = this.#pending.readUInt32BE(0);
    if (this.#pending.length < length) return undefined;
    const code = this.#pending.readUInt32BE(4);
    const bytes = this.#take(length);
    if (code === SSL_REQUEST) return { kind: 'ssl-request' };
    this.#started = true;
    return { kind: 'startup', bytes };
  }

  #nextMessages(): Unit | undefined {
    let end = 0;
    while (this.#pending.length >= end + TYPED_HEADER) {
      const type = this.#pending[end] ?? 0;
      const next = end + 1 + this.#pending.readUInt32BE(end + 1);
      if (this.#pending.length < next) return undefined;
      end = next;
      if (!CLOSES_A_UNIT.has(type)) continue;
      return { kind: type === 'X'.charCodeAt(0) ? 'terminate' : 'messages', bytes: this.#take(end) };
    }
    return undefined;
  }

  #take(length: number): Uint8Array {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return taken;
  }
}
