import { type Actor, scopeOf } from '../../../base/actor.ts';
import { batchSize, inBatches } from '../../../base/batches.ts';
import type { Calendar } from '../../../base/calendar.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Config } from '../../../base/config.ts';
import {
  admissionTopics,
  type Bus,
  type Change,
  type OutboxItem,
  type PollMessage,
  type Topic,
} from '../../../base/events.ts';
import type { SlotRequest } from '../../../base/fair-semaphore.ts';
import { isSent } from '../../../base/integrations.ts';
import type { Metrics } from '../../../base/metrics.ts';
import { randomHex } from '../../../base/secrets.ts';
import { PendingWrites } from '../../../base/settle-all.ts';
import type { Tracer } from '../../../base/tracing.ts';
import type { LegalDocument } from '../../rules/legal-document.ts';
import type { Database } from '../../store/driver/connections/database.ts';
import type { Db, Last, Pool, Reader, Ready } from '../../store/driver/connections/pool.ts';
import { type LedgerEntry, postStatement } from '../../store/registry/accounts.ts';
import { type JournalEntry, plainHistory, withPrices, writeJournal } from '../../store/runner/journal.ts';
import type { ShownOutcome } from '../../store/runner/shown-outcomes.ts';
import { asSponsor, type Placed } from '../in-place.ts';
import type {
  ExternalServices,
  OnlyRegistrar,
  Operation,
  OperationContext,
  RequestInfo,
} from '../operation.ts';
import type { Foreseen } from './foreseen.ts';
import type { Notices } from './notices.ts';

/** One call of an operation, the same for each API. */
export interface Call {
  readonly actor: Actor;
  readonly request: RequestInfo;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /** The write is done only if it does what the dry run with this outcome showed. */
  readonly ifOutcome?: string | undefined;
  /** The document sent with the request, stored with its result. */
  readonly legalDocument?: LegalDocument | undefined;
  /** The call reads in one snapshot, for a page of a file. */
  readonly snapshot?: { readonly db: Db } | undefined;
  /** The database it reads from, if not the one it writes to. */
  readonly reader?: Reader | undefined;
  /** True if only an estimate of what it would read is requested. */
  readonly priceOnly?: boolean | undefined;
  /** The call aggregates whole lists. */
  readonly addsUp?: boolean | undefined;
  /** Its effects are described for a person who decides on it. */
  readonly isForeseen?: boolean | undefined;
  /** The hash of the password that the operation stores, made by the runner. */
  readonly passwordHash?: string | undefined;
}

/** Tells whether the effects of the call are compared with those of a dry run, or shown as a dry run. */
export const isCompared = ({ dryRun, ifOutcome }: Call): boolean =>
  dryRun === true || ifOutcome !== undefined;

/** The effects of an operation besides its own rows, and the codes and texts that it generated. */
export interface Effects extends Pick<JournalEntry, 'changes' | 'messages' | 'charges' | 'outbox'> {
  /** Further facts that count for the outcome, by name. */
  readonly facts: readonly (readonly [string, unknown])[];
  readonly made: readonly string[];
}

/** Users of one registrar share its part of the capacity; jobs have no owner. */
export const slotRequestOf = ({ actor, request }: Pick<Call, 'actor' | 'request'>): SlotRequest =>
  request.via === 'job' ? {} : { owner: scopeOf(actor) };

/** Reads wait as long as the caller allows and is connected; anonymous callers are identified by their network. */
export const readRequestOf = (call: Pick<Call, 'actor' | 'request'>): SlotRequest => {
  const { network, waitMs, onClose } = call.request;
  return call.actor.kind === 'anonymous'
    ? { owner: `network ${network ?? ''}`, onClose }
    : { ...slotRequestOf(call), waitMs, onClose };
};

/** The pool for this kind of work. */
export const poolOf = (database: Database, { request }: Call): Pool =>
  request.via === 'job' ? database.background : database;

/** GraphQL reads have their own pool and limit. */
export function readPoolOf(database: Database, call: Call, pool?: 'background'): Pick<Pool, 'db'> {
  if (call.snapshot) return call.snapshot;
  if (pool) return database[pool];
  const { graphqlReads, requests } = call.reader ?? database;
  if (call.addsUp) return graphqlReads;
  if (call.request.via === 'job') return database.background;
  return call.request.via === 'graphql' ? graphqlReads : requests;
}

