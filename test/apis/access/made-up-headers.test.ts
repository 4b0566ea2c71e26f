import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CheckedCallers } from '#src/apis/access/checked-callers.ts';
import { mutateOf } from '../../support/operator.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../support/world.ts';

/** Whatever is answered, nobody gets into another's line by a header that proves nothing. */
let world: TestWorld;
const mutate = mutateOf(() => world);
const learned = vi.spyOn(CheckedCallers.prototype, 'answered');

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => learned.mockRestore());

const lineOf = (authorization: string): string => {
  const callers = learned.mock.contexts.at(-1) as CheckedCallers;
  const socket = { remoteAddress: '192.0.2.99' };
  return callers.ownerOf({ headers: { authorization }, socket } as unknown as IncomingMessage);
};

const published = async (name: 'questionPublish' | 'boardPublish', input: object): Promise<string> => {
  const { url } = await mutate(name, { name: 'asked', ...input }, 'url', alpha);
  return new URL(String(url)).pathname;
};

it('learns a header from whoever checks it', async () => {
  await world.request({ method: 'GET', url: '/registry/v1/registrar/auth', auth: alpha });
  expect(lineOf(alpha)).toMatch(/^registrar:/);
});

it('learns none where none is looked at', async () => {
  const question = await mutate(
    'questionPublish',
    { name: 'asked', document: '{ domains(first: 5) { nodes { name } } }' },
    'url question { id }',
    alpha,
  );
  const path = new URL(String(question.url)).pathname;
  const board = await published('boardPublish', { questions: [question.question?.id] });
  const urls = [
    path,
    `${path}.json`,
    `${path}.csv`,
    board,
    '/',
    '/docs',
    '/llms.txt',
    '/readyz',
    '/operator',
  ];
  for (const [index, url] of urls.entries()) {
    const auth = basic(`nobody-${index}`, 'made up');
    await world.request({ method: 'GET', url, auth });
    expect([url, lineOf(auth)]).toEqual([url, '192.0.2.99']);
  }
});
