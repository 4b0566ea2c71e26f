import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { senderOf } from '../../apis/access/sender.ts';
import type { Services } from '../../apis/services.ts';
import { stopwatch } from '../../base/clock.ts';
import { switchedOff } from '../../base/integrations.ts';
import { build } from '../../base/version.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import { mirrorState } from '../../extensions/facade/operations/show-mirror.ts';
import { upstreamOf } from '../../extensions/facade/settings.ts';
import { siteNav } from '../../extensions/kit/nav.ts';
import { sendPage } from '../../extensions/kit/page.ts';
import { type JobState, jobStates } from '../../registry/operations/lifecycle/job-states.ts';
import { excessOf, lackOf } from '../../registry/store/driver/migrations/roles.ts';
import { replicatesAsynchronously } from '../../registry/store/driver/replicas/replication.ts';
import { checksOf, type Findings, readinessPage } from './readiness.ts';

/** A health check must answer soon. */
const answerWithinMs = 1_500;

declare module 'fastify' {
  interface FastifyInstance {
    /** The answer to /readyz, for the separate port. */
    readonly readiness: Readiness;
  }
}

/**
 * /livez: the process runs. /readyz: whether it can serve and why not, as JSON for machines and a page for browsers.
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  const { config, database, service, authenticator } = services;
  app.addHook('preClose', async () => {
    service.ending = true;
  });
  const readiness = new Readiness(services);
  app.decorate('readiness', readiness);
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const { found, isReady, body } = await readiness.look();
    reply.status(isReady ? 200 : 503);
    if (new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html')
      return sendPage(reply, {
        title: 'Status',
        description: 'Whether the registry can serve, and the state of each part that it needs.',
        status: reply.statusCode,
        nav: siteNav(config, '/readyz'),
        main: readinessPage(body, body.checks),
      });
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
  readonly #services: Services;
  readonly #find: () => Promise<Findings>;
  #isFilled: boolean;

  constructor(services: Services) {
    this.#services = services;
    this.#isFilled = services.config.ownsRegistry;
    // Concurrent requests share one check: there are few connections for health checks, and waiting for one would
    // look like an outage.
    this.#find = oneAtATime(findingsOf(services));
  }

  async look() {
    const { database, service, config } = this.#services;
    const found: Findings = service.ending
      ? { ending: true, database: 'ok', jobs: undefined, off: switchedOff(config) }
      : await this.#find();
    // During the mirror's first pass lists would be incomplete. Once filled, it stays filled.
    this.#isFilled ||= found.mirror !== undefined && found.mirror.state !== 'FIRST_PASS';
    const answers = found.database === 'ok' || found.database === 'reading';
    const isReady = !found.ending && answers && this.#isFilled;
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
      : { status, ...build(), ...what, checks, ...this.#mirror(found) };
    return { found, isReady, body };
  }

  #mirror({ mirror }: Findings) {
    return (
      mirror && {
        // In an outage the mirror answers.
        upstream: mirror.trouble === null ? 'ok' : 'away',
        mirror: {
          ...mirror,
          syncedAt: mirror.syncedAt && this.#services.calendar.format(mirror.syncedAt),
        },
      }
    );
  }
}

function findingsOf({ config, database, calendar, clock, jobNames: here }: Services) {
  const writable = new WriteProbe(database);
  const off = switchedOff(config);
  return async (): Promise<Findings> => {
    const [answers, jobs, writes, mirror, isAsynchronous, excess, lack] = database.isAway
      ? []
      : await Promise.all([
          withTimeout(
            database.ping().then(() => true),
            answerWithinMs,
          ),
          withTimeout(jobStates(database.health.db, calendar, clock.now(), here), answerWithinMs),
          withTimeout(writable.works(), answerWithinMs),
          config.ownsRegistry
            ? undefined
            : withTimeout(
                mirrorState(database.health.db, clock.now(), upstreamOf(config)?.syncEveryMs ?? 0),
                answerWithinMs,
              ),
          withTimeout(replicatesAsynchronously(database), answerWithinMs),
          config.isTrial || database.kind === 'embedded'
            ? undefined
            : withTimeout(excessOf(database.health.db), answerWithinMs),
          database.kind === 'embedded' ? undefined : withTimeout(lackOf(database.health.db), answerWithinMs),
        ]);
    const away = database.replicas?.standIn ? 'reading' : 'does not answer';
    const found = !answers ? away : writes ? 'ok' : 'cannot be written';
    return { ending: false, database: found, jobs, isAsynchronous, excess, lack, mirror, off };
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
  readonly #database: Services['database'];
  #asked: { readonly age: () => number; readonly answer: Promise<boolean> } | undefined;

  constructor(database: Services['database']) {
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
