import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { SimulatedClock } from '../base/clock.ts';
import type { Command, CommandLine } from '../base/command.ts';
import type { Config } from '../base/config.ts';
import type { MovableTime } from '../base/job-control.ts';
import type { Configured, Given } from '../base/settings.ts';
import type { HeldJobs } from '../registry/operations/lifecycle/leases.ts';
import type { ExternalServices, OnlyRegistrar } from '../registry/operations/operation.ts';
import type { Runner } from '../registry/operations/runner/runner.ts';
import type { RunnerParts } from '../registry/operations/runner/running-context.ts';
import type { StepInsertion } from '../registry/operations/runner/steps.ts';
import type { Database } from '../registry/store/driver/connections/database.ts';
import type { Db } from '../registry/store/driver/connections/pool.ts';
import type { WithTables } from '../registry/store/driver/migrations/migrate.ts';
import type { KnowsOperators } from './access/access-tokens.ts';
import type { Ask, PageForPeople } from './graphql/server.ts';
import type { Beside, Services, StandIns } from './services.ts';

/** One product beside the core (docs/decisions/0033), which runs without it; only extensions/index.ts names it. */
export interface Extension extends Known, Beside, KnowsOperators {
  /** The extensions that must be there and are mounted before it, because it shows or extends what is theirs. */
  readonly needs?: readonly string[];
  /** Adds its routes. */
  mount?(app: FastifyInstance, services: Services, served: Served): void;
  /** The page of /graphql for browsers. */
  readonly graphiql?: (services: Services, schema: GraphQLSchema) => PageForPeople;
  /**
   * Returns what WWW-Authenticate says at /graphql to a caller without a token, instead of `Bearer`: where to get
   * one.
   */
  readonly challenge?: (request: FastifyRequest, services: Services) => string;
  /** The page for a browser that asks for what is not there. */
  readonly notFoundPage?: (reply: FastifyReply) => FastifyReply;
  /** The page of /readyz for browsers, which get the JSON of programs without it. */
  readonly readinessPage?: (reply: FastifyReply, config: Config, readiness: Readiness) => FastifyReply;
  /** The answer to one of its own URLs that cannot be decoded, and so never becomes a request. */
  undecodable?(path: string, config: Config): Undecodable | undefined;
  /** Steps of its own among those of the runner. */
  readonly steps?: readonly StepInsertion[];
  /** The steps that `open` returns where it opens something, for the list in docs/architecture.md. */
  readonly stepsOfRunning?: readonly StepInsertion[];
  /** Services that its own external commands ask. */
  external?(parts: Pick<RunnerParts, 'config' | 'database'>, runner: () => Runner): Partial<ExternalServices>;
  /** Returns the jobs that it runs in this process, in workers of its own. */
  jobs?(config: Config): readonly string[];
  /** Completes the configuration with what outlives a process and is kept in the database. */
  settle?(config: Config, database: Database): Promise<Config>;
  /** Opens what runs in the background, if anything does here; it starts once the port is open. */
  open?(parts: OpenParts): Promise<Running | undefined> | Running | undefined;
  /** Returns the text that is printed when the server is ready. */
  greeting?(services: Services): Promise<string | undefined> | string | undefined;
  readonly trial?: Trial;
}

/** What is known of an extension before it is imported. */
interface Known extends Configured, WithTables {
  /** Imports its commands, which the command line lists without the rest of it. */
  commands?(): Promise<{ readonly commands: readonly CommandBeside[] }>;
}

/** A command of an extension, which can start servers in its own process. */
export type CommandBeside = Command<CommandLine & { readonly choose: Choose }>;

/** Reads an environment, and with it which extensions run. */
export type Choose = (env: Given) => Promise<Chosen>;

/** The environment as this process reads it, and what runs beside the core. */
export interface Chosen {
  readonly config: Config;
  /** What runs beside the core, before it is imported. */
  readonly extensions: readonly Listed[];
  /** Imports the chosen extensions; each comes after those that it needs. */
  load(): Promise<readonly Extension[]>;
}

/** An extension that can be chosen, before it is imported. */
export interface Listed extends Known {
  load(): Promise<{ readonly extension: Extension }>;
}

/** The parts of the core that extensions show. */
export interface Served {
  readonly schema: GraphQLSchema;
  /** Asks the graph without HTTP. */
  readonly ask: Ask;
  /** Answers as if the path were unknown. */
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

interface Undecodable {
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** Orders extensions so that each comes after those that it needs. */
export function inOrder(extensions: readonly Extension[]): readonly Extension[] {
  const placed: Extension[] = [];
  const place = (one: Extension, above: readonly string[]): void => {
    if (placed.includes(one)) return;
    if (above.includes(one.name)) throw new Error(`the extensions ${above.join(', ')} need each other`);
    for (const name of one.needs ?? []) {
      const needed = extensions.find((other) => other.name === name);
      if (!needed) throw new Error(`the extension ${one.name} needs ${name}, which is not there`);
      place(needed, [...above, one.name]);
    }
    placed.push(one);
  };
  for (const one of extensions) place(one, []);
  return placed;
}

/** The needs of a trial: other services, objects, and a clock that can be moved. */
interface Trial {
  /** Refuses a database that no trial has filled. */
  check(database: Db): Promise<void>;
  /** Fills an empty database. */
  fill(services: Services): Promise<void>;
  standIns(parts: StandInParts): StandIns;
  /** The clock that a caller can move, and the reset of the world. */
  movableTime(
    parts: StandInParts & {
      readonly clock: SimulatedClock;
      /** A function, because the runner depends on what is made here. */
      readonly runner: () => Runner;
    },
  ): Promise<MovableTime>;
}

export type StandInParts = Pick<
  Services,
  'config' | 'clock' | 'calendar' | 'database' | 'bus' | 'log' | 'address'
>;

export interface OpenParts extends RunnerParts, Pick<Services, 'metrics' | 'bus' | 'log'> {
  /** Identifies this process in leases. */
  readonly processId: string;
  readonly jobNames: readonly string[];
  /** A function, because the runner depends on what is made here. */
  readonly runner: () => Runner;
}

/** The parts of an extension that run in a process. */
export interface Running {
  /** Steps of the runner that ask what is running. */
  readonly steps?: readonly StepInsertion[];
  /** The one registrar of a registry that has no other. */
  readonly onlyRegistrar?: OnlyRegistrar;
  /** Does what a job of its own has to do, and returns how many rows that were. It keeps its own record of runs. */
  work?(job: string, held: HeldJobs): Promise<number>;
  /** Returns what /readyz says of it; undefined if it does not know. */
  readonly health?: () => Promise<Health | undefined>;
  start?(): void;
  stop?(): Promise<unknown>;
}

/** The state of one part of an extension, for /readyz. */
export interface Health {
  /** False as long as answers would lack something; a process that was complete once stays ready. */
  readonly isComplete: boolean;
  readonly checks: readonly Check[];
  /** Its own part of the JSON. */
  readonly body: object;
}

/** The result of one check. A warning is shown but does not make the process unready. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failing' | 'unknown';
  readonly why: string;
  /** The remedy; left out if all is well. */
  readonly todo?: string;
}

export interface Readiness {
  readonly status: string;
  readonly version: string;
  readonly commit: string;
  readonly checks: readonly Check[];
}
