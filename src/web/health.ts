import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { senderOf } from '../access/sender.ts';
import { stopwatch } from '../core/clock.ts';
import { inTime } from '../core/in-time.ts';
import { switchedOff } from '../core/integrations.ts';
import { type JobState, jobStates } from '../operations/lifecycle/job-states.ts';
import { mirrorState } from '../operations/mirror/show-mirror.ts';
import type { Services } from '../services.ts';
import { siteNav } from './nav.ts';
import { sendPage } from './page.ts';
import { checksOf, type Findings, readinessPage } from './readiness.ts';

/** Whoever asks about health needs an answer, not a wait. */
const answerWithinMs = 1_500;

/** /livez: the process runs. /readyz: it can serve; with JSON for machines and a page for a browser it says why. */
export function mountHealth(
  app: FastifyInstance,
  { config, database, calendar, clock, service, authenticator, jobs: here }: Services,
): void {
  app.addHook('preClose', async () => {
    service.ending = true;
  });
  const writable = new WriteProbe(database);
  const off = switchedOff(config);
  let isFilled = !config.upstream;
  app.get('/livez', async () => ({ status: 'ok' }));
  // However many ask at once: the connections for health are few, and waiting for them would look like an outage.
  const look = oneAtATime(async (): Promise<Findings> => {
    const [answers, jobs, writes, mirror] = database.isAway
      ? []
      : await Promise.all([
          inTime(
            database.ping().then(() => true),
            answerWithinMs,
          ),
          inTime(jobStates(database.health.db, calendar, clock.now(), here), answerWithinMs),
          inTime(writable.works(), answerWithinMs),
          config.upstream &&
            inTime(mirrorState(database.health.db, clock.now(), config.upstream.syncEveryMs), answerWithinMs),
        ]);
    const found = !answers ? 'does not answer' : writes ? 'ok' : 'cannot be written';
    return { ending: false, database: found, jobs, mirror, off };
  });
  app.get('/readyz', async (request, reply) => {
    const found: Findings = service.ending
      ? { ending: true, database: 'ok', jobs: undefined, off }
      : await look();
    const checks = checksOf(found);
    // Whoever asked for a list while it is read for the first time would get a part of it. Once filled, it stays so.
    isFilled ||= found.mirror !== undefined && found.mirror.state !== 'FIRST_PASS';
    const isReady = !found.ending && found.database === 'ok' && isFilled;
    const status = isReady ? 'ok' : found.ending ? 'draining' : 'unavailable';
    reply.status(isReady ? 200 : 503);
    if (new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html')
      return sendPage(reply, {
        title: 'Status',
        status: reply.statusCode,
        nav: siteNav(config, '/readyz'),
        main: readinessPage(status, checks),
      });
    if (found.ending) return { status, checks };
    // For the shell, which must not take one registry for another.
    const isOperator = authenticator.operator(senderOf(request)) !== undefined;
    const registry =
      isOperator && found.database === 'ok' ? await inTime(database.identity(), answerWithinMs) : undefined;
    const toldOf = (mirror: Findings['mirror']) =>
      mirror && {
        // In an outage the mirror answers.
        upstream: mirror.trouble === null ? 'ok' : 'away',
        mirror: { ...mirror, syncedAt: mirror.syncedAt && calendar.format(mirror.syncedAt) },
      };
    if (!isReady)
      return {
        status,
        database: found.database,
        checks,
        ...toldOf(found.mirror),
        ...(registry && { registry }),
      };
    return {
      status,
      database: database.kind,
      jobs: found.jobs ? jobHealth(found.jobs) : null,
      checks,
      ...toldOf(found.mirror),
      ...(registry && { registry }),
    };
  });
}

/** Whoever asks while somebody is being answered is told the same. */
function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

const rememberedMs = 2_000;

/** Whether writes work, which a full disk or a standby refuses while it answers questions. Whoever asks often is told what is known. */
class WriteProbe {
  readonly #database: Services['database'];
  #asked: { readonly age: () => number; readonly answer: Promise<boolean> } | undefined;

  constructor(database: Services['database']) {
    this.#database = database;
  }

  works(): Promise<boolean> {
    if (!this.#asked || this.#asked.age() > rememberedMs)
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

/** A lagging job is told, but no reason to take the process out of service: the others would lag as well. */
const jobHealth = (jobs: readonly JobState[]) => ({
  lagSeconds: Math.round(Math.max(0, ...jobs.map(({ lagSeconds }) => lagSeconds))),
  failing: jobs.filter(({ lastError }) => lastError !== null).map(({ name }) => name),
});
