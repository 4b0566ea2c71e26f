import { beforeAll, describe, expect, it } from 'vitest';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { testDatabase } from '../../support/database.ts';
import { beta, operator, testWorld } from '../../support/world.ts';

/** A process that the database's notifications do not reach: what it changed itself, it knows. */
let deaf: SecondContainer;
beforeAll(async () => {
  await testWorld();
  const database = await testDatabase();
  const listen = async () => async () => {};
  const withoutNotifications = new Proxy(database, {
    get: (target, name) => {
      const value: unknown = name === 'listen' ? listen : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  deaf = await secondContainer({ database: withoutNotifications });
});

const ask = async (query: string, authorization: string) =>
  (
    await deaf.app.inject({ method: 'POST', url: '/graphql', headers: { authorization }, payload: { query } })
  ).json();
const change = async (field: string, input: string): Promise<void> => {
  const { data } = await ask(`mutation { ${field}(input: ${input}) { userErrors { message } } }`, operator);
  expect(data[field].userErrors).toEqual([]);
};
const isAdmitted = async (): Promise<boolean> =>
  (await ask('{ viewer { name } }', beta)).errors === undefined;

describe('a process that has changed who may call', () => {
  it.each([
    [
      'a suspension',
      () => change('registrarSuspend', '{ code: "BETA" reason: "unpaid" }'),
      () => change('registrarReinstate', '{ code: "BETA" }'),
    ],
    [
      'a setting',
      () => change('settingSet', '{ name: "api_ip_whitelist_enabled" value: "true" }'),
      () => change('settingSet', '{ name: "api_ip_whitelist_enabled" value: "false" }'),
    ],
  ])('acts on %s at once, before any notification', async (_, shut, open) => {
    expect(await isAdmitted()).toBe(true);
    await shut();
    expect(await isAdmitted()).toBe(false);
    await open();
    expect(await isAdmitted()).toBe(true);
  });

  it('changes nothing for a dry run', async () => {
    expect(await isAdmitted()).toBe(true);
    const { data } = await ask(
      'mutation { registrarSuspend(input: { code: "BETA" reason: "unpaid" } dryRun: true) { userErrors { message } } }',
      operator,
    );
    expect(data.registrarSuspend.userErrors).toEqual([]);
    expect(await isAdmitted()).toBe(true);
  });
});
