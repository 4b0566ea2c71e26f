import { request } from 'node:https';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { realClock } from '#src/base/clock.ts';
import { accounting } from '#src/integrations/accounting.ts';
import { eInvoicing } from '#src/integrations/e-invoicing.ts';
import { ownerServices } from '#src/integrations/owner-service.ts';
import { HttpPaymentProvider } from '#src/integrations/payment-provider.ts';
import { untrustedServer } from '../support/untrusted-server.ts';

let server: Awaited<ReturnType<typeof untrustedServer>>;
beforeAll(async () => {
  server = await untrustedServer();
});
const signal = () => AbortSignal.timeout(30_000);

describe('a service whose certificate nobody vouches for', () => {
  it('is there when nobody looks', async () => {
    const status = await new Promise((resolve, reject) => {
      request(server.url, { rejectUnauthorized: false }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    expect(server.requests()).toBe(1);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the accounting system', () => accounting(() => server.url).send('<invoices/>', signal())],
    ['the e-invoicing operator', () => eInvoicing(() => server.url, 'secret').send('<E_Invoice/>', signal())],
    ['an owner service', () => ownerServices('secret').notify({ url: server.url, body: {} }, signal())],
  ])('is sent nothing as %s', async (_, tell) => {
    const before = server.requests();
    await expect(tell()).rejects.toThrow(/self[- ]signed certificate/);
    expect(server.requests()).toBe(before);
  });

  it('is not believed as the payment provider', async () => {
    const before = server.requests();
    const provider = new HttpPaymentProvider({
      baseUrl: () => server.url,
      username: 'merchant',
      secret: 'secret',
      accountName: 'EUR-sandbox',
      clock: realClock,
      timeoutMs: 10_000,
    });
    expect(await provider.payment('x')).toEqual({
      kind: 'unavailable',
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(server.requests()).toBe(before);
  });
});
