import type { FastifyInstance, FastifyRequest } from 'fastify';
import { enter, type Span, type Tracer } from '../../base/tracing.ts';

/** Makes a span of every request, in the caller's trace if it sends one; with the route, never the path. */
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
    // The span ends on close, not on finish: a client that leaves a stream never receives its end.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.setAttributes({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(statusCode);
      span.end();
    });
    enter(span, done);
  });
  // The log lines need the span: the response is sent in the async context of the connection.
  app.addHook('onResponse', (request, _, done) => {
    const span = spans.get(request);
    if (span) enter(span, done);
    else done();
  });
}
