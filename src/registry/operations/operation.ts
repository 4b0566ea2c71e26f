import type { z } from 'zod';
import type { Actor, OperatorRole, Permit } from '../../base/actor.ts';
import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import type { ErrorCode } from '../../base/error-catalogue.ts';
import type { Failure, Problems } from '../../base/errors.ts';
import type { Change, OutboxItem, PollMessage, Topic } from '../../base/events.ts';
import type { Integration } from '../../base/integrations.ts';
import type { JobControl } from '../../base/job-control.ts';
import type { Moment } from '../rules/contact/ident.ts';
import type { Scoped } from '../rules/scopes.ts';
import type { Pool, Ready } from '../store/driver/connections/pool.ts';
import type { LedgerEntry } from '../store/registry/accounts.ts';
import type { CompanyRegister, PaymentProvider } from './external-services.ts';

/** A value that survives JSON unchanged, because a command's answer may be stored and replayed. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** The target of statements: a transaction, or the database itself. */
export type Db = Pool['db'];

export interface RequestInfo {
  readonly id: string;
  readonly via: 'rest' | 'graphql' | 'rdap' | 'web' | 'job' | 'cli';
  /** The origin of commands that are open to everybody: an IPv4 address, or the IPv6 prefix of one subscriber. */
  readonly network?: string;
  /** How long the caller will still wait for a turn to read. */
  readonly waitMs?: number | undefined;
  /**
   * Registers a function to call when the caller has gone or has its answer; returns a function that unregisters it.
   */
  readonly onClose?: ((leave: () => void) => () => void) | undefined;
}

/** Finds the registrar whose objects are stored, where not the whole registry is stored. */
export type OnlyRegistrar = (db: Db) => Promise<number | undefined>;

/** The context of an operation. Everything written through it shares one transaction. */
export interface OperationContext {
  readonly db: Db;
  /** Starts a write without waiting for it; the command does not end before it. */
  writing(work: Promise<unknown>): void;
  /**
   * A write after which nothing is read and no webhook is notified; it is sent together with the commit if possible.
   */
  writingLast(statement: Ready): void;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  readonly actor: Actor;
  readonly request: RequestInfo;
  /** The registrar whose objects are here, if only those of one are, and of others what somebody has looked up. */
  readonly onlyRegistrar?: OnlyRegistrar | undefined;
  /** Why an operator does it; undefined for all others. */
  readonly reason?: string | undefined;
  /** Everything is rolled back. */
  readonly dryRun: boolean;
  /** True if the same request cannot do it twice: it has an idempotency key or an outcome, or does nothing. */
  readonly isDoneOnce: boolean;
  /** The public URL of our pages, with which every link that we send begins. */
  readonly publicUrl: string;
  /** The hash of the password that `passwordToHash` returned; a placeholder in a dry run. */
  readonly passwordHash: string;
  /** A random code or token of this many bytes, as hexadecimal digits. */
  secret(bytes: number): string;
  /** Registers a text that is derived from a secret: it differs each time and is left out of outcomes. */
  madeUp(text: string): string;
  /** Adds state to the outcome that the operation depends on or changes, but that no recorded change shows. */
  foresee(name: string, what: unknown): void;
  /** Records a change of an object as a history entry. Pass only real changes; equal fields are left out. */
  record(change: Change): void;
  /** A poll message for a registrar. */
  notify(message: PollMessage): void;
  /** Charges the account. Charges are written last: they lock the account until the commit. */
  charge(...entries: readonly LedgerEntry[]): void;
  /** A task for an integration, delivered at least once. */
  enqueue(item: OutboxItem): void;
  /** Notifies all listeners, in every process, after the commit. */
  publish(topic: Topic, key: string): void;
  /**
   * Runs when the operation's writes are rolled back (refusal, dry run): a wrong secret stays counted. Its
   * changes are recorded with the `record` that it is given.
   */
  onRollback(work: (db: Db, record: OperationContext['record']) => Promise<unknown>): void;
}

/** A write that an operator does in a registrar's place (docs/rules/access.md#acting-for-registrars). */
export interface InPlace<I> {
  /** The object whose sponsor it is, or the registrar that the input names. */
  of(
    input: I,
  ): { readonly domain: string } | { readonly contact: string } | { readonly registrar: string | undefined };
  /** Returns what the registrar reads in its message, after "The registry has". */
  did(input: I): string;
}

