import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { allowed, isKept, tables } from './catalogue.ts';
import { slow, twoRoles, user } from './production.ts';

describe.runIf(inject('testDatabase').kind === 'postgres')('what runs with the rights of the owner', () => {
  const production = twoRoles();
  const ask = production.ask.bind(production);
  const count = production.count.bind(production);
  beforeAll(async () => {
    await production.live();
    await ask('{ contacts(first: 5) { nodes { name email } } }');
    await vi.waitFor(
      async () => expect(await count('select count(*) from access_log')).toBeGreaterThan(0),
      30_000,
    );
  }, slow.timeout);

  it('makes parts for this year and the next two, whatever moment it is asked for', slow, async () => {
    const years = async (): Promise<string[]> => {
      const { rows } = await production.superuser.query<{ year: string }>(
        `select distinct regexp_replace(relname, '^.*_', '') as year from pg_class where relispartition and relkind = 'r' order by 1`,
      );
      return rows.map(({ year }) => year);
    };
    const made = async (moment: string): Promise<string[]> => {
      const { rows } = await production.attacker.query<{ made: string[] }>(
        `select make_parts_for(${moment}) as made`,
      );
      return rows[0]?.made ?? [];
    };
    const thisYear = new Date().getUTCFullYear();
    expect(await made('now()')).toEqual([]);
    for (const moment of [
      `now() + interval '3 years'`,
      `now() + interval '1000 years'`,
      `now() - interval '2 years'`,
      `'0044-03-15'`,
      'null',
    ])
      expect(await made(moment), moment).toEqual([]);
    expect(await made(`now() + interval '2 years'`)).toHaveLength(5);
    expect(await made(`now() + interval '1 year'`)).toEqual([]);
    expect(await years()).toEqual([thisYear, thisYear + 1, thisYear + 2, 'rest'].map(String));
    await expect(
      production.attacker.query(
        `create table history_9999 partition of history for values from ('9999-01-01') to ('infinity')`,
      ),
    ).rejects.toThrow('permission denied');
  });

  it('replaces, alters and drops no function', slow, async () => {
    const { rows } = await production.superuser.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const statements = rows.flatMap(({ name }) => [
      `alter function ${name} security invoker`,
      `alter function ${name} owner to current_user`,
      `drop function ${name} cascade`,
    ]);
    expect(await allowed(production, statements)).toEqual([]);
  });

  it('changes nothing of the past by odd input to what runs with the rights of the owner', slow, async () => {
    const content = async (): Promise<unknown> => {
      const found: Record<string, unknown> = {};
      for (const { name } of (await tables(production)).filter((one) => isKept(one) && one.kind !== 'v'))
        found[name] = (
          await production.superuser.query(
            `select count(*)::int, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from ${name} t`,
          )
        ).rows[0];
      return found;
    };
    const odd: Readonly<Record<string, readonly string[]>> = {
      jsonb: [
        'null',
        `'[]'`,
        `'{}'`,
        `'null'`,
        `'[1]'`,
        `'[{}]'`,
        `'[{"id": null}]'`,
        `'[{"id": -1}]'`,
        `(select jsonb_agg(jsonb_build_object('id', id)) from history)`,
        `(select jsonb_agg(jsonb_build_object('id', id, 'changes', 'null'::jsonb, 'snapshot', 'null'::jsonb)) from history)`,
        `(select jsonb_agg(jsonb_build_object('id', id, 'changes', '"N/A"'::jsonb)) from history where object_type = 'contact')`,
        `(select jsonb_agg(jsonb_build_object('id', id, 'changes', changes || '{"registrar": "N/A"}', 'snapshot', snapshot))
          from history where object_key = 'GAMMA:GONE' and changes ? 'registrar')`,
      ],
      'timestamp with time zone': [
        `now() + interval '500 years'`,
        `'-infinity'`,
        `'infinity'`,
        `'0044-03-15 BC'`,
        'null',
        'now()',
      ],
      'bigint[]': ['null', `'{}'`, `'{null}'`, '(select array_agg(domain_id) from domain_versions)'],
      bigint: ['null', '-1', '(select min(registrar_id) from accounts)'],
      numeric: ['null', `'NaN'`, `'infinity'`, '1000000'],
      text: ['null', `''`, `'EUR'`, `'XXX'`],
    };
    const { rows } = await production.superuser.query<{ name: string; types: string[] }>(
      `select proname as name, array(select format_type(one, null) from unnest(proargtypes) one) as types from pg_proc
      where prosecdef and prorettype <> 'trigger'::regtype and pronamespace = 'public'::regnamespace order by 1`,
    );
    expect(rows.map(({ name }) => name)).toContain('erase_history');
    const before = await content();
    for (const { name, types } of rows) {
      const combinations = types.reduce<string[][]>(
        (some, type) => some.flatMap((given) => (odd[type] ?? []).map((value) => [...given, value])),
        [[]],
      );
      expect(combinations.length, name).toBeGreaterThan(3);
      for (const given of combinations)
        await production.attacker.query(`select ${name}(${given.join(', ')})`).catch(() => {});
    }
    expect(await content()).toEqual(before);
  });

  it('erases nobody who is there, also if it says that they are deleted', slow, async () => {
    await production.attacker.query('begin');
    try {
      await production.attacker.query(`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes)
      select now(), 'system', 'mine', 'mine', 'mine', 'contact', id, code, 'destroy', '{}' from contacts`);
      await expect(
        production.attacker.query(`select erase_history(jsonb_agg(jsonb_build_object('id', id, 'changes',
        changes || '{"name": {"from": "N/A", "to": "N/A"}}', 'snapshot', snapshot))) from history where object_key = 'GAMMA:TAMM'
        and changes ? 'name'`),
      ).rejects.toThrow('only personal data of deleted contacts and the texts of questions leave history');
    } finally {
      await production.attacker.query('rollback');
    }
  });

  it('keeps balances and the past from tables that look like ours', slow, async () => {
    const before = await count('select sum(balance) as count from accounts');
    const entries = await count('select count(*) from history');
    await production.attacker.query(`create temp table accounts (registrar_id int, balance numeric, mirrored boolean);
      create temp table history (id bigint, object_type text, object_id int, event text, changes jsonb, snapshot jsonb, kind text);
      create temp table access_log (at timestamptz);
      insert into pg_temp.accounts values (1, 0, true)`);
    try {
      await production.attacker.query(
        `select report_balance((select registrar_id from public.accounts limit 1), 1000000, 'EUR')`,
      );
      // A trigger of a table of one's own is one more step away from the ledger.
      await production.attacker.query(`create function pg_temp.mine() returns trigger language plpgsql as
        $$ begin update public.accounts set balance = 1000000; return new; end $$;
        create temp table bait (id int); create trigger mine before insert on bait for each row execute function pg_temp.mine()`);
      await expect(production.attacker.query('insert into bait values (1)')).rejects.toThrow(
        'permission denied',
      );
      await production.attacker.query(
        'select end_versions(array(select domain_id from public.domain_versions), now())',
      );
      await production.attacker.query(`select forget_access_log('infinity')`);
      for (const changed of [
        { changes: { registrar: { from: null, to: 'EVIL' } } },
        { changes: {}, snapshot: { registrar: 'EVIL' } },
      ])
        for (const key of ['tamm.ee', 'GAMMA:TAMM', 'GAMMA:GONE'])
          await expect(
            production.attacker.query(
              `select erase_history(jsonb_agg(jsonb_build_object('id', id) || $1)) from public.history where object_key = $2`,
              [changed, key],
            ),
          ).rejects.toThrow(
            'only personal data of deleted contacts and the texts of questions leave history',
          );
    } finally {
      await production.attacker.query(
        'drop table pg_temp.accounts, pg_temp.history, pg_temp.access_log; drop table if exists pg_temp.bait',
      );
    }
    expect(await count('select sum(balance) as count from accounts')).toBe(before);
    expect(await count('select count(*) from history')).toBe(entries);
    expect(await count(`select count(*) from domain_versions where valid_to = 'infinity'`)).toBe(1);
    const { domain } = await ask(
      '{ domain(name: "tamm.ee") { name history(first: 9) { totalCount } } }',
      {},
      user,
    );
    expect(domain).toMatchObject({ name: 'tamm.ee' });
  });

  it('removes no young entries of the access log', slow, async () => {
    await ask('{ contacts(first: 5) { nodes { name email } } }');
    await expect.poll(() => count('select count(*) from access_log'), { timeout: 10_000 }).toBeGreaterThan(0);
    await production.attacker.query(`select forget_access_log('infinity')`);
    expect(await count('select count(*) from access_log')).toBeGreaterThan(0);
  });
});
