import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Config } from '../../../base/config.ts';
import { explained, Unavailable } from '../../../base/errors.ts';
import { type Action, documentOf, type Field } from './action.ts';
import type * as types from './documents.generated.ts';
import { documentNamed } from './documents.ts';
import { type GraphError, inWordsOfForm } from './misfits.ts';

/** The console's queries; each is a file in documents/. */
export interface Questions {
  readonly accessLog: [types.OperatorAccessLogQuery, types.OperatorAccessLogQueryVariables];
  readonly blockedNames: [types.OperatorBlockedNamesQuery, types.OperatorBlockedNamesQueryVariables];
  readonly boards: [types.OperatorBoardsQuery, types.OperatorBoardsQueryVariables];
  readonly bulkRows: [types.OperatorBulkRowsQuery, types.OperatorBulkRowsQueryVariables];
  readonly bulkWork: [types.OperatorBulkWorkQuery, types.OperatorBulkWorkQueryVariables];
  readonly bulkWorks: [types.OperatorBulkWorksQuery, types.OperatorBulkWorksQueryVariables];
  readonly contact: [types.OperatorContactQuery, types.OperatorContactQueryVariables];
  readonly contacts: [types.OperatorContactsQuery, types.OperatorContactsQueryVariables];
  readonly disagreements: [types.OperatorDisagreementsQuery, types.OperatorDisagreementsQueryVariables];
  readonly disputes: [types.OperatorDisputesQuery, types.OperatorDisputesQueryVariables];
  readonly domain: [types.OperatorDomainQuery, types.OperatorDomainQueryVariables];
  readonly domains: [types.OperatorDomainsQuery, types.OperatorDomainsQueryVariables];
  readonly invoice: [types.OperatorInvoiceQuery, types.OperatorInvoiceQueryVariables];
  readonly invoices: [types.OperatorInvoicesQuery, types.OperatorInvoicesQueryVariables];
  readonly jobs: [types.OperatorJobsQuery, types.OperatorJobsQueryVariables];
  readonly ledger: [types.OperatorLedgerQuery, types.OperatorLedgerQueryVariables];
  readonly operatorLog: [types.OperatorOperatorLogQuery, types.OperatorOperatorLogQueryVariables];
  readonly operators: [types.OperatorOperatorsQuery, types.OperatorOperatorsQueryVariables];
  readonly outbox: [types.OperatorOutboxQuery, types.OperatorOutboxQueryVariables];
  readonly overview: [types.OperatorOverviewQuery, types.OperatorOverviewQueryVariables];
  readonly paymentsAll: [types.OperatorPaymentsAllQuery, types.OperatorPaymentsAllQueryVariables];
  readonly jobRuns: [types.OperatorJobRunsQuery, types.OperatorJobRunsQueryVariables];
  readonly outboxAll: [types.OperatorOutboxAllQuery, types.OperatorOutboxAllQueryVariables];
  readonly person: [types.OperatorPersonQuery, types.OperatorPersonQueryVariables];
  readonly prices: [types.OperatorPricesQuery, types.OperatorPricesQueryVariables];
  readonly proof: [types.OperatorProofQuery, types.OperatorProofQueryVariables];
  readonly questions: [types.OperatorQuestionsQuery, types.OperatorQuestionsQueryVariables];
  readonly registrar: [types.OperatorRegistrarQuery, types.OperatorRegistrarQueryVariables];
  readonly registrars: [types.OperatorRegistrarsQuery, types.OperatorRegistrarsQueryVariables];
  readonly reservations: [types.OperatorReservationsQuery, types.OperatorReservationsQueryVariables];
  readonly reservedNames: [types.OperatorReservedNamesQuery, types.OperatorReservedNamesQueryVariables];
  readonly search: [types.OperatorSearchQuery, types.OperatorSearchQueryVariables];
  readonly settings: [types.OperatorSettingsQuery, types.OperatorSettingsQueryVariables];
  readonly tokens: [types.OperatorTokensQuery, types.OperatorTokensQueryVariables];
  readonly users: [types.OperatorUsersQuery, types.OperatorUsersQueryVariables];
  readonly viewer: [types.OperatorViewerQuery, types.OperatorViewerQueryVariables];
  readonly webhooks: [types.OperatorWebhooksQuery, types.OperatorWebhooksQueryVariables];
  readonly zones: [types.OperatorZonesQuery, types.OperatorZonesQueryVariables];
}

interface GraphAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly GraphError[];
}

interface UserError {
  readonly code: string;
  readonly message: string;
  readonly explanation: string | null;
  readonly details: { readonly changed?: readonly string[] } | null;
}

/** The result of an action. */
export interface Result {
  readonly problems: readonly string[];
  /** The outcome of a dry run; sent with the write, it makes the write do exactly what was shown. */
  readonly outcome: string | null;
  /** The names of what has changed, if the write would no longer do what was shown. */
  readonly changed: readonly string[] | undefined;
  /** The recipients that a dry run reports. */
  readonly notifies: { readonly summary: string } | null;
  /** The fields of the result that the action declares to be shown. */
  readonly made: Readonly<Record<string, unknown>>;
}

