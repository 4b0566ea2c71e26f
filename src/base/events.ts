import { canonicalJson } from './canonical.ts';
import type { Money } from './money.ts';

/** The effects of an operation besides its own rows. */

export type ObjectType =
  | 'contact'
  | 'domain'
  | 'registrar'
  | 'api_user'
  | 'access_token'
  | 'approval'
  | 'certificate'
  | 'operator'
  | 'allowed_ip'
  | 'webhook'
  | 'question'
  | 'board'
  | 'account'
  | 'notification'
  | 'zone'
  | 'price'
  | 'reserved_name'
  | 'blocked_name'
  | 'dispute'
  | 'setting'
  | 'reservation'
  | 'invoice'
  | 'payment'
  | 'person'
  | 'bulk_work';

export type Document = Readonly<Record<string, unknown>>;

/** An object before and after; `before` is undefined if it was created, `after` if it was removed. */
export interface Change {
  readonly type: ObjectType;
  readonly id: number;
  /** The name that people use: domain name, contact code, invoice number. */
  readonly key: string;
  readonly before?: Document;
  readonly after?: Document;
  /** The moment at which it happened; now by default. */
  readonly at?: Date;
  /** The kind of event, if the difference does not show it; `MET` means that the object existed but was unknown. */
  readonly kind?: 'REGISTERED' | 'TRANSFERRED' | 'MET';
  /** The charge for it. */
  readonly price?: Money;
  /** The operation, if it is not the one that writes the entry. */
  readonly operation?: string;
}

/** Makes the changes of one type of object: the name of a row, and what history keeps of it. */
export const changesOf =
  <Row extends { readonly id: number }>(
    type: ObjectType,
    keyOf: (row: Row) => string,
    document: (row: Row) => Document,
  ) =>
  (before: Row | undefined, after: Row | undefined): Change => {
    const row = after ?? before;
    if (!row) throw new TypeError('a change needs a row before or after');
    return {
      type,
      id: row.id,
      key: keyOf(row),
      ...(before && { before: document(before) }),
      ...(after && { after: document(after) }),
    };
  };

export interface PollMessage {
  readonly registrarId: number;
  readonly kind: string;
  readonly text: string;
  readonly attachedObjType?: string;
  readonly attachedObjId?: number;
  /** Attaches the history entry of this change, which is all that is left of a removed domain. */
  readonly attachedHistoryOf?: Pick<Change, 'type' | 'id'>;
  /** The moment at which it happened; now by default. */
  readonly at?: Date;
  /** The number that another registry has given to the message. */
  readonly number?: number;
}

/** The recipient of a mail: a contact, a registrar, the operators, or an address in the request. */
export type Recipient =
  | { readonly contactId: number }
  | { readonly registrarId: number }
  | 'operators'
  | 'somebody else';

export type OutboxItem = Delivery &
  (
    | { readonly kind: 'mail'; readonly recipients: readonly Recipient[] }
    | { readonly kind: 'accounting' | 'e-invoice' | 'owner-service' | 'refund' }
  );

interface Delivery {
  readonly subject: string;
  readonly payload: Document;
  /** The earliest moment of the delivery; at once by default. */
  readonly notBefore?: Date;
}

export type Topic =
  | 'notification'
  | 'domain'
  | 'contact'
  | 'invoice'
  /** Money moved on the account of a registrar, by its id. */
  | 'account'
  | 'api_user'
  | 'access_token'
  /** A write that waits for a person of a registrar, by its id. */
  | 'approval'
  | 'question'
  | 'setting'
  | 'outbox'
  | 'clock'
  /** All rows are gone. */
  | 'reset';

/**
 * Changes of who may call, and with which rights. The process that has made one acts on it before it answers; the
 * database's notification, which tells the others, may come later.
 */
export const admissionTopics: readonly Topic[] = ['api_user', 'access_token', 'question', 'setting'];

type Listener = (key: string) => void;

/** Wakes the subscribers to a topic; the data are always read from the database. */
export class Bus {
  readonly #listeners = new Map<Topic, Set<Listener>>();
  readonly #waiting = new Set<() => void>();
  readonly #missing = new Set<() => void>();
  #ended = false;

  /**
   * Calls the listener when the container closes, for subscribers without a timeout; returns a function that removes
   * it.
   */
  onEnd(listener: () => void): () => void {
    if (this.#ended) listener();
    this.#waiting.add(listener);
    return () => this.#waiting.delete(listener);
  }

  end(): void {
    this.#ended = true;
    for (const listener of this.#waiting) listener();
  }

  /**
   * Calls the listener when events of any topic may have been missed, for caches and waiting subscribers; returns a
   * function that removes it.
   */
  onMissed(listener: () => void): () => void {
    this.#missing.add(listener);
    return () => this.#missing.delete(listener);
  }

  missed(): void {
    for (const listener of this.#missing) listener();
  }

  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  dispatch(topic: Topic, key: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(key);
  }
}

/** Fields whose values never reach history, in any document; declarations name them (`historySecret`). */
const secretFields = new Set<string>();

export const concealInHistory = (field: string): void => {
  secretFields.add(field);
};

/** Returns the fields that differ, with both values; for a secret only that it changed. */
export function differences(
  before: Document = {},
  after: Document = {},
): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    if (isSame(from, to)) continue;
    changes[field] = secretFields.has(field)
      ? { from: from === null ? null : '(secret)', to: to === null ? null : '(secret, changed)' }
      : { from, to };
  }
  return changes;
}

/** Ignores the order of keys, because `jsonb` does not keep it. */
const isSame = (from: unknown, to: unknown): boolean =>
  JSON.stringify(from) === JSON.stringify(to) ||
  (from !== null && to !== null && canonicalJson(from) === canonicalJson(to));

export function withoutSecrets(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !secretFields.has(field)));
}