export interface Described<I> {
  /** `object.verb`, as it appears in history, metrics and docs. */
  readonly name: string;
  /** One sentence: what it does for the caller. */
  readonly summary: string;
  /** The actors that may call it. */
  readonly permits: readonly Permit[];
  /**
   * The role that an operator needs, if it permits operators: VIEWER is any of them. It does not have a default.
   */
  readonly operators?: OperatorRole;
  /** How an operator does it in a registrar's place, with a reason (in-place.ts). */
  readonly inPlace?: InPlace<I>;
  /** The external system that it needs. */
  readonly needs?: Integration;
  /**
   * The scope that an access token needs to call it. Operations that decide who has access, or where data is
   * sent, need a signed-in session (docs/rules/access.md#scopes).
   */
  readonly scope: Scoped['scope'];
  /**
   * Says whether a session that was opened by switching users may call it; by default it may, unless the operation
   * needs a signed-in session.
   */
  readonly afterSwitching?: Scoped['afterSwitching'];
  /** Tells whether the caller chooses a secret; then its token needs the scope for secrets, too. */
  choosesSecret?(input: I): boolean;
  /**
   * The password of which it keeps a hash. It is hashed before the transaction opens, in a queue that is fair
   * between registrars, and not in a dry run: `run` finds the hash in its context.
   */
  passwordToHash?(input: I): string | undefined;
  /** The operation's own input. Each API translates into it. */
  readonly input: z.ZodType<I>;
  /**
   * The maximum number of items in a list of a registrar's input; 100 when left out. More are refused before
   * any lookup.
   */
  readonly mostItems?: number;
  /** The number of items to charge for, if it is not the number of items in all its lists. */
  itemsPaidFor?(input: I): number;
  /** Says whether it charges the caller's account, or removes or replaces something. */
  readonly effect?: 'billable' | 'destructive';
  /** A dry run cannot show its effects, so it has no outcome and `ifOutcome` is refused. */
  readonly unforeseeable?: boolean;
  /** The operation moves the clock, and with it every period of counting. */
  readonly movesClock?: boolean;
  /** It judges one secret: a document of the graph has one such write at most, and such a query never runs twice. */
  readonly countsAttempts?: boolean;
  /** Every error code that it can answer with, except for authentication, authorisation, budget and faults. */
  readonly errors: readonly ErrorCode[];
  /** The places where the APIs serve it; the source of `@rest`, `x-graphql` and docs. */
  readonly rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly graphql?: `${'Query' | 'Mutation'}.${string}`;
}

interface Definition<I, O> extends Described<I> {
  run(context: OperationContext, input: I, lookedUp?: unknown): Promise<O>;
}

export interface Query<I, O> extends Definition<I, O> {
  readonly kind: 'query';
  /** The pool that it reads with, if it needs a longer timeout. */
  readonly pool?: 'background';
  /** The query may count very many rows. */
  readonly countsAll?: boolean;
}

export interface Command<I, O> extends Definition<I, O> {
  readonly kind: 'command';
  /** The pool of its transaction, if it needs a longer timeout. */
  readonly pool?: 'background';
  /**
   * Read from an external system before the transaction opens, and passed to `run`. It changes nothing there and
   * never throws.
   */
  lookUp?(external: ExternalServices, input: I): Promise<unknown>;
  /**
   * The mistakes of the input itself, which can be found without looking anything up. They are added to what
   * another registry refuses, which may report one problem only.
   */
  mistakes?(input: I, moment: Moment): Problems;
  /** Database constraints that races may violate, and the error for the loser. */
  readonly conflicts?: Readonly<Record<string, Failure>>;
  /**
   * Constraints after whose violation the operation is retried a few times, so that the loser of a race gets the same
   * answer as without one.
   */
  readonly decidesAgain?: string;
}

/** External systems that commands may ask while they hold no transaction; extensions add theirs to the type. */
export interface ExternalServices {
  readonly paymentProvider: PaymentProvider;
  /** The company register; undefined if companies cannot be looked up. */
  readonly companyRegister?: CompanyRegister | undefined;
  readonly jobs: JobControl;
}

/**
 * A command that asks an external system and holds no transaction while it waits. Three steps:
 *
 * 1. `prepare`, in a transaction: checks, takes what must not be taken twice (numbers, money), writes what must not
 * be lost. Its result is kept with the idempotency key and committed.
 * 2. `ask`, in no transaction: may take long, fail, or never return. It writes nothing but the fact that it has
 * asked.
 * 3. `conclude`, in a second transaction: checks again what may have changed meanwhile, writes the reply, and
 * answers the caller.
 *
 * A request repeated with the same key waits while another process works on it, and gets its answer; after a
 * crash, a fault or a retryable refusal it continues from what was prepared: step 1 never happens twice for a
 * key. The other side may be asked twice, so the request must do no harm when its reply was lost. Without a
 * key each request starts from the beginning. A dry run asks nobody: `conclude` gets no reply, and everything
 * is rolled back.
 */
