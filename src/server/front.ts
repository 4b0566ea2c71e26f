import type { FastifyInstance } from 'fastify';
import type { RestApi } from '../apis/rest/route.ts';

/** Serves `/` where no extension does: a few lines that say what is served where. */
export function mountFront(app: FastifyInstance, apis: readonly RestApi[]): void {
  const rest = apis.map(
    ({ name, prefixes }) => `<li>${prefixes.join(', ')}: the ${name} API, over REST</li>`,
  );
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Zonegraph</title>
<h1>Zonegraph</h1>
<p>A domain registry as one typed graph. What is served here:</p>
<ul>
<li><a href="/graphql">/graphql</a>: all of it over GraphQL; browsers get GraphiQL</li>
${rest.join('\n')}
<li><a href="/openapi.json">/openapi.json</a>: the REST APIs, described</li>
<li><a href="/livez">/livez</a>, <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>: how it is</li>
</ul>
</html>
`;
  app.get('/', async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
}
