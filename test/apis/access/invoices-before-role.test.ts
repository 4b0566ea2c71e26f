import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

describe('an invoice', () => {
  it('that is not there, or another registrar\u2019s, is reported before the role', async () => {
    const issued = await world.request({
      method: 'POST',
      url: '/registry/v1/invoices/add_credit',
      payload: { invoice: { amount: '10' } },
      auth: alpha,
    });
    const id = String((issued.body.data as unknown as { invoice: { id: number } }).invoice.id);
    const { auth: token } = await giveToken(world, ['READ']);
    for (const [path, method, payload] of [
      ['', 'GET'],
      ['/download', 'GET'],
      ['/cancel', 'PUT', {}],
      ['/send_to_recipient', 'POST', {}],
    ] as const) {
      const answers = async (auth: string) =>
        Promise.all(
          [id, '999999', 'x'].map(async (one) => {
            const url = `/registry/v1/invoices/${one}${path}`;
            const { status, body } = await world.request({ method, url, auth, ...(payload && { payload }) });
            return [status, body.code as unknown];
          }),
        );
      const absent = [404, 2303];
      for (const auth of [basic('alpha-epp', 'alpha-sandbox'), token])
        expect(await answers(auth), path).toEqual([[401, 2201], absent, absent]);
      expect((await answers(beta))[0], path).toEqual(absent);
    }
  });
});
