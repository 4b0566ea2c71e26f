import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Actor, Permit } from '../core/actor.ts';
import type { Calendar } from '../core/calendar.ts';
import type { Clock } from '../core/clock.ts';
import type { ErrorCode } from '../core/error-catalogue.ts';
import type { Failure } from '../core/errors.ts';
import type { Change, OutboxItem, PollMessage, Topic } from '../core/events.ts';
import type { Integration } from '../core/integrations.ts';
import type { TimeKeeper } from '../core/time-keeper.ts';
import type { CompanyRegister } from '../providers/company-register.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import type { Scoped } from '../rules/scopes.ts';
import type { Pool } from '../store/driver/pool.ts';
import type { LedgerEntry } from '../store/registry/accounts.ts';

/** What survives a trip through JSON unchanged: a command's answer may be stored and replayed. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Where statements go: a transaction, or the database itself. */
export type Db = Pool['db'];

export interface RequestInfo {
  readonly id: string;
  readonly via: 'rest' | 'graphql' | 'web' | 'job' | 'cli';
  /** Where it came from, told of commands that are open to everybody: an address, or all that one subscriber has of IPv6. */
  readonly network?: string;
}

/** What an operation is handed. Everything written through it shares one transaction. */
export interface OperationContext {
  readonly db: Db;
  /** Something is being written, and nobody need wait for it: it is done, or has failed, before the command has. */
  writing(work: Promise<unknown>): void;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  readonly actor: Actor;
  readonly request: RequestInfo;
  /** Nothing of what is done stays. */
  readonly dryRun: boolean;
  /** Where people reach our pages: the beginning of every link that we send. */
  readonly publicUrl: string;
  /** Of the password that `passwordToHash` gave; a dry run has another text in its place. */
  readonly passwordHash: string;
  /** A code or token that nobody can guess: so many bytes, as hexadecimal digits. */
  secret(bytes: number): string;
  /** One object changed: becomes a history row. Pass only real changes; equal fields are left out. */
  record(change: Change): void;
  /** A poll message for a registrar. */
  notify(message: PollMessage): void;
  /** Money for what was done. It moves last: whoever else is charged waits for the account until this is committed. */
  charge(...entries: readonly LedgerEntry[]): void;
  /** Work for the outside world that must not be lost. */
  enqueue(item: OutboxItem): void;
  /** Tells whoever listens, in every process, once this is committed. */
  publish(topic: Topic, key: string): void;
  /**
   * Runs when what the operation wrote is undone (refusal, dry run): a wrong secret stays counted. What it changes is
   * recorded with the `record` that it is given.
   */
  onRollback(work: (db: Db, record: OperationContext['record']) => Promise<unknown>): void;
}

/** Where an operation finds what it is about, in front of another registry (docs/decisions/0018). */
export type InFront =
  /** In the mirror of that registry. */
  | 'mirror'
  /** It is asked of that registry, or sent to it. */
  | 'registry'
  /** Nobody tells it: it is null there. */
  | 'unsupported'
  /** It is about what is kept here and nowhere else: users, tokens, webhooks. */
  | 'here';

interface Described<I> {
  /** `object.verb`, as it appears in history, metrics and docs. */
  readonly name: string;
  /** One sentence: what it does for the caller. */
  readonly summary: string;
  /** Who may call it. */
  readonly permits: readonly Permit[];
  /** The system of somebody else that it cannot do without. */
  readonly needs?: Integration;
  /** In front of another registry; left out, it is refused there: our own tables know nothing of it. */
  readonly facade?: InFront;
  /**
   * What an access token needs to call it. Whatever decides who gets in, or where data is sent, needs somebody who has
   * signed in (docs/rules/access.md#scopes).
   */
  readonly scope: Scoped['scope'];
  /** Whether the caller gives a secret of its own choice: its token must be for secrets, too. */
  choosesSecret?(input: I): boolean;
  /**
   * The password of which it keeps a hash. It is hashed before the transaction opens, in a queue that registrars share,
   * and not in a dry run: `run` finds the hash in its context.
   */
  passwordToHash?(input: I): string | undefined;
  /** The operation's own input, in the house's words. Doors translate into it. */
  readonly input: z.ZodType<I>;
  /** How many items a list of a registrar's input may have; 100 when left out. More are refused before anything is looked up. */
  readonly mostItems?: number;
  /** Every code it can answer with, besides authentication, authorisation, budget and faults. */
  readonly errors: readonly ErrorCode[];
  /** Where the doors serve it; the source of `@rest`, `x-graphql` and docs. */
  readonly rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly graphql?: `${'Query' | 'Mutation'}.${string}`;
}

interface Definition<I, O> extends Described<I> {
  run(context: OperationContext, input: I, lookedUp?: unknown): Promise<O>;
}

export interface Query<I, O> extends Definition<I, O> {
  readonly kind: 'query';
  /** It reads so much that it may take its time. */
  readonly patient?: boolean;
  /** It counts what may be very many rows. */
  readonly countsAll?: boolean;
}

