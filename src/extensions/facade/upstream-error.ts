import { Unavailable } from '../../base/errors.ts';

/** The faults of the upstream registry. */
export type UpstreamErrorKind =
  /** The registry does not answer, or reports an outage. */
  | 'away'
  /** Its answer cannot be parsed. */
  | 'unreadable'
  /** The registry rejects our credentials. */
  | 'credentials'
  /** Its rate limit is used up. */
  | 'throttled';

const texts: Readonly<Record<UpstreamErrorKind, string>> = {
  away: 'The upstream registry does not answer',
  unreadable: 'The answer of the upstream registry cannot be understood',
  credentials: 'The upstream registry rejects its credentials',
  throttled: 'The upstream registry limits the rate of requests',
};

/** The registry could not be asked, or has not answered, and has changed nothing. `message` is for callers. */
export class UpstreamError extends Unavailable {
  override readonly name: string = 'UpstreamError';
  readonly kind: UpstreamErrorKind;
  /** The details for the log: operators read it, callers do not. */
  readonly particulars: string;
  /** How long it asks us to wait. */
  readonly waitSeconds: number | undefined;

  constructor(
    kind: UpstreamErrorKind,
    particulars: string,
    options?: ErrorOptions & { waitSeconds?: number },
  ) {
    super(texts[kind], options);
    this.kind = kind;
    this.particulars = particulars;
    this.waitSeconds = options?.waitSeconds;
  }
}

/** One object in an answer cannot be parsed; the others may be fine. */
export class UnparsableObject extends UpstreamError {
  override readonly name = 'UnparsableObject';

  constructor(particulars: string) {
    super('unreadable', particulars);
  }
}

/** Called with the key of an object that was not understood, and the reason. The mirror's copy stays as it was. */
export type OnUnparsed = (key: string, why: string) => void;

/** A change was sent, and nobody knows whether it was made. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
  /** The status of an unusable answer; undefined: there was none. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
}
