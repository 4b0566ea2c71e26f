/**
 * The other processes that serve the same port (`WORKERS`). State in memory that counts for all of them is
 * published to them.
 */
export interface Peers {
  /** A secret that only these processes have, created when they were started. */
  readonly key: string;
  publish(topic: string, news: unknown): void;
  hear(topic: string, listener: (news: unknown, from: number) => void): void;
  /** A new process knows nothing yet. */
  onJoined(listener: () => void): void;
  /** Releases everything that the process held. */
  onGone(listener: (from: number) => void): void;
  /** Gathers the metrics of all processes, and of those that have ended. */
  metrics(own: () => Promise<unknown[]>): () => Promise<unknown[][]>;
}
