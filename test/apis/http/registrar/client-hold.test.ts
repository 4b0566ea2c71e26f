import { beforeAll, describe, expect, it } from 'vitest';
import {
  newDomain,
  openDispute,
  operationsOn,
  setDomainStatuses,
  storedDomain,
  updateBlockers,
} from '../../../support/domains.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const hold = (name: string) => call(`PUT /domains/${name}/statuses/clientHold`);
const release = (name: string) => call(`DELETE /domains/${name}/statuses/clientHold`);
const active = () => newDomain(world, { nameservers: ['ns1.host.test', 'ns2.host.test'] });
const statusesOf = async (name: string) => (await storedDomain(world, name)).statuses;
const notSupported = (status: string) =>
  `Parameter value policy error. Client-side object status management not supported: status ${status}`;

describe('putting a domain on hold', () => {
  it('sets clientHold in the place of ok', async () => {
    const name = await active();
    expectData(await hold(name), { domain: name, status: 'clientHold' });
    expect(await statusesOf(name)).toEqual(['clientHold']);
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.set-client-hold']);
  });

  it('works with the body null that clients send, and with none', async () => {
    const name = await active();
    expect((await call(`PUT /domains/${name}/statuses/clientHold`, null)).status).toBe(200);
    expectData(await call(`DELETE /domains/${name}/statuses/clientHold`, null), {});
  });

  it('is refused when it is on hold already', async () => {
    const name = await active();
    await hold(name);
    expectRefusal(await hold(name), 400, 2306, notSupported('clientHold'));
  });

  it.each(['serverHold', 'clienthold', 'clientTransferProhibited', 'nonsense'])(
    "is the only thing of its kind: %s is not the registrar's to set or remove",
    async (status) => {
      const name = await active();
      expectRefusal(await call(`PUT /domains/${name}/statuses/${status}`), 400, 2306, notSupported(status));
      expectRefusal(
        await call(`DELETE /domains/${name}/statuses/${status}`),
        400,
        2306,
        notSupported(status),
      );
      expectMissing(await call(`PUT /domains/unknown.ee/statuses/${status}`));
    },
  );

  it.each([...updateBlockers, 'serverObjUpdateProhibited', 'serverManualInzone'])(
    'is forbidden by %s',
    async (status) => {
      const name = await active();
      await setDomainStatuses(world, name, [status]);
      expectProhibited(await hold(name));
      expect(await statusesOf(name)).toEqual([status]);
    },
  );

  it.each(['deleteCandidate', 'serverForceDelete', 'expired', 'serverHold'])(
    'is not forbidden by %s',
    async (status) => {
      const name = await active();
      await setDomainStatuses(world, name, [status]);
      expect((await hold(name)).status).toBe(200);
      expect(await statusesOf(name)).toEqual([status, 'clientHold']);
    },
  );

  it('is not forbidden by a dispute', async () => {
    const name = await active();
    await openDispute(world, name);
    expect((await hold(name)).status).toBe(200);
  });

  it('is forbidden while the registrant is not valid', async () => {
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant });
    await world.container.database.db
      .updateTable('contacts')
      .set({ email: '' })
      .where('code', '=', registrant)
      .execute();
    const message = `Contact ${registrant} is not valid, please fix the invalid contact`;
    expectRefusal(await hold(name), 400, 2304, message);
  });

  it('is not for other registrars, nor for users who may only deal with money', async () => {
    const name = await active();
    const put = (auth: string) => call(`PUT /domains/${name}/statuses/clientHold`, undefined, { auth });
    expectMissing(await put(beta));
    expectRefusal(await put(basic('alpha-billing', 'alpha-sandbox')), 401, 2201, 'Authorization error');
  });

  it('lets one of several at the same time do it', async () => {
    const name = await active();
    const answers = await Promise.all([1, 2, 3].map(() => hold(name)));
    expect(answers.map(({ body }) => Number(body.code)).sort()).toEqual([1000, 2306, 2306]);
    expect(await statusesOf(name)).toEqual(['clientHold']);
  });
});

describe('taking a domain off hold', () => {
  it('removes clientHold and nothing else', async () => {
    const name = await active();
    await setDomainStatuses(world, name, ['serverForceDelete', 'clientHold', 'serverTransferProhibited']);
    expectData(await release(name), {});
    expect(await statusesOf(name)).toEqual(['serverForceDelete', 'serverTransferProhibited']);
  });

  it('leaves ok behind when nothing else is set', async () => {
    const name = await active();
    await hold(name);
    await release(name);
    expect(await statusesOf(name)).toEqual(['ok']);
  });

  it('is refused when it is not on hold', async () => {
    const name = await active();
    expectRefusal(await release(name), 400, 2306, notSupported('clientHold'));
  });

  it.each([...updateBlockers, 'serverObjUpdateProhibited'])('is forbidden by %s', async (status) => {
    const name = await active();
    await setDomainStatuses(world, name, [status, 'clientHold']);
    expectProhibited(await release(name));
    expect(await statusesOf(name)).toEqual([status, 'clientHold']);
  });

  it('is not for other registrars', async () => {
    const name = await active();
    await hold(name);
    expectMissing(await call(`DELETE /domains/${name}/statuses/clientHold`, undefined, { auth: beta }));
  });
});
