import { describe, expect, it } from 'vitest';
import { fingerprint, randomHex } from '#src/base/secrets.ts';
import { OperatorSignIns } from '#src/extensions/console/operator-sign-ins.ts';
import { accessTokenFrom } from '#src/registry/rules/registrar/access-tokens.ts';
import { wasTrial } from '#src/registry/store/driver/migrations/trial-mark.ts';
import { insertAccessToken } from '#src/registry/store/runner/access-tokens.ts';
import { operatorByEmail } from '#src/registry/store/runner/operators.ts';
import { askOf, mutateOf } from '../../support/operator.ts';
import { ownOperator as operator, productionEnv } from '../../support/production.ts';
import { operator as sandboxOperator, type TestWorld, testWorld } from '../../support/world.ts';

const world = await testWorld(productionEnv);
const ask = askOf(() => world);

describe('production', () => {
  it('serves the operator, and knows the same nodes', async () => {
    const { data } = await ask(
      '{ viewer { kind } registrars(first: 5) { nodes { id code } } jobs { name } }',
      {},
      operator,
    );
    expect(data).toMatchObject({
      viewer: { kind: 'OPERATOR' },
      registrars: { nodes: [{ code: 'ALPHA' }, { code: 'BETA' }] },
    });
    const [{ id } = { id: '' }] = data.registrars.nodes as unknown as { id: string }[];
    const found = await ask(
      'query ($id: ID!) { node(id: $id) { __typename ... on Registrar { code } } }',
      { id },
      operator,
    );
    expect(found.data.node).toEqual({ __typename: 'Registrar', code: 'ALPHA' });
  });

  it('does not know the fields of the sandbox', async () => {
    const { errors } = await ask('mutation { clockAdvance(input: { by: "P1D" }) { now } }', {}, operator);
    expect(errors?.[0]?.message).toContain('Cannot query field "clockAdvance"');
  });

  it("lets in none of the sandbox's people, and nothing that anybody made as one of them", async () => {
    const { db } = world.container.database;
    const now = world.container.clock.now();
    const add = async (place: TestWorld, name: string, auth: string) => {
      const email = `${name}@our.example`;
      const input = { name, email, role: 'ADMIN' };
      const { link } = await mutateOf(() => place)('operatorCreate', input, 'link', auth);
      return { person: await operatorByEmail(db, email), link: String(link).split('/').at(-1) ?? '' };
    };
    const people = [
      { person: await operatorByEmail(db, 'faina@registry.example'), link: '' },
      // Whoever a person of a sandbox adds is one, too.
      await add(await testWorld(), 'anybody', sandboxOperator),
      await add(world, 'real', operator),
    ];
    const isIn: unknown[] = [];
    for (const { person, link } of people) {
      const token = accessTokenFrom('zgo_', randomHex(32));
      await insertAccessToken(db, {
        hash: fingerprint(token),
        name: 'made in the sandbox',
        registrar_id: null,
        api_user_id: null,
        operator: `person:${person?.id}`,
        operator_id: person?.id ?? 0,
        scopes: ['WRITE'],
        password_mark: null,
        created_by: person?.name ?? '',
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      });
      const { data } = await ask('{ viewer { operatorRole } }', {}, `Bearer ${token}`);
      const account = { issuer: 'https://login.example', subject: String(person?.id) };
      const signIns = new OperatorSignIns(world.container);
      const from = { address: '10.0.0.1', requestId: 'r' };
      const refusalOf = (work: Promise<string>) =>
        work.then(
          () => 'in',
          ({ message }: Error) => message,
        );
      const byLink = signIns.choosePassword({ link, password: 'operaatori-salasona', code: '000000' }, from);
      const reported = { name: 'x', email: person?.email ?? '', account };
      isIn.push([
        data?.viewer?.operatorRole ?? null,
        await refusalOf(byLink),
        await refusalOf(signIns.byProvider(reported, from)),
      ]);
    }
    const refusal = expect.stringContaining('was added in a sandbox');
    const ended = 'This link has been used, or is too old';
    expect(isIn).toEqual([
      [null, ended, refusal],
      [null, ended, refusal],
      ['ADMIN', 'The code is wrong', 'in'],
    ]);
  });

  it('tells a database that a sandbox has served from others, whatever its people have changed since', async () => {
    const { db } = world.container.database;
    await db.deleteFrom('access_tokens').execute();
    await db.deleteFrom('operators').execute();
    expect(await wasTrial(db)).toBe(true);
    await db.deleteFrom('sandbox_clock_moves').execute();
    expect(await wasTrial(db)).toBe(false);
  });

  it('cannot move its clock by any other way', async () => {
    await expect(world.container.jobs.advanceTo(new Date('2100-01-01'))).rejects.toThrow('Only the sandbox');
    await expect(world.container.jobs.reset('bare')).rejects.toThrow('Only the sandbox');
  });
});
