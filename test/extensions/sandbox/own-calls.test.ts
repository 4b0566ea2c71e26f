import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { SandboxPaymentProvider } from '#src/extensions/sandbox/payment-provider/provider.ts';
import type { Sandbox } from '#src/extensions/sandbox/sandbox.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/** A request that the sandbox sends to itself never waits for the caller's requests, which wait for it. */
let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

it('answers many callbacks at once: their look-ups do not wait for them', async () => {
  const provider = (world.container.standIns as Sandbox).payments as SandboxPaymentProvider;
  const pay = async (order: number): Promise<string> => {
    const { payment_reference } = await provider.open({
      source: 'oneoff',
      account_name: 'EUR-sandbox',
      order_reference: String(order),
      initial_amount: '20.00' as never,
    });
    return payment_reference;
  };
  let first = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const references = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(170000 + index)));
    const begun = performance.now();
    const answers = references.map(async (reference) => {
      const answer = await fetch(
        `${url}/api/v1/callback_handler/callback?payment_reference=${reference}&event_name=status_updated`,
      );
      first = Math.min(first, performance.now() - begun);
      return answer.status;
    });
    expect(await Promise.all(answers)).not.toContain(503);
  }
  // A request no longer counts after a second: until then look-ups would wait.
  expect(first).toBeLessThan(1_000);
});

it('has a queue apart for each address of its own that the source asks', async () => {
  const { askedByItself = [] } = world.container.standIns ?? {};
  const asked: string[] = [];
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.ts'),
  );
  for (const file of files)
    for (const [, path = ''] of readFileSync(`src/${file}`, 'utf8').matchAll(/ownUrl\}(\/[\w/-]+)/g))
      asked.push(path);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((path) => !askedByItself.some((one) => path.startsWith(one)))).toEqual([]);
});
