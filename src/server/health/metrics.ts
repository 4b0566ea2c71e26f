import { createServer, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCredentials } from '../../apis/access/credentials.ts';
import type { Services } from '../../apis/services.ts';
import { sameSecret } from '../../base/secrets.ts';

/**
 * Serves /metrics to callers with METRICS_TOKEN, or on a separate port (METRICS_PORT). Without either setting, a
 * trial serves it to everybody and production to nobody.
 */
export function mountMetrics(app: FastifyInstance, { config, metrics }: Services): void {
  const { METRICS_TOKEN: token, METRICS_PORT: port, HOST, isTrial } = config;
  const isOpen = token === undefined && port === undefined && isTrial;
  app.get('/metrics', async (request, reply) => {
    if (!isOpen && token === undefined)
      return reply
        .status(404)
        .send({ message: 'Metrics are not available here: see METRICS_TOKEN and METRICS_PORT' });
    if (!isOpen && !hasToken(request, token ?? ''))
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'Metrics need the token of METRICS_TOKEN' });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  if (port === undefined) return;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  // Opened before our own port, so that a port in use stops the start.
  app.addHook('onReady', () => opened(server, port, HOST));
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const credentials = readCredentials(request.headers.authorization);
  return credentials.scheme === 'bearer' && sameSecret(credentials.token, token);
}

const opened = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
