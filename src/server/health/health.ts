import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { senderOf } from '../../apis/access/sender.ts';
import { stopwatch } from '../../base/clock.ts';
import { switchedOff } from '../../base/integrations.ts';
import { build } from '../../base/version.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import { type JobState, jobStates } from '../../registry/operations/lifecycle/job-states.ts';
import { excessOf, lackOf } from '../../registry/store/driver/migrations/roles.ts';
import { replicatesAsynchronously } from '../../registry/store/driver/replicas/replication.ts';
import type { Container } from '../container.ts';
import { checksOf, type Findings } from './readiness.ts';

/** A health check must answer soon. */
const answerWithinMs = 1_500;

declare module 'fastify' {
  interface FastifyInstance {
    /** The answer to /readyz, for the separate port. */
    readonly readiness: Readiness;
  }
}

/**
 * /livez: the process runs. /readyz: whether it can serve and why not, as JSON for machines and, with an
 * extension that has one, a page for browsers.
 */
export function mountHealth(app: FastifyInstance, container: Container): void {
  const { config, database, service, authenticator, extensions } = container;
  app.addHook('preClose', async () => {
    service.ending = true;
  });
  const readiness = new Readiness(container);
  const page = extensions.find(({ readinessPage }) => readinessPage)?.readinessPage;
  app.decorate('readiness', readiness);
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const { found, isReady, body } = await readiness.look();
    reply.status(isReady ? 200 : 503);
    if (page && new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html')
      return page(reply, config, body);
    // The CLI needs the identity, because it must not mistake one registry for another.
    const sender = senderOf(request);
    // A wrong token does not hide the health, but hides everything else.
    const operator = authenticator.guarded(sender, () => authenticator.anOperator(sender));
    const isOperator = (await withTimeout(operator, answerWithinMs)) !== undefined && !found.ending;
    const registry =
      isOperator && found.database === 'ok'
        ? await withTimeout(database.identity(), answerWithinMs)
        : undefined;
    return { ...body, ...(registry && { registry }) };
  });
}

/** Checks whether this process can serve. */
class Readiness {
  readonly #container: Container;
  readonly #find: () => Promise<Findings>;
  #isComplete: boolean;

  constructor(container: Container) {
    this.#container = container;
    const watched = watchedBy(container);
    this.#isComplete = watched.length === 0;
    // Concurrent requests share one check: there are few connections for health checks, and waiting for one would
    // look like an outage.
    this.#find = oneAtATime(findingsOf(container, watched));
  }

  async look() {
    const { database, service, config } = this.#container;
    const found: Findings = service.ending
      ? { ending: true, database: 'ok', jobs: undefined, off: switchedOff(config) }
      : await this.#find();
    this.#isComplete ||= found.beside?.every((one) => one?.isComplete) ?? false;
    const answers = found.database === 'ok' || found.database === 'reading';
    const isReady = !found.ending && answers && this.#isComplete;
    const status = isReady ? 'ok' : found.ending ? 'draining' : 'unavailable';
    const checks = checksOf(found);
    const what = isReady
      ? {
          database: found.database === 'reading' ? found.database : database.kind,
          jobs: found.jobs ? jobHealth(found.jobs) : null,
        }
      : { database: found.database };
    const body = found.ending
      ? { status, ...build(), checks }
      : { status, ...build(), ...what, checks, ...bodyBeside(found) };
    return { found, isReady, body };
  }
}

const bodyBeside = ({ beside = [] }: Findings): object =>
  beside.reduce<object>((body, one) => Object.assign(body, one?.body), {});

/** The parts of extensions that have a say in whether this process can serve. */
const watchedBy = ({ running }: Container) => [...running.values()].flatMap(({ health }) => health ?? []);

function findingsOf(
  { config, database, calendar, clock, jobNames: here }: Container,
  watched: ReturnType<typeof watchedBy>,
) {
  const writable = new WriteProbe(database);
  const off = switchedOff(config);
  return async (): Promise<Findings> => {
    const [answers, jobs, writes, beside, isAsynchronous, excess, lack] = database.isAway
      ? []
      : await Promise.all([
          withTimeout(
            database.ping().then(() => true),
            answerWithinMs,
          ),
          withTimeout(jobStates(database.health.db, calendar, clock.now(), here), answerWithinMs),
          withTimeout(writable.works(), answerWithinMs),
          Promise.all(watched.map((ask) => withTimeout(ask(), answerWithinMs))),
          withTimeout(replicatesAsynchronously(database), answerWithinMs),
          config.isTrial || database.kind === 'embedded'
            ? undefined
            : withTimeout(excessOf(database.health.db), answerWithinMs),
          database.kind === 'embedded' ? undefined : withTimeout(lackOf(database.health.db), answerWithinMs),
        ]);
    const away = database.replicas?.standIn ? 'reading' : 'does not answer';
    const found = !answers ? away : writes ? 'ok' : 'cannot be written';
    return { ending: false, database: found, jobs, isAsynchronous, excess, lack, beside, off };
  };
}

/** Requests that arrive during a check share its answer. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

const cachedForMs = 2_000;

/**
 * Checks whether writes work: a full disk or a standby refuses them but still answers queries. Frequent requests get
 * the last result.
 */
class WriteProbe {
  readonly #database: Container['database'];
  #asked: { readonly age: () => number; readonly answer: Promise<boolean> } | undefined;

  constructor(database: Container['database']) {
    this.#database = database;
  }

  works(): Promise<boolean> {
    if (!this.#asked || this.#asked.age() > cachedForMs)
      this.#asked = {
        age: stopwatch(),
        answer: this.#database.pingWrites().then(
          () => true,
          () => false,
        ),
      };
    return this.#asked.answer;
  }
}

/** A lagging job is reported but does not make the process unready: the job would lag in every other process too. */
const jobHealth = (jobs: readonly JobState[]) => ({
  lagSeconds: Math.round(Math.max(0, ...jobs.map(({ lagSeconds }) => lagSeconds))),
  failing: jobs.filter(({ lastError }) => lastError !== null).map(({ name }) => name),
});
