import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { endVersions } from '#src/registry/store/registry/past-entries.ts';
import { mutateOf } from '../../support/operator.ts';
import { people, seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** One row for each entry in the history of a domain or a contact, and when it held. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '1000000', RATE_LIMIT_REGISTRAR_POINTS: '1000000' },
    { clock: clockAt('2026-07-05T10:00:00+03:00') },
  );
});

const mutate = mutateOf(() => world);
const db = () => world.container.database.db;

async function mustDo(field: string, input: Readonly<Record<string, unknown>>, auth: string): Promise<void> {
  const { userErrors } = await mutate(field, input, '__typename', auth);
  expect(userErrors).toEqual([]);
}

async function renew(name: string, period: string, auth = alpha): Promise<void> {
  const expires = (await domainNow(world, name))?.expires_at ?? new Date(0);
  const expiresOn = world.container.calendar.dateOf(expires);
  await mustDo('domainRenew', { name, period, expiresOn }, auth);
}

interface Version {
  readonly id: number;
  readonly kind: string | null;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly [column: string]: unknown;
}

async function versionsOf(name: string): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select domain_versions.*, registrars.code as registrar, before.code as from_registrar, zones.origin as zone
    from domain_versions left join registrars on registrars.id = registrar_id
      left join registrars before on before.id = from_registrar_id left join zones on zones.id = zone_id
    where domain_versions.name = ${name} order by domain_versions.id`.execute(db());
  return rows;
}

describe('the versions of a domain', () => {
  const name = 'kõrvits.ee';

  it('say what each entry of its history was, from its registration to its end', async () => {
    const { transferCode } = await seed(world).domain(name, {
      nameservers: ['ns1.one.example', 'ns2.one.example'],
      period: 3,
      unit: 'm',
    });
    await advance(world, { by: 'P5D' });
    await renew(name, 'P2Y');
    await mustDo('domainUpdate', { name, transferCode: `${transferCode}2` }, alpha);
    await advance(world, { by: 'P1D' });
    await mustDo('domainTransfer', { name, transferCode: `${transferCode}2` }, beta);
    const heir = await seed(world, beta).contact({ name: 'Mari Maasikas', ident: people.mari });
    await mustDo('domainUpdate', { name, registrant: { code: heir, verified: true } }, beta);
    await mustDo('domainDelete', { name, verified: true }, beta);
    await advance(world, { by: 'P60D' });
    expect(await domainNow(world, name)).toBeUndefined();

    const versions = await versionsOf(name);
    const kinds = versions.map(({ kind }) => kind);
    expect(kinds.slice(0, 5)).toEqual([
      'REGISTERED',
      'RENEWED',
      'UPDATED',
      'TRANSFERRED',
      'REGISTRANT_CHANGED',
    ]);
    expect(new Set(kinds.slice(5, -1))).toEqual(new Set(['UPDATED']));
    expect(kinds.at(-1)).toBe('DELETED');
    expect(versions.slice(0, 4)).toMatchObject([
      {
        months: 3,
        registrar: 'ALPHA',
        from_registrar: null,
        hostnames: ['ns1.one.example', 'ns2.one.example'],
      },
      { months: 24, registrar: 'ALPHA', from_registrar: null },
      { months: null, price: null },
      { registrar: 'BETA', from_registrar: 'ALPHA', months: null, price: null },
    ]);
    for (const version of versions)
      expect(version).toMatchObject({ zone: 'ee', name_puny: 'xn--krvits-pxa.ee', signed: false });
    expect(versions.at(-1)).toMatchObject({ registrar: 'BETA', registrant_code: heir });
    const { rows: charges } = await sql<{ sum: string }>`
      select -sum as sum from ledger where domain_id = ${versions[0]?.domain_id} order by id`.execute(db());
    expect(versions.slice(0, 2).map(({ price }) => price)).toEqual(charges.map(({ sum: price }) => price));
  });

  it('are written once: the entry has the price, and the charge says so', async () => {
    const { rows } = await sql<{ price: string; is_priced: boolean }>`
      select version.price, version.price = history.price
        and (select every(priced) from ledger where ledger.domain_id = version.domain_id) as is_priced
      from domain_versions version join history using (id)
      where version.name = ${name} and version.kind in ('REGISTERED', 'RENEWED')`.execute(db());
    expect(rows.map(({ is_priced }) => is_priced)).toEqual([true, true]);
  });

  it('follow each other without a gap, and none holds when it is gone', async () => {
    const versions = await versionsOf(name);
    for (const [index, { valid_to }] of versions.slice(0, -1).entries())
      expect(valid_to).toEqual(versions[index + 1]?.valid_from);
    expect(versions.at(-1)?.valid_to).toEqual(versions.at(-1)?.valid_from);
  });

  it('stay in the order of its entries where a clock was behind another one', async () => {
    await seed(world).domain('late.ee');
    const first = (await versionsOf('late.ee'))[0];
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
        event, changes, snapshot)
      select at - interval '1 hour', actor_kind, actor_name, 'domain.update', request_id, object_type, object_id, object_key,
        'update', '{"statuses": {}}', snapshot from history where id = ${first?.id}`.execute(db());
    expect(await versionsOf('late.ee')).toMatchObject([
      { valid_from: first?.valid_from, valid_to: first?.valid_from },
      { valid_from: first?.valid_from, valid_to: new Date('9999-12-31T00:00:00Z'), kind: 'UPDATED' },
    ]);
  });

  it('are written by two who change a domain at the same time, one after the other', async () => {
    await seed(world).domain('race.ee');
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        mustDo('domainUpdate', { name: 'race.ee', transferCode: `code-${index}` }, alpha),
      ),
    );
    const versions = await versionsOf('race.ee');
    expect(versions).toHaveLength(9);
    expect(versions.filter(({ valid_to }) => valid_to.getUTCFullYear() === 9999)).toHaveLength(1);
    for (const [index, { valid_to }] of versions.slice(0, -1).entries())
      expect(valid_to).toEqual(versions[index + 1]?.valid_from);
  });

  it('say of two contacts that were merged that the registrant is who it was', async () => {
    const one = await seed(world).contact({ ident: people.peeter });
    const other = await seed(world).contact({ ident: people.peeter });
    await seed(world).domain('merged.ee', { registrant: one });
    await mustDo('contactMerge', { code: one, into: other }, operator);
    expect(await versionsOf('merged.ee')).toMatchObject([
      { kind: 'REGISTERED', registrant_code: one },
      { kind: 'UPDATED', registrant_code: other },
    ]);
  });
});

