import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../core/actor.ts';
import type { SimulatedClock } from '../core/clock.ts';
import type { MovableTime } from '../core/job-control.ts';
import type { UpstreamConfig } from '../core/upstream-config.ts';
import type { Runner } from '../registry/operations/runner/runner.ts';
import type { Upstream } from '../registry/operations/runner/running-context.ts';
import type { Ask, PageForPeople } from './graphql/server.ts';
import type { Services, StandIns } from './services.ts';

/** An extension of the core. The core runs without it; only the composition root (extensions.ts) names it. */
export interface Extensions {
  readonly facade?: (parts: UpstreamParts) => Promise<RunningUpstream>;
  readonly sandbox?: SandboxExtension;
  readonly console?: (app: FastifyInstance, services: Services) => void;
  /** /mcp for assistants, and /llms.txt. */
  readonly agents?: (
    app: FastifyInstance,
    services: Services,
    graph: { readonly schema: GraphQLSchema; readonly ask: Ask },
  ) => void;
  /** /ask: questions in four steps. */
  readonly ask?: (
    app: FastifyInstance,
    services: Services,
    schema: GraphQLSchema,
  ) => Beginning & { readonly wordsOf: WordsOf };
  /** /sql: the lists as tables in the browser. */
  readonly sql?: (app: FastifyInstance, services: Services, schema: GraphQLSchema) => void;
  readonly graphiql?: (services: Services, schema: GraphQLSchema) => PageForPeople;
}

/** What people call a column of an answer; undefined if there is no word for it but those in its name. */
export type Words = (column: string) => string | undefined;
/** The words for what a document asks, in the schema of its maker. */
export type WordsOf = (document: string, maker: Actor) => Words;

/** What the landing page begins with. */
export interface Beginning {
  readonly markup: string;
  readonly css: string;
  /** For the script that draws it; undefined where there is nothing to draw. */
  facts(): Promise<object | undefined>;
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
  readonly config: UpstreamConfig;
  readonly processId: string;
  /** A function, because the runner depends on what is made here. */
  readonly runner: () => Runner;
}

/** The upstream registry, and its mirror. */
export interface RunningUpstream extends Upstream {
  readonly mirror: { start(): void };
  close(): Promise<void>;
}