/** Tells whether a caller has sent the request, and not a job or the CLI. */
export const isCalledFor = ({ request }: Call): boolean => request.via !== 'job' && request.via !== 'cli';

/** The graph chooses for all of a document where it reads. */
export const isPlainRead = ({ request }: Call): boolean => request.via === 'rest' || request.via === 'rdap';

/** The registry's own services send lists of any length, such as everything they have to export. */
export const paysByItems = (
  { kind }: { readonly kind: Operation<never, unknown>['kind'] },
  { actor }: Call,
): boolean => kind !== 'query' && actor.kind === 'registrar';

/** The objects that are read again, by the ids of their rows here, or by their public name or code. */
export type WantedObjects = { readonly ids: readonly number[] } | { readonly keys: readonly string[] };

export interface RunnerParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly address: { readonly publicUrl: string };
  readonly tracer?: Tracer | undefined;
  /** The external systems that external commands may ask. */
  readonly external: ExternalServices;
  /** Finds the registrar whose objects are here; undefined if the whole registry is here. */
  readonly onlyRegistrar?: OnlyRegistrar | undefined;
}

export class RunningContext implements OperationContext {
  readonly db: Db;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  actor: Actor;
  reason: string | undefined;
  readonly request: RequestInfo;
  readonly onlyRegistrar: OnlyRegistrar | undefined;
  readonly dryRun: boolean;
  readonly isDoneOnce: boolean;
  readonly publicUrl: string;
  readonly passwordHash: string;
  #changes: Change[] = [];
  readonly #messages: PollMessage[] = [];
  #charges: LedgerEntry[] = [];
  readonly #outbox: OutboxItem[] = [];
  readonly #announcements: { topic: Topic; key: string }[] = [];
  readonly #stays: Parameters<OperationContext['onRollback']>[0][] = [];
  readonly writes = new PendingWrites();
  readonly #last: Last | undefined;
  readonly #held: Ready[] = [];

  /** A step has taken something, which a refusal gives back. */
  hasTaken = false;
  /** The outcome of a dry run (outcomes.ts). */
  outcome: string | undefined;
  /** The part of the outcome that is stored, after everything else was rolled back. */
  shown: ShownOutcome | undefined;
  /** The recipients of its mails and poll messages. */
  notices: Notices | undefined;
  /** Its effects, if a person is shown them. */
  foreseen: Foreseen | undefined;
  readonly #made: string[] = [];
  readonly #facts: (readonly [string, unknown])[] = [];

  // Properties, not methods, because operations destructure the context.
  readonly secret: OperationContext['secret'];
  readonly madeUp = (text: string): string => {
    this.#made.push(text);
    return text;
  };
  readonly foresee = (name: string, what: unknown): void => void this.#facts.push([name, what]);
  readonly writing = this.writes.add;
  readonly writingLast = (statement: Ready): void => void this.#held.push(statement);
  readonly record = (change: Change): void => void this.#changes.push(change);
  readonly notify = (message: PollMessage): void => void this.#messages.push(message);
  readonly charge = (...entries: readonly LedgerEntry[]): void => {
    this.#charges.push(...entries);
    for (const registrarId of new Set(entries.map((entry) => entry.registrarId)))
      this.publish('account', String(registrarId));
  };
  readonly enqueue = (item: OutboxItem): void => {
    // Deliveries that nobody would make are not stored.
    if (isSent(this.config, item.kind)) this.#outbox.push(item);
  };
  readonly publish = (topic: Topic, key: string): void => void this.#announcements.push({ topic, key });
  readonly onRollback: OperationContext['onRollback'] = (work) => void this.#stays.push(work);

  /** `last` if nothing but the commit follows the work. */
  constructor(parts: RunnerParts, call: Call, db: Db, last?: Last) {
    this.db = db;
    this.#last = last;
    this.now = parts.clock.now();
    this.clock = parts.clock;
    this.calendar = parts.calendar;
    this.config = parts.config;
    this.actor = call.actor;
    this.request = call.request;
    this.onlyRegistrar = parts.onlyRegistrar;
    this.dryRun = call.dryRun ?? false;
    this.isDoneOnce = this.dryRun || call.idempotencyKey !== undefined || call.ifOutcome !== undefined;
    this.publicUrl = parts.address.publicUrl;
    this.passwordHash = call.passwordHash ?? 'not hashed';
    this.secret = isCompared(call) ? this.#noted : randomHex;
  }

