import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { tokenFor } from '#src/extensions/sandbox/demo/happenings.ts';
import { names } from '#src/extensions/sandbox/demo/names.ts';
import { people } from '#src/extensions/sandbox/demo/people.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { lifecycleJobs } from '#src/registry/operations/lifecycle/jobs.ts';
import { publishedAgentToken } from '#src/registry/rules/registrar/access-tokens.ts';
import { buildApp } from '#src/server/app.ts';
import { type Container, createContainer } from '#src/server/container.ts';
import { testDatabase } from '../../support/database.ts';
import { extensions, readConfig } from '../../support/extensions.ts';
import { alpha, beta } from '../../support/world.ts';

let container: Container;
let seconds = 0;

beforeAll(async () => {
  container = await createContainer(readConfig({ LOG_LEVEL: 'silent' }), {
    extensions,
    clock: new SimulatedClock(),
    database: await testDatabase(),
    log: pino({ level: 'silent' }),
  });
  const before = process.cpuUsage();
  await seedWorld(container, 'demo');
  const { user, system } = process.cpuUsage(before);
  seconds = (user + system) / 1e6;
});
afterAll(() => container.endWork());

const rows = async <Row>(query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(container.database.db)).rows;
const count = async (query: string): Promise<number> =>
  Number((await rows<{ count: number }>(`select count(*) as count from ${query}`))[0]?.count);
const withStatuses = (...statuses: string[]): Promise<number> =>
  count(`domains where statuses @> array['${statuses.join("','")}']`);

