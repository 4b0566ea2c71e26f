import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#src/base/actor.ts';
import { createAccessToken } from '#src/registry/operations/access-tokens/create-access-token.ts';
import { signIn } from '#src/registry/operations/access-tokens/sign-in.ts';
import type { Operation } from '#src/registry/operations/operation.ts';
import { signInOperator } from '#src/registry/operations/operators/sign-in-operator.ts';
import { operatorMark } from '#src/registry/rules/operators/sessions.ts';
import { operatorByEmail } from '#src/registry/store/runner/operators.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { codeOf, newOperator } from '../../support/operators.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

/** A password that is changed between its check and what comes of it lets nobody in. */
let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const run = <I>(operation: Operation<I, unknown>, input: I, actor: Actor) =>
  world.container.runner.run(operation, input, { actor, request: { id: 'test', via: 'web' } });

const [before, after] = ['the password of before', 'the password of now'];
let users = 0;
async function newUser(): Promise<string> {
  users += 1;
  const username = `changes-${users}`;
  const input = { registrar: 'ALPHA', username, password: before, roles: ['SUPER'] };
  expectDone(await mutate('apiUserCreate', input, 'apiUser { id }', operator));
  return username;
}
const checked = async (username: string, password: string) => {
  const authorization = `Basic ${btoa(`${username}:${password}`)}`;
  const { authenticator } = world.container;
  return authenticator.signIn({ authorization, address: '127.0.0.1' } as never, username, password);
};

const ways: Readonly<Record<string, (actor: Awaited<ReturnType<typeof checked>>) => ReturnType<typeof run>>> =
  {
    'a session': (actor) =>
      run(
        signIn as Operation<unknown, unknown>,
        { passwordFingerprint: actor.passwordFingerprint, expiresIn: 'PT8H' },
        actor,
      ),
    'an access token': (actor) =>
      run(
        createAccessToken as Operation<unknown, unknown>,
        { name: 'late', scopes: ['READ'], expiresIn: 'P1D' },
        actor,
      ),
  };

describe('a former password', () => {
  it.each(Object.entries(ways))('that was right when it was checked gives no %s', async (_, way) => {
    const username = await newUser();
    const early = await checked(username, before);
    expect(await way(early)).toMatchObject({ ok: true });
    expectDone(await mutate('apiUserUpdate', { username, password: after }, 'apiUser { id }', operator));
    expect(await way(early)).toMatchObject({ ok: false });
    expect(await way(await checked(username, after))).toMatchObject({ ok: true });
  });

  it('of an operator gives no session, nor does one of before another role', async () => {
    const { id, email, key } = await newOperator(world, 'SUPPORT');
    const person = async () => {
      const found = await operatorByEmail(world.container.database.db, email);
      if (!found) throw new Error('nobody has this address');
      return found;
    };
    const early = await person();
    const input = (mark: string) => ({ id: early.id, mark, code: codeOf(key), network: '127.0.0.1' });
    expectDone(await mutate('operatorUpdate', { id, role: 'VIEWER' }, 'operator { id }', operator));
    const late = await run(signInOperator as Operation<unknown, unknown>, input(operatorMark(early)), {
      kind: 'anonymous',
    });
    expect(late).toMatchObject({ ok: false });
    const now = await run(
      signInOperator as Operation<unknown, unknown>,
      input(operatorMark(await person())),
      {
        kind: 'anonymous',
      },
    );
    expect(now).toMatchObject({ ok: true });
  });
});
