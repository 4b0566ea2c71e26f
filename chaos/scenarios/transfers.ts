import { basic, person, registration, type Who } from '../caller.ts';
import { expectEqual, inParallel, newContact, proveLedger, type Scenario, type Testbed } from '../testbed.ts';

const takerCount = 6;

/** Everybody has the right code of one domain. */
export const transfers: Scenario = {
  name: 'transfers',
  play: async (testbed) => {
    const { callers, scale } = testbed;
    const registrant = await newContact(callers[0], 'alpha', person);
    const takers = await newRegistrars(testbed);
    for (let round = 0; round < 3 * scale; round += 1) {
      const name = `taken-${round}.ee`;
      const code = `code-of-${round}`;
      const made = await callers[0].rest('alpha', 'POST /domains', registration(name, registrant, code));
      expectEqual(made?.code, 1000, 'registration');
      const winners: Who[] = [];
      // Each of them tries twice at once, through both processes.
      await inParallel(takerCount * 2, takerCount * 2, async (index) => {
        const taker = takers[index % takerCount] ?? 'beta';
        const caller = callers[index < takerCount ? 0 : 1];
        const body = { transfer: { transfer_code: code } };
        const answer = await caller.rest(taker, `POST /domains/${name}/transfer`, body);
        if (answer?.code === 1000) winners.push(taker);
        else if (!answer || answer.status >= 500) throw new Error(`no refusal: ${JSON.stringify(answer)}`);
      });
      expectEqual(winners.length, 1, 'takers of one domain that got it');
      const holders: Who[] = [];
      await inParallel(takerCount, takerCount, async (index) => {
        const taker = takers[index] ?? 'beta';
        const listed = await callers[1].rest(taker, 'GET /domains?limit=200');
        if (JSON.stringify(listed?.data.domains).includes(`"${name}"`)) holders.push(taker);
      });
      expectEqual(holders, winners, 'who holds it, and who was told so');
    }
    await proveLedger(callers[0]);
    return `${3 * scale} domains, ${takerCount} registrars with the right code twice each, one of them got it`;
  },
};

async function newRegistrars({ callers: [caller], random }: Testbed): Promise<Who[]> {
  const run = random.below(1_000_000);
  const codes = Array.from({ length: takerCount }, (_, index) => `T${run}N${index}`);
  for (const code of codes) {
    const data = await caller.graph(
      'operator',
      `mutation ($registrar: RegistrarCreateInput!, $user: ApiUserCreateInput!) {
        registrarCreate(input: $registrar) { registrar { code } }
        apiUserCreate(input: $user) { apiUser { username } } }`,
      {
        registrar: { code, name: code, balance: '100.00' },
        user: { registrar: code, username: code, password: `${code}-password`, roles: ['SUPER'] },
      },
    );
    expectEqual(data?.apiUserCreate?.apiUser?.username, code, 'a new API user');
  }
  return codes.map((code) => ({ authorization: basic(code, `${code}-password`) }));
}
