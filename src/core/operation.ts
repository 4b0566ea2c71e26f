import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../store/database.ts';
import type { Actor, Permit } from './actor.ts';
import type { Calendar } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { ErrorCode, Failure } from './errors.ts';
import type { Change, OutboxItem, PollMessage, Topic } from './events.ts';

/** What survives a trip through JSON unchanged: a command's answer may be stored and replayed. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Plain[]
  | { readonly [key: string]: Plain };

export interface RequestInfo {
  readonly id: string;
  readonly via: 'rest' | 'graphql' | 'web' | 'job' | 'cli';
}

/** What an operation is handed. Everything written through it shares one transaction. */
export interface OperationContext {
  readonly db: Db;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  readonly actor: Actor;
  readonly request: RequestInfo;
  /** Where people reach our pages: the beginning of every link that we send. */
  readonly publicUrl: string;
  /** One object changed: becomes a history row. Pass only real changes; equal fields are left out. */
  record(change: Change): void;
  /** A poll message for a registrar. */
  notify(message: PollMessage): void;
  /** Work for the outside world that must not be lost. */
  enqueue(item: OutboxItem): void;
  /** Tells whoever listens, in every process, once this is committed. */
  publish(topic: Topic, key: string): void;
  /** Runs when what the operation wrote is undone (refusal, dry run): a wrong secret stays counted. */
  ifUndone(work: (db: Db) => Promise<void>): void;
}

interface Definition<I, O> {
  /** `object.verb`, as it appears in history, metrics and docs. */
  readonly name: string;
  /** One sentence: what it does for the caller. */
  readonly summary: string;
  /** Who may call it. */
  readonly permits: readonly Permit[];
  /** The operation's own input, in the house's words. Doors translate into it. */
  readonly input: z.ZodType<I>;
  /** Every code it can answer with, besides authentication, authorisation, budget and faults. */
  readonly errors: readonly ErrorCode[];
  /** Where the doors serve it; the source of `@rest`, `x-graphql` and docs. */
  readonly rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly graphql?: `${'Query' | 'Mutation'}.${string}`;
  run(context: OperationContext, input: I): Promise<O>;
}

export interface Query<I, O> extends Definition<I, O> {
  readonly kind: 'query';
}

export interface Command<I, O> extends Definition<I, O> {
  readonly kind: 'command';
  /** Database constraints that races may hit, and what the loser is told. */
  readonly conflicts?: Readonly<Record<string, Failure>>;
}

export type Operation<I, O> = Query<I, O> | Command<I, O>;

/** What can be told of an operation without calling it: docs, errorCatalogue, `@rest`, `x-graphql`. */
export interface OperationDescription {
  readonly kind: 'query' | 'command';
  readonly name: string;
  readonly summary: string;
  readonly permits: readonly Permit[];
  readonly errors: readonly ErrorCode[];
  readonly rest?: string;
  readonly graphql?: string;
}

const defined = new Map<string, OperationDescription>();

/** Every operation of the house that has been imported so far, by name. */
export const operations: ReadonlyMap<string, OperationDescription> = defined;

export function defineQuery<I, O>(definition: Definition<I, O>): Query<I, O> {
  register({ kind: 'query', ...definition });
  return { kind: 'query', ...definition };
}

export function defineCommand<I, O extends Plain>(
  definition: Definition<I, O> & Pick<Command<I, O>, 'conflicts'>,
): Command<I, O> {
  register({ kind: 'command', ...definition });
  return { kind: 'command', ...definition };
}

function register(operation: OperationDescription): void {
  const { name, summary, permits } = operation;
  if (!/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/.test(name)) throw new TypeError(`operation name: ${name}`);
  if (defined.has(name)) throw new TypeError(`operation ${name} is defined twice`);
  if (!/^[A-Z].*\.$/.test(summary)) throw new TypeError(`operation ${name} needs a sentence as its summary`);
  if (permits.length === 0) throw new TypeError(`operation ${name} permits nobody`);
  defined.set(name, operation);
}
