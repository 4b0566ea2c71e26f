import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { Unavailable } from '../../core/errors.ts';
import { type Action, documentOf } from './actions.ts';
import type * as types from './documents.generated.ts';

/** What the console asks: each is a document in documents/. */
export interface Questions {
  readonly viewer: [types.OperatorViewerQuery, types.OperatorViewerQueryVariables];
  readonly overview: [types.OperatorOverviewQuery, types.OperatorOverviewQueryVariables];
  readonly search: [types.OperatorSearchQuery, types.OperatorSearchQueryVariables];
  readonly domain: [types.OperatorDomainQuery, types.OperatorDomainQueryVariables];
  readonly contact: [types.OperatorContactQuery, types.OperatorContactQueryVariables];
  readonly invoice: [types.OperatorInvoiceQuery, types.OperatorInvoiceQueryVariables];
  readonly registrars: [types.OperatorRegistrarsQuery, types.OperatorRegistrarsQueryVariables];
  readonly registrar: [types.OperatorRegistrarQuery, types.OperatorRegistrarQueryVariables];
  readonly payments: [types.OperatorPaymentsQuery, types.OperatorPaymentsQueryVariables];
  readonly outbox: [types.OperatorOutboxQuery, types.OperatorOutboxQueryVariables];
  readonly jobs: [types.OperatorJobsQuery, types.OperatorJobsQueryVariables];
  readonly zones: [types.OperatorZonesQuery, types.OperatorZonesQueryVariables];
  readonly names: [types.OperatorNamesQuery, types.OperatorNamesQueryVariables];
  readonly settings: [types.OperatorSettingsQuery, types.OperatorSettingsQueryVariables];
}

interface GraphAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** What became of an action: nothing is wrong, or these things are. */
export interface Outcome {
  readonly problems: readonly string[];
  /** What the action lets a person see of what it made. */
  readonly made: Readonly<Record<string, unknown>>;
}

/** Somebody who is no operator, or none any more. */
export class NotSignedIn extends Error {}

/**
 * The same graph that everybody asks, over its own door: who may what, what is recorded and what it may cost is
 * decided there. The console has no way of its own to anything.
 */
export class Graph {
  readonly #app: FastifyInstance;
  readonly #addressHeader: string;
  readonly #documents = new Map<string, string>();

  constructor(app: FastifyInstance, { CLIENT_ADDRESS_HEADER }: Config) {
    this.#app = app;
    this.#addressHeader = CLIENT_ADDRESS_HEADER;
  }

  async ask<K extends keyof Questions>(
    { request, token }: Asking,
    name: K,
    variables: Questions[K][1],
  ): Promise<{ readonly data: Questions[K][0]; readonly problems: readonly string[] }> {
    const { data, errors } = await this.#post(request, token, this.#document(name), variables);
    // Each document asks first who it is that asks.
    const { viewer } = (data ?? {}) as Partial<types.OperatorViewerQuery>;
    if (viewer?.kind !== 'OPERATOR') throw new NotSignedIn(errors?.[0]?.message);
    return { data: data as Questions[K][0], problems: (errors ?? []).map(({ message }) => message) };
  }

  async act({ request, token }: Asking, action: Action, given: Given): Promise<Outcome> {
    const { data, errors } = await this.#post(request, token, documentOf(action), given);
    const payload = data?.[action.field] as
      | (Readonly<Record<string, unknown>> & { readonly userErrors: readonly { readonly message: string }[] })
      | null
      | undefined;
    const { userErrors = [], ...made } = payload ?? {};
    return { problems: [...(errors ?? []), ...userErrors].map(({ message }) => message), made };
  }

  #document(name: keyof Questions): string {
    const known = this.#documents.get(name);
    if (known !== undefined) return known;
    const text = readFileSync(new URL(`documents/${name}.graphql`, import.meta.url), 'utf8');
    this.#documents.set(name, text);
    return text;
  }

  async #post(
    request: FastifyRequest,
    token: string,
    query: string,
    variables: object,
  ): Promise<GraphAnswer> {
    const told = request.headers[this.#addressHeader];
    const { remoteAddress } = request.socket;
    const response = await this.#app.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        // From where it comes is told to the graph as it was told to us.
        ...(told !== undefined && { [this.#addressHeader]: told }),
      },
      ...(remoteAddress !== undefined && { remoteAddress }),
      payload: { query, variables },
    });
    if (response.statusCode === 503) throw new Unavailable('the graph cannot answer now');
    return response.json<GraphAnswer>();
  }
}

export interface Asking {
  readonly request: FastifyRequest;
  readonly token: string;
}

export interface Given {
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
}
