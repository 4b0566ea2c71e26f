import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { person } from '../../support/contacts.ts';
import { alpha, type Loose, operator } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from './server.ts';

// The embedded database belongs to one process.
const onServer = inject('testDatabase').kind === 'postgres';
const slow = { timeout: 180_000 };
const budget = { RATE_LIMIT_POINTS: '1000000', RATE_LIMIT_REGISTRAR_POINTS: '1000000' };

let database: Awaited<ReturnType<typeof newDatabase>>;
let servers: Server[] = [];
beforeAll(async () => {
  if (!onServer) return;
  database = await newDatabase();
  const first = startServer({ ...database.env, ...budget });
  servers = [first];
  // The first prepares the database.
  await first.url;
  servers.push(startServer({ ...database.env, ...budget }));
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await database?.remove();
});

async function post(url: string, path: string, body: object, authorization: string): Promise<Loose> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

const purchases = 200;
/** So many of one document, and so many callers at a time of each server. */
const atOnce = 10;

describe.runIf(onServer)('a token with a limit', () => {
  it('never spends more with two hundred purchases at once, at two servers and both APIs', slow, async () => {
    const urls = await Promise.all(servers.map(({ url }) => url));
    const [url = ''] = urls;
    const ask = (query: string, auth = alpha) => post(url, '/graphql', { query }, auth);
    await ask(
      'mutation { accountAdjust(input: { registrar: "ALPHA" amount: "50000.00" description: "Enough" }) { userErrors { message } } }',
      operator,
    );
    const { data: contact } = await post(url, '/registry/v1/contacts', { contact: person }, alpha);
    const registrant = String(contact.contact.code);
    const registration = (name: string) =>
      `domainRegister(input: { name: "${name}" registrant: "${registrant}" period: "P1Y" }`;
    const { data: tried } = await ask(`mutation { ${registration('price.ee')} dryRun: true) { price } }`);
    const price = Number(tried.domainRegister.price);
    const { data: made } = await ask(`mutation { accessTokenCreate(input: { name: "buyer" scopes: [WRITE]
      guards: { spendLimit: { amount: "${(price * 20.5).toFixed(2)}" per: MONTH } } }) { token } }`);
    const auth = `Bearer ${made.accessTokenCreate.token}`;
    const balance = async () => Number((await ask('{ account { balance } }')).data.account.balance);
    const before = await balance();

    const became = { bought: 0, refused: 0 };
    const overGraph = async (place: number): Promise<void> => {
      const fields = Array.from(
        { length: atOnce },
        (_, one) =>
          `p${one}: ${registration(`graph-${place}-${one}.ee`)}) { domain { id } userErrors { code } }`,
      );
      const { data, errors } = await post(
        urls[place % 2] ?? '',
        '/graphql',
        { query: `mutation { ${fields.join(' ')} }` },
        auth,
      );
      const bought = Object.values<Loose>(data).filter((one) => one?.domain).length;
      const guarded = Object.values<Loose>(errors ?? {}).filter(
        ({ extensions }) => String(extensions.guard) === 'spendLimit',
      ).length;
      expect(bought + guarded).toBe(atOnce);
      became.bought += bought;
      became.refused += guarded;
    };
    const overRest = async (place: number): Promise<void> => {
      const domain = { name: `rest-${place}.ee`, registrant, period: 1, period_unit: 'y' };
      const { code } = await post(urls[place % 2] ?? '', '/registry/v1/domains', { domain }, auth);
      expect([1000, 2201]).toContain(Number(code));
      became[Number(code) === 1000 ? 'bought' : 'refused'] += 1;
    };
    const inTurns = async (count: number, work: (place: number) => Promise<void>): Promise<void> => {
      let next = 0;
      const worker = async (): Promise<void> => {
        for (let place = next++; place < count; place = next++) await work(place);
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    };
    await Promise.all([inTurns(purchases / 2 / atOnce, overGraph), inTurns(purchases / 2, overRest)]);

    expect(became).toEqual({ bought: 20, refused: purchases - 20 });
    expect(await balance()).toBeCloseTo(before - 20 * price);
    const { data: shown } = await ask('{ accessTokens(first: 1) { nodes { guards { spent left } } } }');
    expect(shown.accessTokens.nodes[0].guards).toEqual({
      spent: (price * 20).toFixed(2),
      left: (price * 0.5).toFixed(2),
    });
  });
});
