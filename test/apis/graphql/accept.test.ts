import { beforeAll, describe, expect, it } from 'vitest';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const url = '/graphql?query=%7Bzones%7Borigin%7D%7D';
const ask = async (accept: string, method: 'GET' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' = 'GET') => {
  const { status, headers, text } = await world.request({ method, url, headers: { accept }, auth: operator });
  return { status, type: String(headers['content-type']).split(';')[0], allow: headers.allow, text };
};

describe('Accept of /graphql', () => {
  it.each([
    ['text/html;q=0, application/json', 200, 'application/json'],
    ['text/html; q=0.000, */*', 200, 'application/json'],
    ['text/csv;q=0, application/json', 200, 'application/json'],
    ['application/x-ndjson;q=0, text/csv', 200, 'text/csv'],
    ['text/csv;q=0.5, application/json', 200, 'application/json'],
    ['text/csv, application/json;q=0.5', 200, 'text/csv'],
    ['application/x-ndjson;q=0.9, text/csv;q=0.8', 200, 'application/x-ndjson'],
    ['text/csv; charset=utf-8', 200, 'text/csv'],
    ['application/json;q=0, */*', 200, 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 200, 'application/graphql-response+json'],
    ['application/json; charset=utf-8', 200, 'application/json'],
    ['*/*;q=0', 406, 'application/json'],
    ['application/json;q=0', 406, 'application/json'],
    ['image/png', 406, 'application/json'],
    ['text/html, */*;q=0.8', 200, 'text/html'],
  ])('%s is answered with %i as %s', async (accept, status, type) => {
    expect(await ask(accept)).toMatchObject({ status, type });
  });

  it('with a weight of none is heard by pages of the whole server, too', async () => {
    const nowhere = (accept: string) => world.request({ url: '/nowhere', headers: { accept }, auth: null });
    expect((await nowhere('text/html')).headers['content-type']).toMatch(/^text\/html/);
    expect((await nowhere('text/html;q=0, */*')).headers['content-type']).toMatch(/^application\/json/);
  });
});

describe('other methods of /graphql', () => {
  it('are refused as such, with the methods that there are', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const { status, type, allow, text } = await ask('*/*', method);
      expect({ status, type, allow }).toEqual({
        status: 405,
        type: 'application/json',
        allow: 'GET, HEAD, POST, OPTIONS',
      });
      expect(JSON.parse(text).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    }
  });

  it('HEAD says what GET would, without its body', async () => {
    for (const accept of ['*/*', 'text/csv', 'text/html', 'image/png']) {
      const { text: _, ...got } = await ask(accept);
      expect(await ask(accept, 'HEAD')).toEqual({ ...got, text: '' });
    }
  });
});