/** The caller is not an operator, or is no longer one. */
export class NotSignedIn extends Error {}

/** The graph refused to answer, for example after too many requests, or a role that is not enough. */
export class Refused extends Error {
  readonly statusCode: number;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.statusCode = { THROTTLED: 429, FORBIDDEN: 403, BAD_USER_INPUT: 400 }[code ?? ''] ?? 500;
  }
}

/**
 * Calls the public graph inside the process. The graph checks rights, records accesses and counts costs as for every
 * caller; the console has no other access to data.
 */
export class Graph {
  readonly #app: FastifyInstance;
  readonly #addressHeader: string;

  constructor(app: FastifyInstance, { CLIENT_ADDRESS_HEADER }: Config) {
    this.#app = app;
    this.#addressHeader = CLIENT_ADDRESS_HEADER;
  }

  async ask<K extends keyof Questions>(
    { request, token }: ConsoleRequest,
    name: K,
    variables: Questions[K][1],
  ): Promise<{ readonly data: Questions[K][0]; readonly problems: readonly string[] }> {
    const { data, errors } = await this.#post(request, token, documentNamed(name), variables);
    // Each document selects the viewer first.
    const { viewer } = (data ?? {}) as Partial<types.OperatorViewerQuery>;
    const [error] = errors ?? [];
    if (viewer ? viewer.kind !== 'OPERATOR' : error?.extensions?.code === 'UNAUTHENTICATED')
      throw new NotSignedIn(error?.message);
    if (!viewer) throw new Refused(error?.message ?? 'the graph has not answered', error?.extensions?.code);
    return { data: data as Questions[K][0], problems: (errors ?? []).map(({ message }) => message) };
  }

  /** Sends a mutation; `fields` are those of the form, if they are not the action's own. */
  async act(
    { request, token }: ConsoleRequest,
    action: Action,
    given: MutationArguments,
    fields: readonly Field[] = action.fields,
  ): Promise<Result> {
    const { data, errors } = await this.#post(request, token, documentOf(action), given);
    if (errors?.[0]?.extensions?.code === 'UNAUTHENTICATED') throw new NotSignedIn(errors[0].message);
    const payload = data?.[action.field] as
      | (Readonly<Record<string, unknown>> & {
          readonly outcome: string | null;
          readonly notifies: { readonly summary: string } | null;
          readonly userErrors: readonly UserError[];
        })
      | null
      | undefined;
    const { userErrors = [], outcome = null, notifies = null, ...made } = payload ?? {};
    return {
      problems: [
        ...(errors ?? []).flatMap((error) => inWordsOfForm(error, fields)),
        ...userErrors.map(explained),
      ],
      outcome,
      changed: userErrors.find(({ code }) => code === 'OUTCOME_CHANGED')?.details?.changed,
      notifies,
      made,
    };
  }

  /** Streams a whole list as a file from the graph. Only operators get one here. */
  async file(
    { request, token }: ConsoleRequest,
    name: keyof Questions,
    variables: object,
  ): Promise<Readable> {
    await this.ask({ request, token }, 'viewer', {});
    const response = await this.#app.inject({
      ...this.#asking(request, token, { query: documentNamed(name), variables }, 'text/csv'),
      url: '/graphql?all=true',
      payloadAsStream: true,
    });
    const { statusCode, headers, raw } = response;
    const text = response.stream();
    // When the client disconnects, the graph stops reading.
    text.once('close', () => raw.res.destroy());
    if (String(headers['content-type']).startsWith('text/csv')) return text;
    if (statusCode === 503 || statusCode === 429) text.destroy();
    if (statusCode === 503) throw new Unavailable('the graph cannot answer now');
    if (statusCode === 429) throw new Refused('too many requests', 'THROTTLED');
    const { errors = [] } = JSON.parse((await text.toArray()).join('')) as GraphAnswer;
    const said = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN') ?? errors[0];
    throw new Refused(said?.message ?? 'the list was not answered as a file', said?.extensions?.code);
  }

  async #post(
    request: FastifyRequest,
    token: string,
    query: string,
    variables: object,
  ): Promise<GraphAnswer> {
    const response = await this.#app.inject(this.#asking(request, token, { query, variables }));
    if (response.statusCode === 503) throw new Unavailable('the graph cannot answer now');
    return response.json<GraphAnswer>();
  }

  #asking(
    request: FastifyRequest,
    token: string,
    payload: object,
    accept = 'application/json',
  ): InjectOptions {
    const reported = request.headers[this.#addressHeader];
    const { remoteAddress } = request.socket;
    return {
      method: 'POST',
      url: '/graphql',
      headers: {
        authorization: `Bearer ${token}`,
        accept,
        // The graph gets the caller's address as we got it.
        ...(reported !== undefined && { [this.#addressHeader]: reported }),
      },
      ...(remoteAddress !== undefined && { remoteAddress }),
      payload,
    };
  }
}

export interface ConsoleRequest {
  readonly request: FastifyRequest;
  readonly token: string;
}

export interface MutationArguments {
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly ifOutcome?: string;
}
