import { type Answer, alpha, basic, type TestWorld } from '../../support/world.ts';
import { scenariosAt } from './service-api.ts';

/** Where registrars look after themselves: what both doors answer is compared too, not only what they do. */
export const selfServiceScenarios = scenariosAt({ root: '/registry/v1', auth: alpha });

/** The same code and words in REST's envelope and in the graph. */
export const refused = (status: number, code: number, message: string) => ({
  status,
  code,
  body: { code, message, data: {} },
});
export const objectNotFound = refused(404, 2303, 'Object does not exist');

/** A user of ALPHA whose roles are not enough; the graph also says whose would be. */
export const notFor = (username: 'alpha-epp' | 'alpha-billing') => ({
  auth: basic(username, 'alpha-sandbox'),
  status: 401,
  code: 'FORBIDDEN' as const,
  body: { code: 2201, message: 'Authorization error', data: {} },
});

/** What scenarios arrange with: a registrar's calls, and forgetting what earlier ones have left behind. */
export const registrarCalls = (world: () => TestWorld) => ({
  send: (method: 'POST' | 'PUT' | 'GET', url: string, payload?: object, auth = alpha): Promise<Answer> =>
    world().request({ method, url: `/registry/v1${url}`, auth, ...(payload && { payload }) }),
  forget: async (table: 'outbox' | 'rate_budgets'): Promise<void> => {
    await world().container.database.db.deleteFrom(table).execute();
  },
});
