import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import {
  newDomain,
  openDispute,
  operationsOn,
  setDomainStatuses,
  storedDomain,
  updateBlockers,
} from '../../../support/domains.ts';
import { expectData, expectMissing, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let old: string;
let fresh: string;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  old = await seed(world).contact();
  fresh = await seed(world).contact();
});

const call = restApi(() => world);
const paths = { tech: '/domains/contacts', admin: '/domains/admin_contacts' } as const;
const replace = (role: keyof typeof paths, current: unknown, wanted: unknown, auth = alpha) =>
  call(`PATCH ${paths[role]}`, { current_contact_id: current, new_contact_id: wanted }, { auth });
const contactsOf = async (name: string, auth = alpha) =>
  (await call(`GET /domains/${name}/contacts`, undefined, { auth })).body.data;

describe('replacing a tech contact everywhere', () => {
  it('touches tech links only and lists the domains by name', async () => {
    const names = [
      await newDomain(world, { name: 'b-tech.ee', techs: [old, fresh] }),
      await newDomain(world, { name: 'c-tech.ee', admins: [old], techs: [old] }),
      await newDomain(world, { name: 'a-tech.ee', techs: [old] }),
      await newDomain(world, { name: 'd-tech.ee', admins: [old] }),
    ] as const;
    expectData(await replace('tech', old, fresh), {
      affected_domains: ['a-tech.ee', 'c-tech.ee'],
      skipped_domains: ['b-tech.ee'],
    });
    expect(await contactsOf('c-tech.ee')).toEqual({ admin_contacts: [old], tech_contacts: [fresh] });
    expect(await contactsOf('b-tech.ee')).toEqual({ admin_contacts: [], tech_contacts: [old, fresh] });
    expect(await contactsOf('d-tech.ee')).toEqual({ admin_contacts: [old], tech_contacts: [] });
    expect(await operationsOn(world, names[1])).toEqual(['domain.register', 'domain.replace-tech-contact']);
    expect(await operationsOn(world, names[0])).toEqual(['domain.register']);
  });

  it("leaves other registrars' domains alone", async () => {
    const foreign = await newDomain(world, { techs: [old] }, { auth: beta });
    expectData(await replace('tech', old, fresh), { affected_domains: [], skipped_domains: [] });
    expect(await contactsOf(foreign, beta)).toMatchObject({ tech_contacts: [old] });
  });

  it('skips domains whose statuses or a dispute forbid it', async () => {
    const statuses = [
      ...updateBlockers,
      'deleteCandidate',
      'serverObjUpdateProhibited',
      'serverTechChangeProhibited',
    ];
    const names: string[] = [];
    for (const status of statuses) {
      const name = await newDomain(world, { techs: [old] });
      await setDomainStatuses(world, name, [status]);
      names.push(name);
    }
    const disputed = await newDomain(world, { techs: [old] });
    await openDispute(world, disputed);
    const free = await newDomain(world, { techs: [old] });
    await setDomainStatuses(world, free, ['serverAdminChangeProhibited', 'serverHold']);
    expectData(await replace('tech', old, fresh), {
      affected_domains: [free],
      skipped_domains: [...names, disputed].sort(),
    });
    expect(await contactsOf(disputed)).toMatchObject({ tech_contacts: [old] });
  });

  it('is not held up by a registrant that is not valid', async () => {
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant, techs: [old] });
    await world.container.database.db
      .updateTable('contacts')
      .set({ phone: '' })
      .where('code', '=', registrant)
      .execute();
    expectData(await replace('tech', old, fresh), { affected_domains: [name], skipped_domains: [] });
  });

  it('needs two contacts of its own, valid and different', async () => {
    const foreign = await seed(world, beta).contact();
    expectMissing(await replace('tech', 'ALPHA:NOBODY', fresh));
    expectMissing(await replace('tech', old, 'ALPHA:NOBODY'));
    expectMissing(await replace('tech', old, foreign));
    expectMissing(await replace('tech', foreign, fresh));
    expectRefusal(await replace('tech', old, old), 400, 2304, 'New contact must be different from current');
    await world.container.database.db
      .updateTable('contacts')
      .set({ email: '' })
      .where('code', '=', fresh)
      .execute();
    expectRefusal(await replace('tech', old, fresh), 400, 2304, 'New contact must be valid');
  });

  it('reports what is missing before it looks for anything', async () => {
    const missing = (name: string) => `param is missing or the value is empty: ${name}`;
    expectRefusal(await replace('tech', undefined, fresh), 400, 2003, missing('current_contact_id'));
    expectRefusal(await replace('tech', 'ALPHA:NOBODY', ' '), 400, 2003, missing('new_contact_id'));
    expectRefusal(await call('PATCH /domains/contacts', null), 400, 2003, missing('current_contact_id'));
  });

  it('is not for users who may only deal with money', async () => {
    for (const role of ['tech', 'admin'] as const) {
      const answer = await replace(role, old, fresh, basic('alpha-billing', 'alpha-sandbox'));
      expectRefusal(answer, 401, 2201, 'Authorization error');
    }
  });

  it('reads and writes in as many statements for thirty domains as for three', async () => {
    const count = async (domains: number) => {
      const [from, to] = [await seed(world).contact(), await seed(world).contact()];
      for (let made = 0; made < domains; made += 1) await newDomain(world, { techs: [from] });
      const { count: statements } = await countStatements(world.container.database, () =>
        replace('tech', from, to),
      );
      return statements;
    };
    await replace('tech', old, fresh);
    expect(await count(30)).toBe(await count(3));
  });

  it('remembers since when the old contact has stood on no domain', async () => {
    await newDomain(world, { techs: [old] });
    await replace('tech', old, fresh);
    const unlinked = await world.container.database.db
      .selectFrom('contacts')
      .select(['code', 'unlinked_at'])
      .where('code', 'in', [old, fresh])
      .execute();
    expect(unlinked.find(({ code }) => code === old)?.unlinked_at).toBeInstanceOf(Date);
    expect(unlinked.find(({ code }) => code === fresh)?.unlinked_at).toBeNull();
  });
});

