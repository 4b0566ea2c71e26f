import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Refuses everything but GET and HEAD at these addresses. */
export function refuseOtherMethods(app: FastifyInstance, urls: readonly string[], things: string): void {
  const wrongMethod = async (_: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(405)
      .header('allow', 'GET, HEAD')
      .type('text/plain; charset=utf-8')
      .send(`${things} are only read: GET or HEAD\n`);
  const method = app.supportedMethods.filter((one) => one !== 'GET' && one !== 'HEAD');
  // Refused before the body is read, because the body may be invalid as well.
  for (const url of urls) app.route({ method, url, onRequest: wrongMethod, handler: wrongMethod });
}
