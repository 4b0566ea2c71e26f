import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enter, type Span, type Tracer } from '../../core/tracing.ts';

/** Every request is a span, a part of the caller's trace if it says so; with its route, never its path. */
export function traceRequests(
  app: FastifyInstance,
  tracer: Tracer,
  routeOf: (request: FastifyRequest) => string,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const route = routeOf(request);
    const facts = { 'http.request.method': method, 'http.route': route };
    const span = tracer.start(`${method} ${route}`, 'server', facts, headers);
    spans.set(request, span);
    // Not when the answer is sent: who goes away from a stream never takes the end of it.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.setAttributes({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(statusCode);
      span.end();
    });
    enter(span, done);
  });
  // For the lines of the log: the answer leaves on the connection's own account.
  app.addHook('onResponse', (request, _, done) => {
    const span = spans.get(request);
    if (span) enter(span, done);
    else done();
  });
}
