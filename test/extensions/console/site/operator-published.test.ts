import { beforeAll, expect, it } from 'vitest';
import { consoleOf } from '../../../support/console.ts';
import { mutateOf } from '../../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
const { get, post } = consoleOf(() => world);
const document = '{ domains(first: 5) { nodes { name } } }';

beforeAll(async () => {
  world = await testWorld();
});

async function publish(name: string, auth: string) {
  const { question, url } = await mutate('questionPublish', { name, document }, 'url question { id }', auth);
  return { id: String(question?.id), path: new URL(String(url)).pathname };
}

/** As a form that was read before it is sent. */
async function beSure(action: string, id: string) {
  const { body } = await post(`/do/${action}`, { id });
  const outcome = /name="outcome" value="([^"]+)"/.exec(body)?.[1] ?? '';
  return post(`/do/${action}`, { id, outcome, confirmed: 'yes', back: '/operator/questions' });
}

it('operators see what is published by everybody, without addresses, and end it', async () => {
  const mine = await publish('Weekly names', alpha);
  const other = await publish('Names of the others', beta);
  const { board, url } = await mutate(
    'boardPublish',
    { name: 'Wall', questions: [mine.id] },
    'url board { id }',
    alpha,
  );
  const list = (await get('/questions')).body;
  for (const text of ['Weekly names', 'Names of the others', document]) expect(list).toContain(text);
  expect(list).not.toContain('zgq_');
  expect((await get('/questions?registrar=BETA')).body).not.toContain('Weekly names');
  expect((await get('/questions?state=ended')).body).toContain('Nothing matches.');
  const boards = (await get('/boards')).body;
  expect(boards).toContain('Wall');
  expect(boards).toContain('Weekly names');
  expect(boards).not.toContain('zgb_');

  const read = async (path: string) => (await world.app.inject({ url: path })).statusCode;
  const wall = new URL(String(url)).pathname;
  expect([await read(mine.path), await read(wall)]).toEqual([200, 200]);
  expect((await beSure('boardRevoke', String(board?.id))).headers.location).toContain('done=boardRevoke');
  expect((await beSure('questionRevoke', mine.id)).headers.location).toContain('done=questionRevoke');
  expect([await read(mine.path), await read(wall), await read(other.path)]).toEqual([404, 404, 200]);
  expect((await get('/questions')).body).not.toContain('Weekly names');
});