describe('replacing an admin contact everywhere', () => {
  it('puts the same person under another code', async () => {
    const name = await newDomain(world, { admins: [old], techs: [old] });
    const { updated_at } = await storedDomain(world, name);
    expectData(await replace('admin', old, fresh), { affected_domains: [name], skipped_domains: [] });
    expect(await contactsOf(name)).toEqual({ admin_contacts: [fresh], tech_contacts: [old] });
    expect((await storedDomain(world, name)).updated_at.getTime()).toBeGreaterThan(updated_at.getTime());
  });

  it('refuses another person', async () => {
    const other = await seed(world).contact({ ident: people.mari });
    const message = 'New and current admin contacts ident data must be identical';
    expectRefusal(await replace('admin', old, other), 400, 2304, message);
  });

  it('refuses a company, which may not be added as an admin either', async () => {
    const [one, two] = [await seed(world).organisation(), await seed(world).organisation()];
    expectRefusal(await replace('admin', one, two), 400, 2306, 'Admin contact can be private person only');
  });

  it('skips domains whose statuses forbid it, or that have the new one already', async () => {
    const blocked = await newDomain(world, { admins: [old] });
    await setDomainStatuses(world, blocked, ['serverAdminChangeProhibited']);
    const both = await newDomain(world, { admins: [old, fresh] });
    const free = await newDomain(world, { admins: [old] });
    await setDomainStatuses(world, free, ['serverTechChangeProhibited']);
    expectData(await replace('admin', old, fresh), {
      affected_domains: [free],
      skipped_domains: [blocked, both].sort(),
    });
  });

  it('needs two contacts of its own, valid and different', async () => {
    expectMissing(await replace('admin', old, await seed(world, beta).contact()));
    expectRefusal(await replace('admin', old, old), 400, 2304, 'New contact must be different from current');
  });
});
