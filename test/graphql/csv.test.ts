import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../support/seed.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  await maker.organisation({ id: 'a', name: '=SUM(A1)' });
  await maker.contact({ id: 'b', name: 'Mari Maasikas' });
});

const ask = (query: string) =>
  world.request({ method: 'POST', url: '/graphql', headers: { accept: 'text/csv' }, payload: { query } });

describe('asking for CSV', () => {
  it('gives the items of a connection as rows, nested objects as dotted columns', async () => {
    const { headers, text } = await ask(
      '{ contacts(first: 10, orderBy: { field: CODE }) { nodes { code ident { code countryCode } statuses { name } } } }',
    );
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.replace('\uFEFF', '').trim().split('\n')).toEqual([
      'code,ident.code,ident.countryCode,statuses',
      'ALPHA:A,12345678,EE,ok',
      'ALPHA:B,39708290069,EE,ok',
    ]);
  });

  it('keeps a cell from being taken for a formula', async () => {
    const { text } = await ask('{ contacts(first: 1, orderBy: { field: CODE }) { nodes { name } } }');
    expect(text).toContain("'=SUM(A1)");
  });

  it('says what it needs when there is no connection', async () => {
    const answer = await ask('{ viewer { name } }');
    expect(answer.status).toBe(406);
    expect(answer.text).toContain('CSV needs a query whose one root field is a connection');
  });

  it('tells errors as JSON', async () => {
    const answer = await ask('{ contacts { nodes { code } } }');
    expect(answer.body.errors).toBeDefined();
  });
});
