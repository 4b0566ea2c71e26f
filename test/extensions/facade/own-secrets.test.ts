import { expect, it } from 'vitest';
import { fingerprint, randomHex } from '#src/base/secrets.ts';
import { initSecret, replaceSecret } from '#src/registry/store/runner/kept-secrets.ts';
import { between } from '../../support/between.ts';
import { readConfig } from '../../support/extensions.ts';
import { testFacade } from '../../support/facade.ts';
import { testWorld } from '../../support/world.ts';

it("nothing of a facade's own follows from the registry's password, and what its processes share is in its database", async () => {
  const env = {
    ZONEGRAPH_MODE: 'facade',
    UPSTREAM_URL: 'http://127.0.0.1:9',
    UPSTREAM_USERNAME: 'a',
    UPSTREAM_PASSWORD: 'b',
  };
  const [one, two] = [readConfig(env), readConfig(env)];
  for (const name of ['BILLING_SECRET', 'OPERATOR_TOKENS', 'PAYMENT_API_SECRET', 'LINKPAY_TOKEN'] as const)
    expect(one[name]).not.toEqual(two[name]);
  const { url } = await between(await testWorld());
  const facade = await testFacade(url);
  const other = await testFacade(url, {}, { beside: facade });
  expect(other.container.config.BILLING_SECRET).toBe(facade.container.config.BILLING_SECRET);
  expect(other.container.config.OPERATOR_TOKENS).not.toEqual(facade.container.config.OPERATOR_TOKENS);
});

it('the token that was shown is known by its hash, until another is given', async () => {
  const { url } = await between(await testWorld());
  const facade = await testFacade(url);
  const { db } = facade.container.database;
  const [token, next] = [randomHex(32), randomHex(32)];
  expect(await initSecret(db, 'operator', fingerprint(token))).toBe(fingerprint(token));
  expect(await initSecret(db, 'operator', fingerprint(next))).toBe(fingerprint(token));
  const isOperator = async (given: string) => {
    const { body } = await facade.request({ url: '/readyz', auth: `Bearer ${given}` });
    return 'registry' in body;
  };
  expect([await isOperator(token), await isOperator(next)]).toEqual([true, false]);
  await replaceSecret(db, 'operator', fingerprint(next));
  expect([await isOperator(token), await isOperator(next)]).toEqual([false, true]);
  // Who guesses is told how the service is, and nothing else.
  for (let guess = 0; guess < 25; guess += 1) expect(await isOperator(`guess-${guess}`)).toBe(false);
  expect(await isOperator(randomHex(32))).toBe(false);
});
