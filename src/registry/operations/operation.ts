import type { z } from 'zod';
import type { Actor, Permit } from '../../core/actor.ts';
import type { Calendar } from '../../core/calendar.ts';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { ErrorCode } from '../../core/error-catalogue.ts';
import type { Failure } from '../../core/errors.ts';
import type { Change, OutboxItem, PollMessage, Topic } from '../../core/events.ts';
import type { Integration } from '../../core/integrations.ts';
import type { JobControl } from '../../core/job-control.ts';
import type { Scoped } from '../rules/scopes.ts';
import type { Pool, Ready } from '../store/driver/pool.ts';
import type { LedgerEntry } from '../store/registry/accounts.ts';
import type { CompanyRegister, PaymentProvider } from './external-services.ts';

/** A value that survives JSON unchanged: a command's answer may be stored and replayed. */
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
  readonly via: 'rest' | 'graphql' | 'web' | 'job' | 'cli';
  /** The origin of commands that are open to everybody: an IPv4 address, or the IPv6 prefix of one subscriber. */
  readonly network?: string;
  /** How long the caller will still wait for a turn to read. */
  readonly waitMs?: number | undefined;
  /** Calls a function when the caller has gone, or has its answer; returns how to stop that. */
  readonly onClose?: ((leave: () => void) => () => void) | undefined;
}

