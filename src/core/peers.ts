/** The other processes that serve the same port (`WORKERS`): what lives in memory and counts for all of them is told to them. */
export interface Peers {
  /** A secret that only they know, drawn when they were started. */
  readonly key: string;
  publish(topic: string, news: unknown): void;
  hear(topic: string, listener: (news: unknown, from: number) => void): void;
  /** Somebody new knows nothing yet. */
  onJoined(listener: () => void): void;
  /** What it held, it holds no more. */
  onGone(listener: (from: number) => void): void;
  /** What each of them has measured, and what those had who are gone. */
  metrics(own: () => Promise<unknown[]>): () => Promise<unknown[][]>;
}
