import pg from 'pg';
import { IS_READ_ONLY } from './primary.ts';
import { DatabaseUnavailable } from './trouble.ts';

type OnPayload = (payload: string) => void;
type OnGap = () => void;

export interface Listener {
  /** `onGap` is called when a lost connection is replaced: notifications in between were missed. */
  listen(channel: string, onPayload: OnPayload, onGap?: OnGap): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The listeners by channel. */
class Subscriptions {
  readonly #channels = new Map<string, Map<OnPayload, OnGap | undefined>>();

  get channels(): string[] {
    return [...this.#channels.keys()];
  }

  add(channel: string, onPayload: OnPayload, onGap?: OnGap): void {
    const own = this.#channels.get(channel);
    if (own === undefined) this.#channels.set(channel, new Map([[onPayload, onGap]]));
    else own.set(onPayload, onGap);
  }

  /** Returns whether the channel has no listeners any more. */
  remove(channel: string, onPayload: OnPayload): boolean {
    const own = this.#channels.get(channel);
    own?.delete(onPayload);
    return own?.size === 0 && this.#channels.delete(channel);
  }

  deliver({ channel, payload }: pg.Notification): void {
    for (const onPayload of this.#channels.get(channel)?.keys() ?? []) onPayload(payload ?? '');
  }

  tellOfGap(): void {
    for (const own of this.#channels.values()) for (const onGap of own.values()) onGap?.();
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
const stopListeningTo = (channel: string) => `unlisten ${pg.escapeIdentifier(channel)}`;

/** Listens on the only connection; when the pool replaces it, `follow` listens on the new one. */
export class SharedListener implements Listener {
  readonly #pool: pg.Pool;
  readonly #subscriptions = new Subscriptions();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async follow(client: pg.ClientBase): Promise<void> {
    client.on('notification', (message) => this.#subscriptions.deliver(message));
    for (const channel of this.#subscriptions.channels) await client.query(listenTo(channel));
  }

  async listen(channel: string, onPayload: OnPayload): Promise<() => Promise<void>> {
    const own: OnPayload = (payload) => onPayload(payload);
    this.#subscriptions.add(channel, own);
    try {
      await this.#pool.query(listenTo(channel));
    } catch (error) {
      this.#subscriptions.remove(channel, own);
      throw error;
    }
    return async () => {
      if (this.#subscriptions.remove(channel, own)) await this.#pool.query(stopListeningTo(channel));
    };
  }

  async close(): Promise<void> {}
}

const RETRY_FIRST_MS = 100;
const RETRY_AT_MOST_MS = 500;
const END_WITHIN_MS = 1_000;

/**
 * Listens on its own connection, opened with the first channel and reopened when it is lost. Health checks use it as
 * well: nothing else on it takes time, and only a query notices a peer that has vanished silently.
 */
export class DedicatedListener implements Listener {
  readonly #newClient: () => pg.Client;
  readonly #report: (error: Error) => void;
  readonly #subscriptions = new Subscriptions();
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #wasLost = false;
  #closed = false;

  constructor(newClient: () => pg.Client, report: (error: Error) => void) {
    this.#newClient = newClient;
    this.#report = report;
  }

  async listen(channel: string, onPayload: OnPayload, onGap?: OnGap): Promise<() => Promise<void>> {
    if (this.#closed) throw new Error('the database is closed');
    const own: OnPayload = (payload) => onPayload(payload);
    this.#subscriptions.add(channel, own, onGap);
    try {
      const client = await this.#connected();
      await client.query(listenTo(channel));
    } catch (error) {
      this.#subscriptions.remove(channel, own);
      throw error;
    }
    return async () => {
      if (!this.#subscriptions.remove(channel, own) || this.#closed) return;
      // Without a connection there is nothing to stop: the next one will not listen to the channel.
      await this.#client?.then((client) => client.query(stopListeningTo(channel))).catch(this.#report);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    if (client === undefined) return;
    const timeouts = setTimeout(() => client.connection.stream.destroy(), END_WITHIN_MS);
    await client.end();
    clearTimeout(timeouts);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#newClient();
    client.on('notification', (message) => this.#subscriptions.deliver(message));
    client.on('error', this.#report);
    try {
      await client.connect();
      for (const channel of this.#subscriptions.channels) await client.query(listenTo(channel));
    } catch (error) {
      // This is not awaited: a server that did not answer may not answer this either.
      void client.end();
      throw error;
    }
    client.on('end', () => this.#lost());
    if (this.#wasLost) this.#subscriptions.tellOfGap();
    this.#wasLost = false;
    return client;
  }

  /** Throws unless the server answers, and accepts writes if it must. */
  async ping(mustTakeWrites: boolean): Promise<void> {
    if (this.#closed) throw new DatabaseUnavailable('away');
    const client = await this.#connected();
    const { rows } = await client.query<{ read_only: boolean }>(IS_READ_ONLY).catch((error: unknown) => {
      // This is not an unexpected loss: the caller knows, and asks again.
      void client.end();
      client.connection.stream.destroy();
      throw error;
    });
    if (mustTakeWrites && rows[0]?.read_only) throw new DatabaseUnavailable('away');
  }

  /** Drops the connection, because the server at the other end is not the primary any more. */
  abandon(): void {
    void this.#client?.then(
      (client) => client.connection.stream.destroy(),
      () => {},
    );
  }

  #lost(delay = RETRY_FIRST_MS): void {
    this.#client = undefined;
    this.#wasLost = true;
    if (this.#closed || this.#subscriptions.channels.length === 0) return;
    this.#retry = setTimeout(
      () => {
        this.#connected().catch((error) => {
          this.#report(error);
          this.#lost(Math.min(delay * 2, RETRY_AT_MOST_MS));
        });
      },
      delay * (0.5 + Math.random()),
    );
  }
}
