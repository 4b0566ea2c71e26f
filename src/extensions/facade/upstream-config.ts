export interface UpstreamConfig {
  /** The URL of its registrar API, with or without the prefix. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** A file name, as is the key's. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  readonly authority: string | undefined;
  readonly concurrency: number;
  readonly syncEveryMs: number;
  readonly freshForMs: number;
  /** The timeout of requests that a caller waits for. */
  readonly timeoutMs: number;
  /** The timeout of requests that a pass of the mirror makes. */
  readonly passTimeoutMs: number;
}
