import type { FastifyInstance } from 'fastify';

/** The sandbox's business register: every number exists except those that begin with 999. */
export function mountCompanyRegister(app: FastifyInstance): void {
  app.get<{ Querystring: { q?: unknown } }>('/sandbox/company-register', async ({ query }) => {
    const number = String(query.q ?? '');
    const isKnown = /^\d{8}$/.test(number) && !number.startsWith('999');
    return {
      status: 'OK',
      data: isKnown ? [{ reg_code: Number(number), name: `Company ${number} OÜ`, status: 'R' }] : [],
    };
  });
}
