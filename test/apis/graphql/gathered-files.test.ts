import { strFromU8, unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { longestGatherMs } from '#src/apis/graphql/files/gathered.ts';
import { spendElsewhere } from '../../support/budgets.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const parquet = 'application/vnd.apache.parquet';
const count = 230;

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '2000', RATE_LIMIT_WINDOW: '3600' });
  await manyDomains(world, { prefix: 'sheet', count });
});

const query =
  '{ domains(first: 20, where: { name: { startsWith: "sheet-" } }) { nodes { name expiresAt disputed registrar { code } } } }';

const ask = (accept: string, url: string, asked = query) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { accept, authorization: alpha, 'content-type': 'application/json' },
    payload: { query: asked },
  });

const sheetIn = (bytes: Buffer) => {
  const parts = unzipSync(bytes);
  return strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
};

describe('an answer as a file that is sent when it is complete', () => {
  it('is an Excel sheet with real types, a frozen header and the whole list', async () => {
    const response = await ask(excel, '/graphql?all=true');
    expect(response.headers['content-type']).toBe(excel);
    expect(response.headers['content-disposition']).toContain('zonegraph.xlsx');
    expect(response.headers['x-total-count']).toBe(String(count));
    const sheet = sheetIn(response.rawPayload);
    expect(sheet.match(/<row>/g)).toHaveLength(count + 1);
    expect(sheet).toContain('ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"');
    expect(sheet).toMatch(
      /<row><c t="inlineStr"><is><t xml:space="preserve">sheet-[^<]+<\/t><\/is><\/c><c s="4"><v>[\d.]+<\/v><\/c><c t="b"><v>0<\/v>/,
    );
    expect(sheet).toContain('registrar.code');
    const page = await ask(excel, '/graphql');
    expect(sheetIn(page.rawPayload).match(/<row>/g)).toHaveLength(21);
    expect(page.headers['x-truncated']).toBe('true');
  });

  it('is a Parquet file whose moments are UTC and whose metadata names the time zone', async () => {
    const { rawPayload } = await ask(parquet, '/graphql?all=true');
    const file = new Uint8Array(rawPayload).buffer;
    const { key_value_metadata: known, schema } = parquetMetadata(file);
    expect(known).toContainEqual({ key: 'zonegraph.timeZone', value: 'Europe/Tallinn' });
    expect(schema.find(({ name }) => name === 'expiresAt')?.logical_type).toMatchObject({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
    });
    expect(await parquetReadObjects({ file })).toHaveLength(count);
  });

  it('is refused in time where the list takes longer than a proxy waits, which CSV does not', async () => {
    const hasty = await testWorld({ FILE_TIMEOUT: '0.1' });
    const all =
      '{ domains(first: 1, where: { name: { startsWith: "sheet-" } }) { nodes { name history(first: 1) { nodes { operation } } } } }';
    const headers = { authorization: alpha, 'content-type': 'application/json' };
    const asked = (accept: string) =>
      hasty.app.inject({
        method: 'POST',
        url: '/graphql?all=true',
        headers: { ...headers, accept },
        payload: { query: all },
      });
    const refused = await asked(excel);
    expect(refused.statusCode).toBe(413);
    expect(refused.json().errors[0].message).toBe(
      'An Excel file is sent when it is complete, and this list takes longer than 0.1 seconds: use CSV or JSON lines, which are sent while they are read, or filter the list',
    );
    expect((await asked('text/csv')).statusCode).toBe(200);
    expect(longestGatherMs).toBeLessThan(75_000);
  });

  it('is refused where there is no list, and where the budget ends before the list does', async () => {
    const none = await ask(excel, '/graphql', '{ viewer { name } }');
    expect([none.statusCode, none.json().errors[0].message]).toEqual([
      406,
      expect.stringContaining('Excel needs'),
    ]);
    await spendElsewhere(world, 1990);
    const response = await ask(parquet, '/graphql?all=true');
    expect(response.statusCode).toBe(429);
    expect(response.json().errors[0].message).toContain('could not be read to the end');
  });
});
