import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Failure } from './errors.ts';
import type { Peers } from './peers.ts';
import { build } from './version.ts';
import { withTimeout } from './with-timeout.ts';

/** Metrics must be readable even if their sources are not. */
const readWithinMs = 1_500;

/** The result of an operation as one code. */
export const resultOf = ({ ok, failures }: Answer): string =>
  ok ? '1000' : String(failures?.[0]?.resultCode);

type Answer = { readonly ok: boolean; readonly failures?: readonly Failure[] };

export const workerExits = {
  name: 'zonegraph_worker_exits_total',
  help: 'Workers that ended without being asked to, and were replaced',
};

const passwordOutcomes = ['right', 'wrong', 'refused'] as const;
const tokenOutcomes = ['wrong', 'refused'] as const;
const companyStatuses = ['registered', 'unknown', 'unavailable'] as const;

/**
 * How the values of several processes are combined: for values read from the same database the worst one is
 * reported.
 */
type OfAll = 'min' | 'max' | 'sum';

/** The metrics of operators; served at /metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #operations = new Histogram({
    name: 'zonegraph_operation_seconds',
    help: 'Duration of operations, by operation, API and result code',
    labelNames: ['operation', 'door', 'result'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly #statements = new Counter({
    name: 'zonegraph_sql_statements_total',
    help: 'SQL statements sent to the database',
    registers: [this.registry],
  });
  readonly #faults = new Counter({
    name: 'zonegraph_faults_total',
    help: 'Requests that failed because of an internal error',
    labelNames: ['door'],
    registers: [this.registry],
  });
  readonly #unavailable = new Counter({
    name: 'zonegraph_unavailable_total',
    help: 'Requests refused with 503 because the database was unavailable, too slow or too busy',
    labelNames: ['door'],
    registers: [this.registry],
  });
  readonly #throttled = new Counter({
    name: 'zonegraph_throttled_total',
    help: 'Requests refused because the caller had spent its budget, or had guessed too many passwords or tokens',
    registers: [this.registry],
  });
  readonly #passwords = new Counter({
    name: 'zonegraph_passwords_total',
    help: 'Passwords checked: right, wrong, or refused after too many wrong ones',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #tokens = new Counter({
    name: 'zonegraph_wrong_tokens_total',
    help: 'Wrong bearer tokens and question addresses: wrong, or refused after too many wrong ones',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #deliveries = new Counter({
    name: 'zonegraph_outbox_deliveries_total',
    help: 'Attempts to deliver an outgoing item, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });

  readonly #companies = new Counter({
    name: 'zonegraph_company_lookups_total',
    help: 'Company lookups in the business register: registered, unknown, or unavailable if it did not answer',
    labelNames: ['standing'],
    registers: [this.registry],
  });

  readonly #all: (() => Promise<unknown[][]>) | undefined;

  /** Registers the metrics; with peers, each process reports those of all of them. */
  constructor(peers?: Peers) {
    collectDefaultMetrics({ register: this.registry });
    for (const outcome of passwordOutcomes) this.#passwords.inc({ outcome }, 0);
    for (const outcome of tokenOutcomes) this.#tokens.inc({ outcome }, 0);
    for (const standing of companyStatuses) this.#companies.inc({ standing }, 0);
    new Gauge({
      name: 'zonegraph_workers',
      help: 'Processes serving this port',
      registers: [this.registry],
    }).set(1);
    // Counted by the process that starts the others (WORKERS), which serves nothing itself.
    new Counter({ name: workerExits.name, help: workerExits.help, registers: [this.registry] }).inc(0);
    const { version, commit } = build();
    new Gauge({
      name: 'zonegraph_build_info',
      help: 'The version and commit that run; the value is always 1',
      aggregator: 'max',
      labelNames: ['version', 'commit'],
      registers: [this.registry],
    }).set({ version, commit }, 1);
    this.#all = peers?.metrics(() => this.registry.getMetricsAsJSON());
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    const { registry } = this;
    return (this.#all ? AggregatorRegistry.aggregate(await this.#all()) : registry).metrics();
  }

  /** Starts the counters at zero, because Prometheus does not see an increase from a missing series. */
  api(door: string): void {
    this.#faults.inc({ door }, 0);
    this.#unavailable.inc({ door }, 0);
  }

  company(status: string): void {
    this.#companies.inc({ standing: status });
  }

  operation(operation: string, door: string, outcome: Answer, milliseconds: number): void {
    this.#operations.observe({ operation, door, result: resultOf(outcome) }, milliseconds / 1000);
  }

  statement(): void {
    this.#statements.inc();
  }

  fault(door: string): void {
    this.#faults.inc({ door });
  }

  unavailable(door: string): void {
    this.#unavailable.inc({ door });
  }

  throttled(): void {
    this.#throttled.inc();
  }

  password(outcome: (typeof passwordOutcomes)[number]): void {
    this.#passwords.inc({ outcome });
    if (outcome === 'refused') this.throttled();
  }

  token(outcome: (typeof tokenOutcomes)[number]): void {
    this.#tokens.inc({ outcome });
    if (outcome === 'refused') this.throttled();
  }

  delivery(kind: string, outcome: 'delivered' | 'failed' | 'dead'): void {
    this.#deliveries.inc({ kind, outcome });
  }

  /** A gauge with one value per label, read at each scrape; of several processes the worst value is reported. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [string, number])[]>,
    ofAll: OfAll = 'max',
  ): void {
    new Gauge({
      name,
      help,
      aggregator: ofAll,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [thing, value] of (await withTimeout(read(), readWithinMs)) ?? [])
          this.set({ [label]: thing }, value);
      },
    });
  }

  /**
   * Registers several gauges of one state, which is read once per scrape; without a state they do not have values.
   */
  state<K extends string>(
    read: () => Promise<Readonly<Record<K, number>>>,
    gauges: Readonly<Record<K, readonly [name: string, help: string]>>,
  ): void {
    let asked: Promise<Readonly<Record<K, number>> | undefined> | undefined;
    const once = () => {
      asked ??= read()
        .catch(() => undefined)
        .finally(() => {
          asked = undefined;
        });
      return asked;
    };
    for (const key of Object.keys(gauges) as K[]) {
      const [name, help] = gauges[key];
      this.gauge(name, help, async () => (await once())?.[key] ?? Number.NaN);
    }
  }

  /** A gauge that is read at each scrape; of several processes the worst value or the sum is reported. */
  gauge(name: string, help: string, read: () => number | Promise<number>, ofAll: OfAll = 'max'): void {
    new Gauge({
      name,
      help,
      aggregator: ofAll,
      registers: [this.registry],
      async collect() {
        this.set((await withTimeout(Promise.resolve(read()), readWithinMs)) ?? Number.NaN);
      },
    });
  }
}