export interface ExternalSteps<I, P extends Plain, R, O> {
  prepare(context: OperationContext, input: I): Promise<P>;
  /** `keep` replaces the prepared value by a newer one, so that a repeated key knows what was sent. */
  ask(external: ExternalServices, prepared: P, keep: (prepared: P) => Promise<void>): Promise<R>;
  conclude(context: OperationContext, input: I, prepared: P, reply: R | undefined): Promise<O>;
  /**
   * Set if `prepare` stores its progress in its own rows and continues from them: then a repeated key starts with
   * `prepare`, not with the prepared value.
   */
  readonly reprepare?: boolean;
  /**
   * Makes a dry run in an external system that supports it: its result is passed to `conclude`, and the prepared
   * value is rolled back.
   */
  rehearse?(external: ExternalServices, prepared: P): Promise<R>;
  /** The outcome that the external system gave with its dry run; it also judges the one that it is sent. */
  outcomeIn?(reply: R | undefined): string | undefined;
  /**
   * Tells whether this error of `ask` means that the request was not sent: then a repeated key starts from the
   * beginning.
   */
  isNotSent?(error: unknown): boolean;
  /**
   * The answer if the other side has done the command, or may have, but it could not be concluded: it tells the
   * caller not to try again. Without it, or if it returns undefined, the error is thrown.
   */
  unconcluded?(reply: R, error: unknown): Failure | undefined;
  /** The stale objects that the answer is shown from. */
  stale?(reply: R): readonly { readonly what: string; readonly readAt: Date | undefined }[];
  /**
   * Tells whether a refusal of `prepare` is likely to pass soon; then the caller waits a while before it is refused.
   */
  readonly retryWhile?: (failure: Failure) => boolean;
  /** Heartbeat, called every few seconds from `ask` to the end of `conclude`: this process is still alive. */
  heartbeat?(db: Db, prepared: P): Promise<unknown>;
}

export interface ExternalCommand<I, O> extends Described<I>, ExternalSteps<I, Plain, unknown, O> {
  readonly kind: 'external-command';
  readonly conflicts?: Readonly<Record<string, Failure>>;
}

export type Operation<I, O> = Query<I, O> | Command<I, O> | ExternalCommand<I, O>;

/** The static description of an operation: docs, errorCatalogue, `@rest`, `x-graphql`. */
export interface OperationDescription extends Scoped {
  readonly name: string;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  readonly needs?: Integration;
  readonly effect?: 'billable' | 'destructive';
  readonly unforeseeable?: boolean;
  readonly movesClock?: boolean;
  readonly countsAttempts?: boolean;
  readonly rest?: string;
}

const defined = new Map<string, OperationDescription>();

/** Every operation that has been imported so far, by name. */
export const operations: ReadonlyMap<string, OperationDescription> = defined;

/** The operation with the type of its own input, from which others are made: `renewDomain.input.omit(…)`. */
type WithInput<Z, T> = T & { readonly input: Z };

export function defineQuery<I, O>(
  definition: Definition<I, O> & Pick<Query<I, O>, 'pool' | 'countsAll'>,
): Query<I, O> {
  register({ kind: 'query', ...definition });
  return { kind: 'query', ...definition };
}

export function defineCommand<Z extends z.ZodType, O extends Plain, I = z.output<Z>>(
  definition: WithInput<
    Z,
    Definition<I, O> & Pick<Command<I, O>, 'conflicts' | 'decidesAgain' | 'lookUp' | 'mistakes' | 'pool'>
  >,
): WithInput<Z, Command<I, O>> {
  register({ kind: 'command', ...definition });
  return { kind: 'command', ...definition };
}

export function defineExternalCommand<
  Z extends z.ZodType,
  P extends Plain,
  R,
  O extends Plain,
  I = z.output<Z>,
>(
  definition: WithInput<
    Z,
    Described<I> & ExternalSteps<I, P, R, O> & Pick<ExternalCommand<I, O>, 'conflicts'>
  >,
): WithInput<Z, ExternalCommand<I, O>> {
  register({ kind: 'external-command', ...definition });
  return { kind: 'external-command', ...definition };
}

function register(operation: OperationDescription): void {
  const { name, summary, permits, operators } = operation;
  if (!/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/.test(name)) throw new TypeError(`operation name: ${name}`);
  if (defined.has(name)) throw new TypeError(`operation ${name} is defined twice`);
  if (!/^[A-Z].*\.$/.test(summary)) throw new TypeError(`operation ${name} needs a sentence as its summary`);
  if (permits.length === 0) throw new TypeError(`operation ${name} permits nobody`);
  if (permits.includes('operator') !== (operators !== undefined))
    throw new TypeError(
      `operation ${name} must name the role of operators if it permits them, and only then`,
    );
  defined.set(name, operation);
}
