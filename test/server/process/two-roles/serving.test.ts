import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { cli } from '../../cli/commands.ts';
import { startServer } from '../server.ts';
import { expiryOf, serving, slow, twoRoles, user } from './production.ts';

describe.runIf(inject('testDatabase').kind === 'postgres')('a production with two database roles', () => {
  const production = twoRoles();
  const ask = production.ask.bind(production);
  const change = production.change.bind(production);
  const count = production.count.bind(production);
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-roles-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('serves: registers, renews, is paid, remembers, and its jobs run', slow, async () => {
    const { superuser } = production;
    const expiresAt = await production.live();
    const before = new Date(Date.now()).toISOString();
    const renewed = await change(
      'domainRenew',
      { name: 'tamm.ee', period: 'P1Y', expiresOn: expiresAt.slice(0, 10) },
      user,
      'domain { expiresAt }',
    );
    const then = await ask(
      'query ($at: DateTimeOrDuration!) { domain(name: "tamm.ee", asOf: $at) { expiresAt } }',
      { at: before },
      user,
    );
    expect(then.domain?.expiresAt).toBe(expiresAt);
    expect(expiryOf(renewed.domainRenew)).not.toBe(expiresAt);
    const topUp = await change(
      'accountTopUp',
      { amount: '10.00' },
      user,
      'invoice { number amount referenceNumber }',
    );
    const { amount, referenceNumber } = (topUp.accountTopUp?.invoice ?? {}) as Record<string, string>;
    await change('bankTransferRecord', {
      amount,
      bankReference: 'T1',
      description: 'Top-up',
      receivedAt: new Date(Date.now()).toISOString(),
      referenceNumber,
    });
    // An operator's look at personal data is noted.
    await ask('{ contacts(first: 5) { nodes { name email } } }');
    await expect.poll(() => count('select count(*) from access_log'), { timeout: 10_000 }).toBeGreaterThan(0);
    await superuser.query(`update access_log set at = now() - interval '3 years'`);
    await superuser.query(`update history set at = at - interval '1 minute' where object_key = 'GAMMA:GONE'`);
    await change('jobsRun', {});
    expect(await count('select count(*) from access_log')).toBe(0);
    expect(
      await count(
        `select count(*) from history where object_key = 'GAMMA:GONE' and snapshot::text || changes::text like '%jaan@tamm%'`,
      ),
    ).toBe(0);
    const { account } = await ask('{ account { balance } }', {}, user);
    expect(account?.balance).toBe('48.00');
    const { ledgerProof } = await ask('{ ledgerProof { balanced } }');
    expect(ledgerProof?.balanced).toBe(true);
  });

  it('has nothing to be warned of, and can be replaced by the next process', slow, async () => {
    const { checks } = (await (await fetch(`${production.url}/readyz`)).json()) as {
      checks: { name: string; state: string }[];
    };
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    const next = startServer(production.withoutOwner);
    expect((await fetch(`${await next.url}/readyz`)).status).toBe(200);
    next.kill('SIGTERM');
    expect((await next.ended).output).not.toContain('the database role of DATABASE_URL');
  });

  it('warns of rights that a server lacks, and "migrate" gives them back', slow, async () => {
    const rights = async () => {
      const { checks } = (await (await fetch(`${production.url}/readyz`)).json()) as {
        checks: { name: string; why: string }[];
      };
      return checks.find(({ name }) => name === 'rights')?.why;
    };
    expect(await rights()).toBeUndefined();
    await production.superuser.query(
      `revoke update on domains from ${serving}; revoke insert on history from ${serving}; revoke select on webhooks from ${serving}`,
    );
    const next = startServer(production.withoutOwner);
    await expect
      .poll(rights, { timeout: 20_000 })
      .toMatch(/^The database role of DATABASE_URL lacks rights on domains, history, webhooks: /);
    await next.url;
    next.kill('SIGTERM');
    expect((await next.ended).output).toContain('the database role of DATABASE_URL lacks rights on tables');
    await cli('migrate', production.env);
    await expect.poll(rights, { timeout: 20_000 }).toBeUndefined();
  });

  it('names the variable of the owner when the owner cannot connect', slow, async () => {
    const elsewhere = new URL(production.env.MIGRATE_DATABASE_URL ?? '');
    elsewhere.pathname = '/no_such_database';
    await expect(cli('migrate', { ...production.env, MIGRATE_DATABASE_URL: elsewhere.href })).rejects.toThrow(
      /has no database "no_such_database"\. Create it, or correct MIGRATE_DATABASE_URL\.$/,
    );
  });

  it(
    'is backed up with the rights of a server, and restored by the owner, after which it serves again',
    slow,
    async () => {
      const file = join(directory, 'zonegraph.backup');
      const { withoutOwner } = production;
      await cli(['backup', '--to', file], withoutOwner);
      expect(existsSync(file)).toBe(true);
      const restore = ['restore', '--from', file, '--force', '--keep-invoice-numbers'];
      await expect(cli(restore, production.env)).rejects.toThrow(
        'A server, or another command, is connected',
      );
      await production.stop();
      await expect(cli(restore, withoutOwner)).rejects.toThrow(
        `The user ${serving} does not own the schema of the database, and cannot replace it: set MIGRATE_DATABASE_URL`,
      );
      await cli(restore, production.env);
      await production.serve(withoutOwner);
      const { account } = await ask('{ account { balance } }', {}, user);
      expect(account?.balance).toBe('48.00');
      await expect(production.attacker.query('delete from ledger')).rejects.toThrow('permission denied');
    },
  );

  it('is warned of one role that does both', slow, async () => {
    const both = startServer({ ...production.env, DATABASE_URL: production.env.MIGRATE_DATABASE_URL ?? '' });
    await both.url.catch(() => {});
    both.kill('SIGTERM');
    const { output } = await both.ended;
    expect(output).toContain('the database role of DATABASE_URL owns tables');
  });

  it('is not served before it was migrated, and says so', slow, async () => {
    await production.stop();
    await production.superuser.query(
      `delete from schema_migrations where name = (select max(name) from schema_migrations)`,
    );
    const refused = startServer(production.withoutOwner);
    expect((await refused.ended).output).toMatch(
      /The database is not at \d{4}_\w+, and its user may not migrate it\. Set MIGRATE_DATABASE_URL/,
    );
  });
});
