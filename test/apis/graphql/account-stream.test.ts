import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { subscribe } from '../../support/live.ts';
import { setBalance } from '../../support/money.ts';
import { mutateOf } from '../../support/operator.ts';
import { alpha, basic, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
const mutate = mutateOf(() => world);
const document =
  'subscription ($after: ID) { transactionPosted(after: $after) { id kind amount currency balance description } }';
const move = (registrar: string, amount: string, description: string) =>
  mutate('accountAdjust', { registrar, amount, description }, 'transaction { amount }');
const follow = (auth: string, after?: string) => subscribe(url, document, { auth, variables: { after } });
const posted = (item: Loose): Loose => item.data.transactionPosted;

beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  await setBalance(world, 'ALPHA', '100.00');
  await setBalance(world, 'BETA', '100.00');
});

describe('transactionPosted', () => {
  it('sends each movement with the balance after it, to the registrar whose account it is', async () => {
    const live = await follow(alpha);
    const theirs = await follow(beta);
    await move('BETA', '1.00', 'theirs');
    await move('ALPHA', '-2.50', 'ours');
    expect(posted(await live.next())).toMatchObject({
      amount: '-2.50',
      currency: 'EUR',
      balance: '97.50',
      description: 'ours',
    });
    expect(posted(await theirs.next())).toMatchObject({ amount: '1.00', description: 'theirs' });
    await move('ALPHA', '0.50', 'more');
    expect(posted(await live.next())).toMatchObject({ balance: '98.00', description: 'more' });
    live.close();
    theirs.close();
  });

  it('goes on after the last id seen, with everything that came meanwhile, in its order', async () => {
    const live = await follow(alpha);
    await move('ALPHA', '1.00', 'seen');
    const { id } = posted(await live.next());
    live.close();
    const missed = ['one', 'two', 'three'];
    for (const description of missed) await move('ALPHA', '1.00', description);
    const again = await follow(alpha, id);
    for (const description of missed) expect(posted(await again.next())).toMatchObject({ description });
    again.close();
    const { data } = await graph(world, `{ node(id: "${id}") { ... on Transaction { description } } }`);
    expect(data.node).toEqual({ description: 'seen' });
  });

  it('sends nothing of a dry run or of a write that was refused', async () => {
    const live = await follow(alpha);
    await graph(
      world,
      'mutation { accountAdjust(input: { registrar: "ALPHA", amount: "9.00" }, dryRun: true) { userErrors { code } } }',
      { auth: operator },
    );
    await move('ALPHA', '-100000.00', 'too much');
    await move('ALPHA', '3.00', 'done');
    expect(posted(await live.next())).toMatchObject({ description: 'done' });
    live.close();
  });

  it('is for registrars, and for tokens with the scope BILLING only', async () => {
    const made = async (scopes: string) =>
      (
        await graph(
          world,
          `mutation { accessTokenCreate(input: { name: "a", scopes: [${scopes}] }) { token } }`,
        )
      ).data.accessTokenCreate.token as string;
    const [reader, biller] = [await made('READ'), await made('BILLING')];
    const refused = await subscribe(url, document, { auth: `Bearer ${reader}` });
    expect((await refused.next()).errors[0].extensions).toMatchObject({
      code: 'FORBIDDEN',
      scope: 'BILLING',
    });
    const allowed = await subscribe(url, document, { auth: `Bearer ${biller}` });
    await move('ALPHA', '4.00', 'for the token');
    expect(posted(await allowed.next())).toMatchObject({ description: 'for the token' });
    allowed.close();
    for (const [auth, code] of [
      [operator, 'GRAPHQL_VALIDATION_FAILED'],
      [basic('alpha', 'wrong'), 'UNAUTHENTICATED'],
    ] as const) {
      const { errors } = await graph(world, document, { auth });
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
  });

  it('refuses an id of something else, or of nothing', async () => {
    const wrong = await follow(alpha, Buffer.from('Domain:1').toString('base64'));
    expect((await wrong.next()).errors[0].message).toBe('after is not the id of a Transaction');
  });
});
