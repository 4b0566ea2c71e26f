import { Unavailable } from '../core/errors.ts';

/** The faults of the upstream registry. */
export type TroubleKind =
  /** It does not answer, or only that it cannot. */
  | 'away'
  /** It has answered what nobody can read. */
  | 'unreadable'
  /** It does not know us any more. */
  | 'credentials'
  /** We ask too much of it. */
  | 'throttled';

const texts: Readonly<Record<TroubleKind, string>> = {
  away: 'The registry behind this service does not answer',
  unreadable: 'The registry behind this service answers what cannot be understood',
  credentials: 'The registry behind this service does not let it in',
  throttled: 'The registry behind this service asks for patience',
};

/** The registry could not be asked, or has not answered: nothing was changed by it. `message` is for callers. */
export class UpstreamTrouble extends Unavailable {
  override readonly name: string = 'UpstreamTrouble';
  readonly kind: TroubleKind;
  /** For those who look after this service: not for callers. */
  readonly particulars: string;
  /** How long it asks us to wait. */
  readonly waitSeconds: number | undefined;

  constructor(kind: TroubleKind, particulars: string, options?: ErrorOptions & { waitSeconds?: number }) {
    super(texts[kind], options);
    this.kind = kind;
    this.particulars = particulars;
    this.waitSeconds = options?.waitSeconds;
  }
}

/** It has answered, and this object cannot be parsed: others may be. */
export class NotUnderstood extends UpstreamTrouble {
  override readonly name = 'NotUnderstood';

  constructor(particulars: string) {
    super('unreadable', particulars);
  }
}

/** Hears what was not understood and is left as it was, and why. */
export type Left = (key: string, why: string) => void;

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