describe('the price of an event', () => {
  const undone = new Error('undone');
  const id = 900_001;

  type Entry = readonly [at: string, from: string | null, to: string];
  type Charge = readonly [at: string, activity: 'create' | 'renew', sum: string];
  const isCharge = (step: Entry | Charge): step is Charge => step[1] === 'create' || step[1] === 'renew';

  /** What a process of the release before and a mirror write: entries without a price, and charges for themselves. */
  const pricesOf = async (
    steps: readonly (Entry | Charge)[],
    { isMirror = false } = {},
  ): Promise<(string | null)[]> => {
    let prices: (string | null)[] = [];
    const played = world.container.database.background.transaction(async (tx) => {
      if (isMirror)
        await sql`insert into mirror (registrar_id) select id from registrars where code = 'ALPHA'`.execute(
          tx,
        );
      for (const step of steps) await play(tx, step);
      const { rows } = await sql<{ price: string | null }>`
        select price from domain_versions where domain_id = ${id} order by id`.execute(tx);
      prices = rows.map(({ price }) => price);
      throw undone;
    });
    await expect(played).rejects.toBe(undone);
    return prices;
  };
  async function play(tx: Db, step: Entry | Charge): Promise<void> {
    if (isCharge(step)) {
      const [at, activity, sum] = step;
      await sql`insert into ledger (registrar_id, activity, description, sum, domain_id, created_at)
        select id, ${activity}, 'By hand', ${sum}::numeric, ${id}, ${at}::timestamptz from registrars where code = 'ALPHA'`.execute(
        tx,
      );
      return;
    }
    const [at, from, to] = step;
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
        event, changes, snapshot)
      values (${at}::timestamptz, 'registrar', 'alpha', 'by.hand', 'r', 'domain', ${id}, 'by-hand.ee', ${from ? 'update' : 'create'},
        ${JSON.stringify({ expiresAt: { from, to } })}::jsonb,
        ${JSON.stringify({ registrar: 'ALPHA', expiresAt: to })}::jsonb)`.execute(tx);
  }
  const [first, second, third] = ['2027-01-01', '2028-01-01', '2029-01-01'].map(
    (day) => `${day}T00:00:00Z`,
  ) as [string, string, string];
  const created = ['2026-01-01T10:00:00Z', null, first] as const;

  it('is noted where the account is charged after its entry, as a process of the release before does', async () => {
    expect(await pricesOf([created, ['2026-01-01T10:00:00Z', 'create', '-1.00']])).toEqual(['1.00']);
  });

  it('is that of the charge that was seen with it, and not of an event of shortly before', async () => {
    const renewals = [
      created,
      ['2026-03-01T10:00:00Z', first, second],
      ['2026-03-01T10:20:05Z', second, third],
    ] as const;
    expect(await pricesOf([...renewals, ['2026-03-01T10:20:00Z', 'renew', '-2.00']])).toEqual([
      null,
      null,
      '2.00',
    ]);
  });

  it('is found where the clock of the registry is ahead', async () => {
    const renewal = [created, ['2026-03-01T10:00:00Z', first, second]] as const;
    expect(await pricesOf([...renewal, ['2026-03-01T10:00:03Z', 'renew', '-2.00']])).toEqual([null, '2.00']);
  });

  it('is nothing of what was charged before the domain was what it was before', async () => {
    const renewal = [created, ['2026-03-01T10:00:00Z', first, second]] as const;
    expect(await pricesOf([...renewal, ['2019-03-01T10:00:00Z', 'renew', '-6.00']])).toEqual([null, null]);
  });

  it('goes to the event without one, where the clocks of two processes made two of the same moment', async () => {
    const at = '2026-03-01T10:00:02Z';
    const renewals = [created, [at, first, second], ['2026-03-01T10:00:01Z', second, third]] as const;
    const charges = [[at, 'renew', '-2.00'] as const, ['2026-03-01T10:00:01Z', 'renew', '-3.00'] as const];
    expect(await pricesOf([...renewals, ...charges])).toEqual([null, '2.00', '3.00']);
  });

  describe('in front of a registry, where its charge is read first', () => {
    const mirrored = (...steps: (Entry | Charge)[]): Promise<(string | null)[]> =>
      pricesOf(steps, { isMirror: true });
    const renewedAt = '2026-03-01T10:00:00Z';
    const renewed = [renewedAt, first, second] as const;
    const nextAt = '2026-11-01T10:00:00Z';
    const next = [nextAt, second, third] as const;

    it('is that of its charge', async () => {
      const registration = ['2026-01-01T10:00:00Z', 'create', '-1.00'] as const;
      expect(await mirrored(registration, created, [renewedAt, 'renew', '-2.00'], renewed)).toEqual([
        '1.00',
        '2.00',
      ]);
    });

    it('has nothing of charges of years before that stand with no event', async () => {
      const old = ['2026-02-01T10:00:00Z', 'renew', '-6.00'] as const;
      expect(await mirrored(created, renewed, old, [nextAt, 'renew', '-2.00'], next)).toEqual([
        null,
        '6.00',
        '2.00',
      ]);
      const unknown = ['2019-02-01T10:00:00Z', 'renew', '-6.00'] as const;
      expect(await mirrored(created, unknown, [renewedAt, 'renew', '-2.00'], renewed)).toEqual([
        null,
        '2.00',
      ]);
    });

    it('loses nothing to a charge that was noted with the event before', async () => {
      const early = ['2026-03-01T09:59:58Z', 'renew', '-1.00'] as const;
      expect(await mirrored(created, renewed, early, [nextAt, 'renew', '-2.00'], next)).toEqual([
        null,
        '1.00',
        '2.00',
      ]);
    });

    it('is nothing at all where it cost nothing', async () => {
      expect(await mirrored(created, [renewedAt, 'renew', '0.00'], renewed)).toEqual([null, '0.00']);
    });

    it('is without a renewal that was seen together with the registration, which has it', async () => {
      const both = [
        ['2026-01-01T09:10:00Z', 'create', '-1.00'] as const,
        ['2026-01-01T09:30:00Z', 'renew', '-2.00'] as const,
      ];
      expect(await mirrored(created, ...both, [renewedAt, 'renew', '-4.00'], renewed)).toEqual([
        '3.00',
        '4.00',
      ]);
    });
  });
});

/** Numbers that look random, the same in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('random writes of two registrars over two years', () => {
  beforeAll(async () => {
    const random = numbersFrom(29);
    const held = new Map<string, { auth: string; transferCode: string }>();
    const contacts: { code: string; auth: string }[] = [];
    const some = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    for (let step = 0; step < 160; step += 1) {
      const auth = some([alpha, beta]);
      const [name, domain] = held.size > 0 ? some([...held]) : ['', undefined];
      const now = domain && (await domainNow(world, name));
      if (domain && !now) held.delete(name);
      const what = random(8);
      if (what <= 1 || !now || !domain) {
        const made = await seed(world, auth).domain(`random-${step}${some(['', 'õ', 'žü'])}.ee`, {
          nameservers: random(2) ? ['ns1.some.example', `ns${2 + random(3)}.some.example`] : [],
          period: some([3, 6, 9]),
          unit: 'm',
        });
        held.set(made.name, { auth, transferCode: made.transferCode });
      } else if (what === 2) {
        const code = await seed(world, auth).contact({ name: `Person ${step}` });
        contacts.push({ code, auth });
      } else if (what === 3 && contacts.length > 0) {
        const contact = some(contacts);
        await mutate(
          'contactUpdate',
          { code: contact.code, name: `New ${step}` },
          '__typename',
          contact.auth,
        );
      } else if (what === 4 && contacts.length > 0) {
        const [contact] = contacts.splice(random(contacts.length), 1);
        await mutate('contactDelete', { code: contact?.code }, '__typename', contact?.auth);
      } else if (what === 5) {
        const expiresOn = world.container.calendar.dateOf(now.expires_at);
        const input = { name, period: some(['P3M', 'P1Y']), expiresOn };
        await mutate('domainRenew', input, '__typename', domain.auth);
      } else if (what === 6) {
        const other = domain.auth === alpha ? beta : alpha;
        const { userErrors } = await mutate(
          'domainTransfer',
          { name, transferCode: now.transfer_code },
          '__typename',
          other,
        );
        if (userErrors.length === 0) held.set(name, { ...domain, auth: other });
      } else await advance(world, { by: `P${1 + random(40)}D` });
    }
  });

  it('leave one version for each entry, which says what the entry says', async () => {
    const { rows } = await sql<{ entries: number; versions: number; wrong: number }>`
      select count(history.id) as entries, count(version.id) as versions,
        count(*) filter (where version.valid_from <> history.at or version.name <> history.object_key
          or version.expires_at <> (snapshot->>'expiresAt')::timestamptz
          or version.registrant_code <> snapshot->>'registrant' or registrars.code <> snapshot->>'registrar'
          or to_jsonb(version.statuses) <> snapshot->'statuses') as wrong
      from history full join domain_versions version using (id)
        left join registrars on registrars.id = version.registrar_id
      where object_type = 'domain' and object_key like 'random-%'`.execute(db());
    expect(rows[0]?.entries).toBeGreaterThan(100);
    expect(rows).toEqual([{ entries: rows[0]?.entries, versions: rows[0]?.entries, wrong: 0 }]);
  });

  it('leave the current versions equal to the current rows', async () => {
    const { rows: domains } = await sql`
      select (select count(*) from domains) as domains, count(*) as versions, count(*) filter (
        where version.name = domains.name and version.name_puny = domains.name_puny and version.zone_id = domains.zone_id
          and version.registrar_id = domains.registrar_id and version.expires_at = domains.expires_at
          and version.created_at = domains.created_at and version.statuses = domains.statuses
          and version.registrant_code = (select code from contacts where contacts.id = domains.registrant_id)
          and version.hostnames @> array(select hostname from nameservers where domain_id = domains.id)) as same
      from domain_versions version left join domains on domains.id = version.domain_id
      where version.valid_to = 'infinity'`.execute(db());
    const { rows: terms } = await sql`
      select count(*) as terms, count(*) filter (
        where term.name = domains.name and term.registrar_id = domains.registrar_id
          and term.expires_at = domains.expires_at and term.created_at = domains.created_at) as same
      from domain_terms term left join domains on domains.id = term.domain_id where term.valid_to = 'infinity'`.execute(
      db(),
    );
    const { rows: contacts } = await sql`
      select (select count(*) from contacts) as contacts, count(*) as versions, count(*) filter (
        where version.code = contacts.code and version.name = contacts.name and version.registrar_id = contacts.registrar_id
          and version.ident_type = contacts.ident_type and version.ident_country_code = contacts.ident_country_code
          and version.created_at = contacts.created_at) as same
      from contact_versions version left join contacts on contacts.id = version.contact_id
      where version.valid_to = 'infinity'`.execute(db());
    const [domain] = domains as { domains: number }[];
    expect(domain).toEqual({ domains: domain?.domains, versions: domain?.domains, same: domain?.domains });
    expect(terms).toEqual([{ terms: domain?.domains, same: domain?.domains }]);
    const [contact] = contacts as { contacts: number }[];
    expect(contact).toEqual({
      contacts: contact?.contacts,
      versions: contact?.contacts,
      same: contact?.contacts,
    });
  });

  it('end together with their terms when a mirror keeps a domain no more, whatever its clock says', async () => {
    const undone = new Error('undone');
    const ended = world.container.database.background.transaction(async (tx) => {
      const { rows: open } = await sql<{ domain_id: number }>`
        select domain_id from domain_terms term join domain_versions version using (domain_id)
        where term.valid_to = 'infinity' and version.valid_to = 'infinity'
        order by version.valid_from > term.valid_from desc limit 1`.execute(tx);
      const id = open[0]?.domain_id ?? 0;
      // As a mirror does it: the domain goes without an event.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from domains where id = ${id}`.execute(tx);
      await endVersions(tx, [id], new Date(0));
      const { rows } = await sql`
        select max(valid_to) = (select max(valid_to) from domain_versions where domain_id = ${id}) as same,
          max(valid_to) < 'infinity' as over
        from domain_terms where domain_id = ${id}`.execute(tx);
      expect(rows).toEqual([{ same: true, over: true }]);
      throw undone;
    });
    await expect(ended).rejects.toBe(undone);
  });
});