describe('the demo world', () => {
  // Two to three seconds of work; counted as such, so that a busy machine does not fail it.
  it('loads in a moment', () => {
    expect(seconds).toBeLessThan(8);
  });

  it('has forty contacts and eighty domains of both registrars', async () => {
    expect(await count('contacts')).toBe(40);
    expect(await count('domains')).toBe(80);
    for (const code of ['ALPHA', 'BETA'])
      expect(
        await count(`domains d join registrars r on r.id = d.registrar_id where r.code = '${code}'`),
      ).toBeGreaterThan(25);
  });

  it('logs what operators have done in the order of time', async () => {
    const moments = (
      await rows<{ at: Date }>(`select at from history where actor_kind = 'operator' order by id`)
    ).map(({ at }) => at.getTime());
    expect(moments.length).toBeGreaterThan(10);
    expect(moments).toEqual([...moments].sort((one, other) => one - other));
  });

  it('has domains in every state worth looking at', async () => {
    for (const statuses of [
      ['ok'],
      ['inactive'],
      ['expired'],
      ['expired', 'serverHold'],
      ['expired', 'deleteCandidate'],
      ['clientHold'],
      ['pendingUpdate'],
      ['pendingDeleteConfirmation'],
      ['pendingDelete', 'serverHold'],
      ['serverForceDelete', 'serverRenewProhibited'],
      ['disputed'],
      ['serverManualInzone'],
      ['serverUpdateProhibited'],
    ])
      expect(await withStatuses(...statuses), statuses.join(' + ')).toBeGreaterThan(0);
    expect(await count('domains where name <> name_puny')).toBeGreaterThan(5);
    expect(await count('dnssec_keys')).toBeGreaterThan(5);
    const soon = container.calendar.plus(container.clock.now(), { days: 30 });
    expect(
      await count(
        `domains where expires_at between '${container.clock.now().toISOString()}' and '${soon.toISOString()}'`,
      ),
    ).toBeGreaterThan(10);
  });

  it('has invoices in each status, and reservations at each stage', async () => {
    const statuses = await rows<{ status: string }>('select distinct status from invoices order by status');
    expect(statuses.map(({ status }) => status)).toEqual([
      'cancelled',
      'failed',
      'overdue',
      'paid',
      'refunded',
      'unpaid',
    ]);
    expect(await count("reservations where kind = 'free'")).toBeGreaterThan(1);
    expect(await count("reservations where kind = 'paid' and held_at is null")).toBe(2);
    expect(
      await count("reservations where kind = 'paid' and held_at is not null and materialised_at is null"),
    ).toBe(1);
    expect(await count("reservations where kind = 'paid' and materialised_at is not null")).toBe(2);
    expect(await count('reservation_entries where registered_domain_id is not null')).toBe(1);
    expect(await count('reserved_names where reservation_id is null')).toBeGreaterThan(2);
    expect(await count('blocked_names')).toBeGreaterThan(1);
  });

  it('costs what the contract says, registered or renewed, in every zone', async () => {
    const contract = { 3: '3.00', 6: '5.50', 9: '8.00' } as Record<number, string>;
    for (let years = 1; years <= 10; years++) contract[years * 12] = `${years}0.00`;
    const lists = await rows<{ zone: string; operation: string; list: Record<number, string> }>(`
      select origin as zone, operation, json_object_agg(months, price::text) as list
      from prices join zones on zones.id = zone_id group by origin, operation`);
    expect(lists).toHaveLength(12);
    for (const { zone, operation, list } of lists) expect(list, `${operation} in ${zone}`).toEqual(contract);
  });

  it('has a thousand euros on both accounts, and a ledger that explains them', async () => {
    const accounts = await rows<{ balance: string; ledger: string; lowest: string; rows: number }>(`
      select accounts.balance, sum(ledger.sum) as ledger, min(ledger.balance) as lowest, count(*) as rows
      from accounts join ledger using (registrar_id) group by registrar_id, accounts.balance`);
    expect(accounts).toHaveLength(2);
    for (const account of accounts) {
      expect(String(account.balance)).toBe('1000.00');
      expect(String(account.ledger)).toBe('1000.00');
      expect(Number(account.lowest)).toBeGreaterThan(0);
      expect(Number(account.rows)).toBeGreaterThan(30);
    }
    expect(await count("ledger where activity = 'create'")).toBe(80);
    // Rows are told in the order in which they happened.
    expect(
      await count(`(select created_at < lag(created_at) over (partition by registrar_id order by id) as back
        from ledger) steps where back`),
    ).toBe(0);
  });

  it('says of each registration and renewal what it cost', async () => {
    expect(await count("domain_versions where kind = 'RENEWED'")).toBeGreaterThan(5);
    expect(await count("domain_versions where kind in ('REGISTERED', 'RENEWED') and price is null")).toBe(0);
  });

  it('shows how each domain and contact came to be what it is', async () => {
    expect(
      await count(`domains where not exists (select from history where object_type = 'domain'
        and object_id = domains.id and event = 'create')`),
    ).toBe(0);
    expect(
      await count(`contacts where not exists (select from history where object_type = 'contact'
        and object_id = contacts.id and event = 'create')`),
    ).toBe(0);
    const life = await rows<{ operation: string }>(
      `select operation from history where object_type = 'domain' and object_key = 'kadumas.ee' order by id`,
    );
    expect(life.map(({ operation }) => operation)).toEqual([
      'domain.register',
      'domain.expire',
      'domain.outzone',
      'domain.release',
    ]);
  });

  it('has nothing that happens only later: no row is dated after now', async () => {
    const now = container.clock.now().toISOString();
    for (const table of [
      'domains',
      'contacts',
      'ledger',
      'invoices',
      'notifications',
      'reservations',
      'payments',
    ])
      expect(await count(`${table} where created_at > '${now}'`), table).toBe(0);
    expect(await count(`history where at > '${now}'`)).toBe(0);
    expect(await count(`sandbox_mails where sent_at > '${now}'`)).toBe(0);
  });

  it('leaves nothing undone: no job finds work the moment it is made', async () => {
    const now = container.clock.now();
    for (const job of lifecycleJobs) {
      const call = { actor: { kind: 'system', job: job.name }, request: { id: 'test', via: 'job' } } as const;
      const done = await container.runner.run(job.work, { from: now, until: now, limit: 100 }, call);
      expect(done, job.name).toMatchObject({ ok: true, value: { events: [], taken: 0 } });
    }
  });

  it('has addresses that count and one that waits, a signed certificate and a request for one', async () => {
    expect(await rows('select committed from allowed_ips order by id')).toEqual([
      { committed: true },
      { committed: true },
      { committed: false },
    ]);
    expect(await rows('select common_name, crt is not null as signed from certificates order by id')).toEqual(
      [
        { common_name: 'alpha', signed: true },
        { common_name: 'alpha-epp', signed: false },
      ],
    );
  });

  it('has unread messages for both registrars, and read ones', async () => {
    for (const code of ['ALPHA', 'BETA']) {
      const of = `notifications n join registrars r on r.id = n.registrar_id where r.code = '${code}'`;
      expect(await count(`${of} and read_at is null`)).toBeGreaterThan(2);
      expect(await count(`${of} and read_at is not null`)).toBeGreaterThan(0);
    }
  });

  it('asks the registrant of a domain that waits, by a mail whose link works', async () => {
    const [mail] = await rows<{ text: string; links: string[] }>(
      `select text, links from sandbox_mails where subject like '%Please confirm: a new registrant for uusomanik.ee%'`,
    );
    expect(mail?.text).toContain('uusomanik.ee');
    expect(mail?.links).toEqual([`${container.address.publicUrl}/confirm/${tokenFor('uusomanik.ee')}`]);
    const app = buildApp(container);
    const page = await app.inject({ url: new URL(mail?.links[0] ?? '').pathname });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Liis Ilves');
    await app.close();
  });

  it('is served: every domain can be shown by its registrar', async () => {
    const app = buildApp(container);
    for (const [auth, code] of [
      [alpha, 'ALPHA'],
      [beta, 'BETA'],
    ] as const) {
      const answer = await app.inject({
        url: '/registry/v1/domains?details=true',
        headers: { authorization: auth },
      });
      expect(answer.statusCode, code).toBe(200);
      expect(answer.json().data.domains).toHaveLength(names.filter(({ of }) => of.startsWith(code)).length);
    }
    await app.close();
  });

  it('has a renewal that its agent has asked for: people see it at once, the mail is in the mailbox, and it can be approved', async () => {
    const app = buildApp(container);
    const ask = async (query: string, authorization: string) =>
      (
        await app.inject({ method: 'POST', url: '/graphql', headers: { authorization }, payload: { query } })
      ).json();
    const waiting =
      '{ approvals(where: { state: { eq: WAITING } }) { nodes { id price tokenName summary } } }';
    const { nodes } = (await ask(waiting, alpha)).data.approvals;
    expect(nodes).toMatchObject([
      { price: '5.50', tokenName: "Alpha's agent", summary: expect.stringContaining('laat.com.ee') },
    ]);
    expect(await count(`sandbox_mails where subject = 'A write waits for your approval'`)).toBe(1);
    expect(await count('outbox')).toBe(0);
    const approve = `mutation { approvalApprove(input: { id: "${nodes[0].id}" }, dryRun: true) { userErrors { code } } }`;
    const agent = `Bearer ${publishedAgentToken}`;
    expect((await ask(approve, agent)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await ask(`{ approval(id: "${nodes[0].id}") { state } }`, agent)).data.approval.state).toBe(
      'WAITING',
    );
    const done = await ask(approve.replace(', dryRun: true', ''), alpha);
    expect(done.data.approvalApprove.userErrors).toEqual([]);
    expect(await ask(waiting, alpha)).toMatchObject({ data: { approvals: { nodes: [] } } });
  });

  it('invents nothing anew: codes and tokens are the same in every demo world', async () => {
    const [domain] = await rows<{ transfer_code: string }>(
      `select transfer_code from domains where name = 'tamm.ee'`,
    );
    expect(domain?.transfer_code).toBe('8b08edf9515f289551420054ced83a46');
    expect(new Set(people.map(({ code }) => code)).size).toBe(40);
    expect(new Set(names.map(({ name }) => name)).size).toBe(80);
  });
});