export interface Command<I, O> extends Definition<I, O> {
  readonly kind: 'command';
  /** Read elsewhere before the transaction opens, and handed to `run`. It changes nothing there, and never throws. */
  lookUp?(outside: Outside, input: I): Promise<unknown>;
  /** Database constraints that races may hit, and what the loser is told. */
  readonly conflicts?: Readonly<Record<string, Failure>>;
  /** One of them after which it is decided anew, a few times: so the loser is told what would be told without a race. */
  readonly decidesAgain?: string;
}

/** Whom commands may ask while they hold no transaction. */
export interface Outside {
  readonly paymentProvider: PaymentProvider;
  /** Undefined: nobody is asked. */
  readonly companyRegister?: CompanyRegister | undefined;
  readonly time: TimeKeeper;
}

/**
 * A command that has to ask somebody outside and holds no transaction while it waits. Three steps:
 *
 * 1. `prepare`, in a transaction: checks, takes what must not be taken twice (numbers), writes what must not be
 *    forgotten. What it returns is kept with the idempotency key and committed.
 * 2. `ask`, in no transaction: may take its time, fail, or never come back. It writes nothing but that it was asked.
 * 3. `conclude`, in a transaction of its own: looks again at what may have changed meanwhile, writes the reply,
 *    and answers the caller.
 *
 * A request repeated with the same key waits while another process is at it, and gets its answer; after a crash, a
 * fault or a retryable refusal it goes on from what was prepared: step 1 never happens twice for a key. The other
 * side may be asked twice, so what is asked for must do no harm when its reply was lost. Without a key each request
 * starts from the beginning. A dry run asks nobody: `conclude` gets no reply, and everything is rolled back.
 */
export interface ExternalSteps<I, P extends Plain, R, O> {
  prepare(context: OperationContext, input: I): Promise<P>;
  /** `keep` replaces what was prepared by what is known now: so a repeated key knows that something was sent, and what of. */
  ask(outside: Outside, prepared: P, keep: (prepared: P) => Promise<void>): Promise<R>;
  conclude(context: OperationContext, input: I, prepared: P, reply: R | undefined): Promise<O>;
  /**
   * Set where `prepare` keeps what it has begun in rows of its own and goes on with it when it is called again: then a
   * repeated key starts with `prepare`, not with what was prepared.
   */
  readonly reprepare?: boolean;
  /** Where the other side can be asked what would happen: what a dry run concludes from. What was prepared is undone then. */
  rehearse?(outside: Outside, prepared: P): Promise<R>;
  /** Whether this error of `ask` tells that nothing was asked for: then a repeated key starts from the beginning. */
  isNotSent?(error: unknown): boolean;
  /**
   * What is told to a caller whose command the other side has done, or may have done, and that could not be concluded:
   * not to try again. Undefined, or left out: the error.
   */
  unconcluded?(reply: R, error: unknown): Failure | undefined;
  /** What the answer is shown from and is older than it should be. */
  stale?(reply: R): readonly { readonly what: string; readonly readAt: Date | undefined }[];
  /** A refusal of `prepare` that passes by itself: the caller waits a while before being told. */
  readonly retryWhile?: (failure: Failure) => boolean;
  /** Called every few seconds from `ask` to the end of `conclude`: whoever asks is still there. */
  heartbeat?(db: Db, prepared: P): Promise<unknown>;
}

export interface ExternalCommand<I, O> extends Described<I>, ExternalSteps<I, Plain, unknown, O> {
  readonly kind: 'outside-command';
  readonly conflicts?: Readonly<Record<string, Failure>>;
}

export type Operation<I, O> = Query<I, O> | Command<I, O> | ExternalCommand<I, O>;

/** What can be told of an operation without calling it: docs, errorCatalogue, `@rest`, `x-graphql`. */
export interface OperationDescription extends Scoped {
  readonly name: string;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  readonly needs?: Integration;
  readonly facade?: InFront;
  readonly rest?: string;
}

const defined = new Map<string, OperationDescription>();

/** Every operation of the house that has been imported so far, by name. */
export const operations: ReadonlyMap<string, OperationDescription> = defined;

export function defineQuery<I, O>(
  definition: Definition<I, O> & Pick<Query<I, O>, 'patient' | 'countsAll'>,
): Query<I, O> {
  register({ kind: 'query', ...definition });
  return { kind: 'query', ...definition };
}

export function defineCommand<I, O extends Plain>(
  definition: Definition<I, O> & Pick<Command<I, O>, 'conflicts' | 'decidesAgain' | 'lookUp'>,
): Command<I, O> {
  register({ kind: 'command', ...definition });
  return { kind: 'command', ...definition };
}

export function defineExternalCommand<I, P extends Plain, R, O extends Plain>(
  definition: Described<I> & ExternalSteps<I, P, R, O> & Pick<ExternalCommand<I, O>, 'conflicts'>,
): ExternalCommand<I, O> {
  register({ kind: 'outside-command', ...definition });
  return { kind: 'outside-command', ...definition };
}

function register(operation: OperationDescription): void {
  const { name, summary, permits } = operation;
  if (!/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/.test(name)) throw new TypeError(`operation name: ${name}`);
  if (defined.has(name)) throw new TypeError(`operation ${name} is defined twice`);
  if (!/^[A-Z].*\.$/.test(summary)) throw new TypeError(`operation ${name} needs a sentence as its summary`);
  if (permits.length === 0) throw new TypeError(`operation ${name} permits nobody`);
  defined.set(name, operation);
}
