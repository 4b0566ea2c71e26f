import type { FastifyInstance } from 'fastify';
import { senderOf } from '../access/sender.ts';
import { stopwatch } from '../core/clock.ts';
import { inTime } from '../core/in-time.ts';
import { type JobState, jobStates } from '../operations/lifecycle/job-states.ts';
import type { Services } from '../services.ts';

/** Whoever asks about health needs an answer, not a wait. */
const answerWithinMs = 1_500;

/** /livez: the process runs. /readyz: it can serve. */
export function mountHealth(
  app: FastifyInstance,
  { database, calendar, clock, service, authenticator }: Services,
): void {
  app.addHook('preClose', async () => {
    service.ending = true;
  });
  const writable = new WriteProbe(database);
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (service.ending) return reply.status(503).send({ status: 'draining' });
    const [answers, jobs, writes] = database.isAway
      ? []
      : await Promise.all([
          inTime(
            database.ping().then(() => true),
            answerWithinMs,
          ),
          inTime(jobStates(database.health.db, calendar, clock.now()), answerWithinMs),
          inTime(writable.works(), answerWithinMs),
        ]);
    if (!answers) return reply.status(503).send({ status: 'unavailable', database: 'does not answer' });
    if (!writes) return reply.status(503).send({ status: 'unavailable', database: 'cannot be written' });
    // For the shell, which must not take one registry for another.
    const isOperator = authenticator.operator(senderOf(request)) !== undefined;
    const registry = isOperator ? await inTime(database.identity(), answerWithinMs) : undefined;
    return {
      status: 'ok',
      database: database.kind,
      jobs: jobs ? jobHealth(jobs) : null,
      ...(registry && { registry }),
    };
  });
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
