import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../../base/actor.ts';
import type { Calendar } from '../../base/calendar.ts';
import type { Failure } from '../../base/errors.ts';
import type {
  Operation,
  OperationContext,
  OperationDescription,
} from '../../registry/operations/operation.ts';
import type { Show } from '../../registry/operations/runner/outcome.ts';
import type { Sender } from '../access/authenticator.ts';
import type { Shape, Wordings } from './codec.ts';
import type { OpenSnapshot } from './open-snapshot.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Links = Pick<OperationContext, 'config' | 'publicUrl'>;

/** A call, as a route handler gets it: the request's parts, parsed as declared, and `run`, which throws refusals. */
export interface RestCall<B = unknown, Q = unknown> {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly headers: FastifyRequest['headers'];
  readonly body: B;
  readonly actor: Actor;
  readonly calendar: Calendar;
  readonly now: Date;
  /** The public URL and the settings for links in answers. */
  readonly links: Links;
  run<I, O>(operation: Operation<I, O>, input: I): Promise<O>;
  /** Reads the answer inside the operation's transaction, so that a dry run shows the state that would have been. */
  runAndShow<I, O, S>(operation: Operation<I, O>, input: I, show: Show<O, S>): Promise<S>;
  /** Returns the same call with all its reads in one snapshot, until it is ended. */
  openSnapshot(): Promise<OpenSnapshot & { readonly call: RestCall }>;
}

/** A JSON answer, the text of one that is still being read, or bytes of another type. */
export type RestAnswer =
  | { readonly stream: Readable }
  | {
      readonly status?: number;
      readonly body: unknown;
      /** Points of the caller's budget in addition to the one that every call costs: lists cost by their length. */
      readonly extraCost?: number;
    }
  | {
      readonly bytes: Uint8Array;
      readonly contentType: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface RestRoute<B extends Shape = Shape, Q extends Shape = Shape> {
  readonly method: Method;
  /** Below the API's prefix, with `:name` for parameters. */
  readonly path: string;
  /** The operation it serves: names its GraphQL twin and its errors in the OpenAPI document. */
  readonly operation: OperationDescription;
  /** Served although no documented API knows it (docs/rules/registrar.md#existing-clients). */
  readonly extension?: boolean;
  /** Body and query (codec.ts): parsed, refused and described as they are declared here. */
  readonly request?: RouteRequest<B, Q>;
  /** A legal document may be sent along, and the body is as large as that. */
  readonly legalDocument?: boolean;
  /** The route's part of the OpenAPI document, beyond the operation's summary. */
  readonly docs?: RouteDocs;
  /** Types that a client may accept instead of JSON. */
  readonly produces?: readonly string[];
  /** A notification, which ignores the `Accept` header, because its sender may discard the answer. */
  readonly isNotification?: boolean;
  /** Needs no caller. */
  readonly open?: boolean;
  /**
   * True if the answer is the same for everybody: cacheable, readable by pages of any origin, and charged by the
   * caller's address.
   */
  readonly published?: boolean;
  /**
   * Looks up the object of the path before the caller's role is checked: a missing object is reported first.
   */
  readonly beforeRole?: (call: RestCall) => Promise<unknown>;
  /** The failure for a path or query with text that no database can store; if left out, a general one. */
  readonly unreadable?: Failure;
  handle(call: RestCall<z.output<B>, z.output<Q>>): Promise<RestAnswer>;
}

/** Declares one route. The types of its handler's arguments follow from its request. */
export const route = <B extends Shape, Q extends Shape>(declared: RestRoute<B, Q>): RestRoute => declared;

interface RouteRequest<B extends Shape, Q extends Shape> {
  readonly body?: B;
  readonly query?: Q;
  /** The operation's names of fields that clients spell differently: refusals name them as they were sent. */
  readonly names?: Readonly<Record<string, string>>;
  /** Reported before any problem of the request: it is looked up only when there is one. */
  lookUp?(call: RestCall, wrong: Failure): Promise<unknown>;
}

export interface RouteDocs {
  /**
   * The operation id for generated clients, if several routes serve the operation: `domainsRegister` of
   * `domain.register`.
   */
  readonly id?: string;
  /** The field of the graph that shows it, if no root field is its twin: `Domain.nameservers`. */
  readonly inGraph?: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: object }>>;
  readonly data?: object;
  /** The codes below 2000 that the envelope can have; if left out, 1000. */
  readonly codes?: readonly (1000 | 1001 | 1100)[];
  /** Refusals with their own message or status, instead of the catalogue's. */
  readonly refusals?: readonly Failure[];
  /** Answers that are neither success nor a usual refusal, by status. */
  readonly others?: Readonly<
    Record<number, { readonly description: string; readonly schema: object; readonly example: object }>
  >;
  /** Served only for its refusals, to existing clients: it can never succeed, and is not documented. */
  readonly onlyRefuses?: boolean;
  /** The HTTP status of success; if left out, 200. */
  readonly status?: number;
}

/** One REST API: where it is served, how callers authenticate, and how it refuses. */
export interface RestApi {
  readonly name: string;
  /** Routes are mounted at the first prefix; `apiPath` rewrites the others to it. */
  readonly prefixes: readonly [first: string, ...others: string[]];
  readonly routes: readonly RestRoute[];
  authenticate(sender: Sender): Promise<Actor>;
  /** The failure for a URL that cannot be decoded; if left out, a general one. */
  readonly undecodable?: Failure;
  readonly wordings: Wordings;
  refusal(failures: readonly [Failure, ...Failure[]]): { status: number; body: unknown };
}

/**
 * A command that is a query in the graph is not a write, so it has no dry run
 * (docs/rules/reservation.md#paid-status).
 */
export const isWrite = ({ kind, graphql }: OperationDescription): boolean =>
  kind !== 'query' && !graphql?.startsWith('Query.');