/** The context of an operation. Everything written through it shares one transaction. */
export interface OperationContext {
  readonly db: Db;
  /** Starts a write without waiting for it: it has finished, or failed, before the command has. */
  writing(work: Promise<unknown>): void;
  /** A write that nothing is read after, and of which no webhook hears: it is sent with the commit where that is possible. */
  writingLast(statement: Ready): void;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  readonly actor: Actor;
  readonly request: RequestInfo;
  /** Everything is rolled back. */
  readonly dryRun: boolean;
  /** The public address of our pages: the beginning of every link that we send. */
  readonly publicUrl: string;
  /** The hash of the password that `passwordToHash` returned; a dry run has another text in its place. */
  readonly passwordHash: string;
  /** A random code or token of this many bytes, as hexadecimal digits. */
  secret(bytes: number): string;
  /** Notes a text that is made from a secret: it is another each time, and counts for no outcome. */
  madeUp(text: string): string;
  /** State that the operation depends on or changes and that shows in no change: it counts for its outcome. */
  foresee(name: string, what: unknown): void;
  /** One object changed: becomes a history row. Pass only real changes; equal fields are left out. */
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

/** Where an operation finds its data when this is a facade of another registry (docs/decisions/0018). */
type FacadeSource =
  /** In the mirror of that registry. */
  | 'mirror'
  /** In that registry: the operation is sent to it. */
  | 'registry'
  /** Nowhere: that registry has no such data, and the value is null. */
  | 'unsupported'
  /** In our own tables only: users, tokens, webhooks. */
  | 'local';

interface Described<I> {
  /** `object.verb`, as it appears in history, metrics and docs. */
  readonly name: string;
  /** One sentence: what it does for the caller. */
  readonly summary: string;
  /** The actors that may call it. */
  readonly permits: readonly Permit[];
  /** The external system that it needs. */
  readonly needs?: Integration;
  /** As a facade of another registry; left out, it is refused there: our own tables do not have its data. */
  readonly facade?: FacadeSource;
  /**
   * The scope that an access token needs to call it. Operations that decide who has access, or where data is
   * sent, need a signed-in session (docs/rules/access.md#scopes).
   */
  readonly scope: Scoped['scope'];
  /** Whether a session by switching users may call it: commands for signed-in users may not, others may, when left out. */
  readonly afterSwitching?: Scoped['afterSwitching'];
  /** Whether the caller chooses a secret: its token must have the scope for secrets, too. */
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
  /** The number of items that it is paid for, where that is not the number of items in all its lists. */
  itemsPaidFor?(input: I): number;
  /** Charges the caller's account, or takes something away or puts it in another's place. */
  readonly effect?: 'billable' | 'destructive';
  /** No dry run can show its effects: it has no outcome, and none can be required. */
  readonly unforeseeable?: boolean;
  /** The operation moves the clock, and with it every period of counting. */
  readonly movesClock?: boolean;
  /** Every error code it can answer with, besides authentication, authorisation, budget and faults. */
  readonly errors: readonly ErrorCode[];
  /** Where the APIs serve it; the source of `@rest`, `x-graphql` and docs. */
  readonly rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly graphql?: `${'Query' | 'Mutation'}.${string}`;
}

interface Definition<I, O> extends Described<I> {
  run(context: OperationContext, input: I, lookedUp?: unknown): Promise<O>;
}

export interface Query<I, O> extends Definition<I, O> {
  readonly kind: 'query';
  /** The connections that it reads with, where it reads so much that it needs a longer timeout. */
  readonly pool?: 'background';
  /** The query may count very many rows. */
  readonly countsAll?: boolean;
}

export interface Command<I, O> extends Definition<I, O> {
  readonly kind: 'command';
  /** Read elsewhere before the transaction opens, and passed to `run`. It changes nothing there, and never throws. */
  lookUp?(external: ExternalServices, input: I): Promise<unknown>;
  /** Database constraints that races may violate, and the error for the loser. */
  readonly conflicts?: Readonly<Record<string, Failure>>;
  /**
   * A constraint after which the operation is repeated, a few times: so the loser gets the same answer as
   * without a race.
   */
  readonly decidesAgain?: string;
}

/** External systems that commands may ask while they hold no transaction. */
export interface ExternalServices {
  readonly paymentProvider: PaymentProvider;
  /** Undefined: nobody is asked. */
  readonly companyRegister?: CompanyRegister | undefined;
  readonly jobs: JobControl;
}

/**
 * A command that asks an external system and holds no transaction while it waits. Three steps:
 *
 * 1. `prepare`, in a transaction: checks, takes what must not be taken twice (numbers, money), writes what must not
 * be lost. Its result is kept with the idempotency key and committed.
 * 2. `ask`, in no transaction: may take its time, fail, or never return. It writes nothing but that it was
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
  /** `keep` replaces the prepared value by a newer one: so a repeated key knows that something was sent, and what. */
  ask(external: ExternalServices, prepared: P, keep: (prepared: P) => Promise<void>): Promise<R>;
  conclude(context: OperationContext, input: I, prepared: P, reply: R | undefined): Promise<O>;
  /**
   * Set where `prepare` keeps its progress in its own rows and continues from them when it is called again:
   * then a repeated key starts with `prepare`, not with the prepared value.
   */
  readonly reprepare?: boolean;
  /**
   * For external systems that support a dry run: its result is passed to `conclude`. The prepared value is
   * rolled back then.
   */
  rehearse?(external: ExternalServices, prepared: P): Promise<R>;
  /** The outcome that the external system gave with its dry run; it also judges the one that it is sent. */
  outcomeIn?(reply: R | undefined): string | undefined;
  /** Whether this error of `ask` means that nothing was requested: then a repeated key starts from the beginning. */
  isNotSent?(error: unknown): boolean;
  /**
   * The answer to a caller whose command the other side has done, or may have done, and that could not be
   * concluded: not to try again. Undefined, or left out: the error.
   */
  unconcluded?(reply: R, error: unknown): Failure | undefined;
  /** The stale objects that the answer is shown from. */
  stale?(reply: R): readonly { readonly what: string; readonly readAt: Date | undefined }[];
  /** A refusal of `prepare` that passes by itself: the caller waits a while before being refused. */
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
  readonly facade?: FacadeSource;
  readonly effect?: 'billable' | 'destructive';
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
  definition: WithInput<Z, Definition<I, O> & Pick<Command<I, O>, 'conflicts' | 'decidesAgain' | 'lookUp'>>,
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
  const { name, summary, permits } = operation;
  if (!/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/.test(name)) throw new TypeError(`operation name: ${name}`);
  if (defined.has(name)) throw new TypeError(`operation ${name} is defined twice`);
  if (!/^[A-Z].*\.$/.test(summary)) throw new TypeError(`operation ${name} needs a sentence as its summary`);
  if (permits.length === 0) throw new TypeError(`operation ${name} permits nobody`);
  defined.set(name, operation);
}
