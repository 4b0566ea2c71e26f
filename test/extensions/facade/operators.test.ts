import { beforeAll, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { graph } from '../../support/graph.ts';
import { Browser, codeOf, keyOn, password } from '../../support/operators.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** A facade has people of its own: the registry behind it knows nothing of them. */
let world: TestWorld;
let facade: TestFacade;
const machine = 'Bearer desk-token-of-the-facade';
beforeAll(async () => {
  world = await testWorld();
  facade = await testFacade(await world.listen(), {
    OPERATOR_TOKENS: 'Desk:ADMIN:desk-token-of-the-facade',
  });
  await facade.upstream.mirror.pass();
});

const mutate = async (field: string, input: string, select = '', auth = machine): Promise<Loose> => {
  const { data, errors } = await graph(
    facade,
    `mutation { ${field}(input: ${input}) { ${select} userErrors { code } } }`,
    { auth },
  );
  expect(errors).toBeUndefined();
  return data[field];
};

it('operators of a facade are added, sign in, get another role and are disabled there', async () => {
  const made = await mutate(
    'operatorCreate',
    '{ name: "Ees Seisja", email: "ees@facade.example", role: SUPPORT }',
    'link operator { id }',
  );
  expect(made.userErrors).toEqual([]);
  const { id } = made.operator;
  const browser = new Browser(facade as never);
  const path = new URL(made.link).pathname;
  const key = keyOn((await browser.get(path)).body);
  expect((await browser.post(path, { password, code: codeOf(key) })).statusCode).toBe(303);
  expect((await browser.get('/operator')).headers.location).toBe('/operator/domains');
  const { body } = await browser.get('/operator/domains');
  expect(body).toContain('Ees Seisja <span class="tag">SUPPORT</span>');
  // Each page to which the navigation leads is there, and has what it shows.
  const nav = body.slice(body.indexOf('id="places"'), body.indexOf('</nav>'));
  const places = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(places).toContain('/operator/users');
  expect(places).not.toContain('/operator/jobs');
  for (const place of places) {
    const { statusCode, body } = await browser.get(place);
    expect([place, statusCode, body.includes('role="alert"')]).toEqual([place, 200, false]);
  }

  const { data } = await graph(facade, '{ operators { nodes { name role } } }', { auth: machine });
  expect(data.operators.nodes).toEqual([{ name: 'Ees Seisja', role: 'SUPPORT' }]);
  const behind = await graph(world, '{ operators(where: { name: { eq: "Ees Seisja" } }) { totalCount } }', {
    auth: 'Bearer operator-sandbox',
  });
  expect(behind.data.operators.totalCount).toBe(0);

  expect((await mutate('operatorUpdate', `{ id: "${id}", role: VIEWER }`)).userErrors).toEqual([]);
  expect((await browser.get('/operator/domains')).headers.location).toContain('/operator/sign-in');
  expect((await mutate('operatorDisable', `{ id: "${id}" }`)).userErrors).toEqual([]);
  expect((await mutate('operatorDisable', `{ id: "${id}" }`)).userErrors).toEqual([
    { code: 'OBJECT_DOES_NOT_EXIST' },
  ]);
});

it('operators of a facade are managed by nobody else', async () => {
  const query =
    'mutation { operatorCreate(input: { name: "X", email: "x@y.example", role: ADMIN }) { link } }';
  for (const auth of [alpha, 'Bearer operator-sandbox', null]) {
    const { data, errors } = await graph(facade, query, { auth });
    expect([data?.operatorCreate ?? null, errors?.length]).toEqual([null, 1]);
  }
});
