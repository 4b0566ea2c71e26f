import { Duplex } from 'node:stream';

export interface StreamPeer {
  send(bytes: Uint8Array): void;
  hangUp(): void;
}

/** The socket of `pg`: bytes go to the worker thread and come back from it. */
export class EngineStream extends Duplex {
  readonly #peer: StreamPeer;

  constructor(peer: StreamPeer) {
    super();
    this.#peer = peer;
  }

  /** Called by `pg` with a port and a host, which mean nothing here. */
  connect(): this {
    process.nextTick(() => {
      if (!this.destroyed) this.emit('connect');
    });
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#peer.send(chunk);
    callback();
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.#peer.send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    callback();
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#peer.hangUp();
    callback(error);
  }
}
