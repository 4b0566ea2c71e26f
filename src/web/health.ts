import type { FastifyInstance } from 'fastify';
import type { House } from '../house.ts';
import { type JobState, jobStates } from '../operations/lifecycle/job-states.ts';

/** /livez: the process runs. /readyz: it can serve. /metrics: what an operator watches. */
export function mountHealth(app: FastifyInstance, { database, metrics, calendar, clock }: House): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' });
    try {
      await database.ping();
      const jobs = await jobStates(database.db, calendar, clock.now());
      return { status: 'ok', database: database.kind, jobs: jobHealth(jobs) };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable', database: 'does not answer' });
    }
  });
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/** A lagging job is told, but no reason to take the process out of service: the others would lag as well. */
const jobHealth = (jobs: readonly JobState[]) => ({
  lagSeconds: Math.round(Math.max(0, ...jobs.map(({ lagSeconds }) => lagSeconds))),
  failing: jobs.filter(({ lastError }) => lastError !== null).map(({ name }) => name),
});