  readonly #noted = (bytes: number): string => this.madeUp(randomHex(bytes));

  /** Everything that will be written besides the operation's own rows; must be read before it is written. */
  get effects(): Effects {
    return {
      changes: [...this.#changes],
      messages: [...this.#messages],
      charges: [...this.#charges],
      outbox: [...this.#outbox],
      facts: [...this.#facts],
      made: this.#made,
    };
  }

  /** Puts the operator in the registrar's place from here on. */
  actInPlaceOf({ registrar, reason }: Placed): void {
    if (this.actor.kind === 'operator') this.actor = { ...this.actor, inPlaceOf: asSponsor(registrar) };
    this.reason = reason;
  }

  /** Called after the commit. */
  dispatchAdmissionChanges(bus: Bus): void {
    for (const { topic, key } of this.#announcements)
      if (admissionTopics.includes(topic)) bus.dispatch(topic, key);
  }

  get hasRollbackWork(): boolean {
    return this.#stays.length > 0;
  }

  async runOnRollback(db: Db, operation: string): Promise<void> {
    const changes: Change[] = [];
    for (const work of this.#stays) await work(db, (change) => void changes.push(change));
    if (changes.length > 0) await writeJournal(db, this.#entry(operation, changes));
  }

  /**
   * Hands the deferred writes, history and charges over as the end of the transaction, so that one round trip writes
   * and commits them. Returns false if the caller's answer must still be read, or more must be written.
   */
  endsHere(operation: string, isAnswered: boolean): boolean {
    const isMore = this.#messages.length + this.#outbox.length > 0 || this.#charges.length === 0;
    if (!this.#last || this.#held.length === 0 || !isAnswered || isMore) {
      this.#sendHeld();
      return false;
    }
    const { changes, charges } = withPrices(this.#changes, this.#charges);
    const entry = { ...this.#entry(operation, changes), announcements: this.#announcements };
    // The order matters: all must be built before the first is handed over.
    const statements = [...this.#held.splice(0), plainHistory(entry), postStatement(charges)];
    for (const statement of statements) this.#last(statement);
    return true;
  }

  #sendHeld(): void {
    for (const statement of this.#held.splice(0)) this.writing(this.db.executeQuery(statement));
  }

  /**
   * Very many changes and deliveries are written in batches, so that other requests are served in between. Messages are
   * written in batches after everything else: they block other messages to the same registrar, and are locked after the
   * account and in the order of registrars, as in a small write.
   */
  async writeJournal(operation: string): Promise<void> {
    this.#sendHeld();
    const { changes: all, charges } = withPrices(this.#changes, this.#charges);
    this.#changes = all;
    this.#charges = charges;
    const isLinked = this.#messages.some((message) => message.attachedHistoryOf);
    const isMuch =
      !isLinked && Math.max(this.#changes.length, this.#messages.length, this.#outbox.length) > batchSize;
    if (!isMuch) return this.#writeRest(operation);
    const changes = this.#changes.splice(0, this.#changes.length - 1);
    const messages = this.#messages.sort((a, b) => a.registrarId - b.registrarId).splice(1);
    const outbox = this.#outbox.splice(0);
    const write = async (part: Partial<JournalEntry>): Promise<[]> => {
      await writeJournal(this.db, { ...this.#entry(operation, []), ...part });
      return [];
    };
    await inBatches(changes, (batch) => write({ changes: batch }));
    await inBatches(outbox, (batch) => write({ outbox: batch }));
    await this.#writeRest(operation);
    await inBatches(messages, (batch) => write({ messages: batch }));
  }

  #writeRest(operation: string): Promise<void> {
    const charges = this.#charges.splice(0);
    // An account is locked before its messages, here as elsewhere.
    if (this.#last && charges.length > 0 && this.#messages.length === 0)
      this.#last(postStatement(charges.splice(0)));
    return writeJournal(this.db, {
      ...this.#entry(operation, this.#changes),
      messages: this.#messages,
      charges,
      outbox: this.#outbox,
      announcements: this.#announcements,
    });
  }

  #entry(operation: string, changes: readonly Change[]): JournalEntry {
    const { now: at, actor, request, reason } = this;
    const nothingElse = { messages: [], charges: [], outbox: [], announcements: [] };
    return { at, actor, operation, reason, requestId: request.id, changes, ...nothingElse };
  }
}
