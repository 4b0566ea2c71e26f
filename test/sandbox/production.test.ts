import { describe, expect, it } from 'vitest';
import { OperatorSignIns } from '#src/apis/access/operator-sign-ins.ts';
import { fingerprint, randomHex } from '#src/core/secrets.ts';
import { addedBy } from '#src/registry/rules/operators/sandbox-people.ts';
import { accessTokenFrom } from '#src/registry/rules/registrar/access-tokens.ts';
import { insertAccessToken } from '#src/registry/store/runner/access-tokens.ts';
import { insertOperator, operatorByEmail } from '#src/registry/store/runner/operators.ts';
import { wasSandbox } from '#src/registry/store/sandbox/sandbox-mark.ts';
import { seedWorld } from '#src/sandbox/world.ts';
import { askOf } from '../support/operator.ts';
import { ownOperator as operator, productionEnv } from '../support/production.ts';
import { testWorld } from '../support/world.ts';

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
    const add = (name: string, created_by: string) =>
      insertOperator(db, { name, email: `${name}@our.example`, role: 'ADMIN', created_by, created_at: now });
    const faina = await operatorByEmail(db, 'faina@registry.example');
    // Whoever a person of a sandbox adds is one, too.
    const people = [
      faina,
      await add('anybody', addedBy('Anna', { sandbox: true })),
      await add('real', 'Anna'),
    ];
    const isIn: unknown[] = [];
    for (const person of people) {
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
      const signedIn = new OperatorSignIns(world.container)
        .byProvider(
          { name: 'x', email: person?.email ?? '', account },
          { address: '10.0.0.1', requestId: 'r' },
        )
        .then(
          () => 'in',
          ({ message }: Error) => message,
        );
      isIn.push([data?.viewer?.operatorRole ?? null, await signedIn]);
    }
    const refusal = expect.stringContaining('was added in a sandbox');
    expect(isIn).toEqual([
      [null, refusal],
      [null, refusal],
      ['ADMIN', 'in'],
    ]);
  });

  it('tells a database that a sandbox has served from others, whatever its people have changed since', async () => {
    const { db } = world.container.database;
    await db.deleteFrom('access_tokens').execute();
    await db.deleteFrom('operators').execute();
    expect(await wasSandbox(db)).toBe(true);
    await db.deleteFrom('sandbox_clock_moves').execute();
    expect(await wasSandbox(db)).toBe(false);
    // Nor does a sandbox serve a registry's: it could be emptied by everybody.
    await expect(seedWorld(world.container, 'bare')).rejects.toThrow('No sandbox has filled this database');
    expect(await wasSandbox(db)).toBe(false);
  });

  it('cannot move its clock by any other way', async () => {
    await expect(world.container.jobs.advanceTo(new Date('2100-01-01'))).rejects.toThrow('Only the sandbox');
    await expect(world.container.jobs.reset('bare')).rejects.toThrow('Only the sandbox');
  });
});
