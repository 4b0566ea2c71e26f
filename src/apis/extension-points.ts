import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { SimulatedClock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { MovableTime } from '../base/job-control.ts';
import type { Configured } from '../base/settings.ts';
import type { ExternalServices, OnlyRegistrar } from '../registry/operations/operation.ts';
import type { Runner } from '../registry/operations/runner/runner.ts';
import type { RunnerParts } from '../registry/operations/runner/running-context.ts';
import type { StepInsertion } from '../registry/operations/runner/steps.ts';
import type { KnowsOperators } from './access/access-tokens.ts';
import type { Ask, PageForPeople } from './graphql/server.ts';
import type { Services, StandIns } from './services.ts';

/** One product beside the core (docs/decisions/0033), which runs without it; only extensions/index.ts names it. */
export interface Extension extends Configured, KnowsOperators {
  /** What it adds, in one sentence. */
  readonly about: string;
  /** The extensions that must be there and are mounted before it, because it shows or extends what is theirs. */
  readonly needs?: readonly string[];
  /** The versions of Zonegraph that it fits, such as `^1.0`; an extension from outside must say so. */
  readonly fits?: string;
  /** Adds its routes. */
  mount?(app: FastifyInstance, services: Services, served: Served): void;
  /** The page of /graphql for browsers. */
  readonly graphiql?: (services: Services, schema: GraphQLSchema) => PageForPeople;
  /** What WWW-Authenticate says at /graphql to a caller without a token, instead of `Bearer`: where to get one. */
  readonly challenge?: (request: FastifyRequest, services: Services) => string;
  /** The page for a browser that asks for what is not there. */
  readonly notFoundPage?: (reply: FastifyReply) => FastifyReply;
  /** The answer to one of its own URLs that cannot be decoded, and so never becomes a request. */
  undecodable?(path: string, config: Config): Undecodable | undefined;
  /** Steps of its own among those of the runner. */
  readonly steps?: readonly StepInsertion[];
  /** Services that its own external commands ask. */
  external?(parts: Pick<RunnerParts, 'config' | 'database'>, runner: () => Runner): Partial<ExternalServices>;
  readonly upstream?: (parts: UpstreamParts) => Promise<RunningUpstream | undefined>;
  readonly sandbox?: SandboxExtension;
}

/** An extension that can be chosen, before it is imported. */
export interface Listed extends Configured {
  load(): Promise<{ readonly extension: Extension }>;
}

/** What the core serves, for those that show it. */
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

/** In an order in which each comes after those that it needs. */
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

interface SandboxExtension {
  open(parts: StandInParts): StandIns;
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

export interface UpstreamParts extends Pick<Services, 'database' | 'clock' | 'calendar' | 'log'> {
  readonly config: Config;
  readonly processId: string;
  /** A function, because the runner depends on what is made here. */
  readonly runner: () => Runner;
}

/** The upstream registry, and its mirror. */
export interface RunningUpstream {
  readonly steps: readonly StepInsertion[];
  readonly onlyRegistrar: OnlyRegistrar;
  readonly mirror: { start(): void };
  close(): Promise<void>;
}
