import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { showDomain } from '../../registry/operations/domains/show-domain.ts';
import type { Services } from '../services.ts';
import { describedApis } from './apis.ts';
import { renewedExample } from './examples.ts';
import { openapiDocument } from './openapi.ts';
import type { RestRoute } from './route.ts';

/** Serves /openapi.json. */
export function mountOpenapi(app: FastifyInstance, services: Services): void {
  app.get('/openapi.json', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(
        services.config.isTrial
          ? await trueToday(openapiOf(services), request.id, services)
          : openapiOf(services),
      ),
  );
}

const documents = new WeakMap<Services, string>();

/** The OpenAPI document of the APIs served here; made at the first request, to keep the start fast. */
export const openapiOf = (services: Services): string =>
  getOrCreate(documents, services, () => {
    const isHere = ({ operation }: RestRoute): boolean => !services.runner.absenceOf(operation);
    const apis = describedApis.map((api) => ({
      ...api,
      routes: api.routes.filter(isHere),
      dryRuns: services.config.isTrial,
    }));
    return JSON.stringify(openapiDocument(apis.filter(({ routes }) => routes.length > 0)), null, 2);
  });

/** A renewal must name the current expiry date: in a trial the example has that of the domain. */
async function trueToday(said: string, id: string, { runner, calendar }: Services): Promise<string> {
  const call = { actor: anyRegistrar, request: { id, via: 'web' } } as const;
  const shown = await runner.run(showDomain, { name: renewedExample.name }, call);
  return shown.ok ? said.replaceAll(renewedExample.expiresOn, calendar.dateOf(shown.value.expires_at)) : said;
}

/** Any registrar will do: all see the same expiry date. */
const anyRegistrar: Actor = {
  kind: 'registrar',
  userId: 0,
  username: 'anyone',
  roles: ['epp'],
  registrarId: 0,
  registrarCode: 'ANYONE',
};
