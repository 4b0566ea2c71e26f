import type { FastifyInstance } from 'fastify';
import type { House } from '../house.ts';

/** /livez: the process runs. /readyz: it can serve. /metrics: what an operator watches. */
export function mountHealth(app: FastifyInstance, { database, metrics }: House): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.status(503).send({ status: 'draining' });
    try {
      await database.ping();
      return { status: 'ok', database: database.kind };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable', database: 'does not answer' });
    }
  });
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
