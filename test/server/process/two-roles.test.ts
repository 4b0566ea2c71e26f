import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ownOperator, productionEnv } from '../../support/production.ts';
import { onServer } from '../../support/server.ts';
import { cli } from '../cli/commands.ts';
import { emptyDatabase, type Server, startServer } from './server.ts';

const source = inject('testDatabase');
const slow = { timeout: 120_000 };
const [owner, serving] = [`zg_owner_${process.pid}`, `zg_server_${process.pid}`];

describe.runIf(source.kind === 'postgres')('a production with two database roles', () => {
  let remove = async (): Promise<void> => {};
  let server: Server;
  let url: string;
  let superuser: pg.Client;
  let attacker: pg.Client;
  let env: Record<string, string>;
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-roles-'));
  /** Nobody's tokens are asked for in these. */
  const commandEnv = (): Record<string, string> => ({ ...env, PATH: process.env.PATH ?? '' });

  beforeAll(async () => {
    const database = await emptyDatabase();
    remove = database.remove;
    const { DATABASE_URL = '' } = database.env;
    const as = (role: string): string => {
      const one = new URL(DATABASE_URL);
      one.username = role;
      return one.href;
    };
    superuser = new pg.Client({ connectionString: DATABASE_URL });
    await superuser.connect();
    // As the guide says; a second time nothing is different.
    for (let time = 0; time < 2; time += 1) {
      const script = await cli(`roles --owner ${owner} --server ${serving}`);
      const ran = spawnSync('psql', ['-X', '--single-transaction', '-v', 'ON_ERROR_STOP=1', DATABASE_URL], {
        input: script,
        encoding: 'utf8',
      });
      expect(
        ran.stderr.replace(/^NOTICE.*\n/gm, '').replace(/^WARNING: {2}role .* is not a member.*\n/gm, ''),
      ).toBe('');
    }
    env = {
      ...productionEnv,
      DATABASE_URL: as(serving),
      MIGRATE_DATABASE_URL: as(owner),
      PUBLIC_URL: 'http://127.0.0.1:1',
      HISTORY_RETENTION: 'PT1S',
      PAYMENTS: 'off',
      ACCOUNTING: 'off',
      E_INVOICING: 'off',
      LOG_LEVEL: 'info',
      SHUTDOWN_DELAY: '0',
    };
    server = startServer(env);
    url = await server.url;
    attacker = new pg.Client({ connectionString: as(serving) });
    await attacker.connect();
  }, slow.timeout);

  afterAll(async () => {
    server?.kill('SIGTERM');
    const { output } = (await server?.ended) ?? { output: '' };
    await attacker?.end();
    await superuser?.end();
    await remove();
    await onServer(
      source.kind === 'postgres' ? source.server : '',
      `drop role if exists ${owner}, ${serving}`,
    );
    rmSync(directory, { recursive: true, force: true });
    expect(output).not.toContain('permission denied');
  });

  const ask = async (query: string, variables: object = {}, authorization = ownOperator) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as {
      data: Record<string, { userErrors?: { message: string }[] } & Record<string, unknown>>;
      errors?: unknown;
    };
    expect(answer.errors, query).toBeUndefined();
    for (const payload of Object.values(answer.data ?? {}))
      expect(payload?.userErrors ?? [], query).toEqual([]);
    return answer.data;
  };
  const change = (field: string, input: object, authorization = ownOperator, select = '') =>
    ask(
      `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${select} userErrors { message } } }`,
      { input },
      authorization,
    );
  const user = `Basic ${Buffer.from('gamma:a-long-password-of-gamma').toString('base64')}`;
  const count = async (statement: string): Promise<number> =>
    Number((await superuser.query<{ count: string }>(statement)).rows[0]?.count);

  it('serves: registers, renews, is paid, remembers, and its jobs run', slow, async () => {
    await change('zoneCreate', { origin: 'ee' });
    for (const operation of ['CREATE', 'RENEW'])
      await change('priceSet', { zone: 'ee', operation, period: 'P1Y', price: '6.00' });
    const settings = {
      registry_juridical_name: 'Registry Foundation',
      registry_street: 'Paldiski mnt 80',
      registry_city: 'Tallinn',
      registry_vat_no: 'EE101286464',
      registry_iban: 'EE382200221020145685',
      invoice_number_min: '1',
      invoice_number_max: '1000',
      days_to_renew_domain_before_expire: '0',
    };
    for (const [name, value] of Object.entries(settings)) await change('settingSet', { name, value });
    await change('registrarCreate', { code: 'GAMMA', name: 'Gamma', balance: '50.00' });
    await change('apiUserCreate', {
      registrar: 'GAMMA',
      username: 'gamma',
      password: 'a-long-password-of-gamma',
      roles: ['SUPER'],
    });
    for (const code of ['TAMM', 'GONE'])
      await change(
        'contactCreate',
        {
          code,
          name: 'Jaan Tamm',
          email: 'jaan@tamm.example',
          phone: '+372.5555555',
          ident: { code: '38903110313', type: 'PRIV', countryCode: 'EE' },
          address: { street: 'Pikk 1', city: 'Tallinn', zip: '10123', countryCode: 'EE' },
        },
        user,
      );
    const registered = await change(
      'domainRegister',
      {
        name: 'tamm.ee',
        period: 'P1Y',
        registrant: 'GAMMA:TAMM',
        adminContacts: ['GAMMA:TAMM'],
        techContacts: ['GAMMA:TAMM'],
      },
      user,
      'domain { expiresAt }',
    );
    const expiryOf = (payload: Record<string, unknown> | undefined) =>
      (payload?.domain as { expiresAt: string } | undefined)?.expiresAt ?? '';
    const expiresOn = expiryOf(registered.domainRegister).slice(0, 10);
    const before = new Date(Date.now()).toISOString();
    const renewed = await change(
      'domainRenew',
      { name: 'tamm.ee', period: 'P1Y', expiresOn },
      user,
      'domain { expiresAt }',
    );
    await change('contactUpdate', { code: 'GAMMA:TAMM', name: 'Jaan Kask' }, user);
    await change('contactDelete', { code: 'GAMMA:GONE' }, user);
    const then = await ask(
      'query ($at: DateTimeOrDuration!) { domain(name: "tamm.ee", asOf: $at) { expiresAt } }',
      { at: before },
      user,
    );
    expect(then.domain?.expiresAt).toBe(expiryOf(registered.domainRegister));
    expect(expiryOf(renewed.domainRenew)).not.toBe(expiryOf(registered.domainRegister));
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
    const { checks } = (await (await fetch(`${url}/readyz`)).json()) as {
      checks: { name: string; state: string }[];
    };
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    const { MIGRATE_DATABASE_URL: _, ...withoutOwner } = env;
    const next = startServer(withoutOwner);
    expect((await fetch(`${await next.url}/readyz`)).status).toBe(200);
    next.kill('SIGTERM');
    expect((await next.ended).output).not.toContain('the database role of DATABASE_URL');
  });

  describe('of the whole catalogue', () => {
    /** The past is added to, and what follows from it is only read. A new table that belongs to them is named here, and in roles.ts. */
    const isAddedTo = (name: string) => ['access_log', 'history', 'ledger'].includes(name);
    const isOnlyRead = (name: string) =>
      [
        'charges_waiting',
        'contact_versions',
        'domain_terms',
        'domain_versions',
        'late_history',
        'schema_migrations',
      ].includes(name);
    interface Table {
      readonly name: string;
      readonly kind: string;
      readonly isPart: boolean;
      readonly rights: string;
      readonly column: string;
    }
    const tables = async (): Promise<Table[]> => {
      const { rows } = await superuser.query<Table>(
        `select relname as name, relkind as kind, relispartition as "isPart",
          (select coalesce(string_agg(one, ' ' order by place), '') from unnest(array['select', 'insert', 'update', 'delete', 'truncate',
            'references', 'trigger']) with ordinality as asked (one, place) where has_table_privilege($1, class.oid, one)) as rights,
          (select quote_ident(attname) from pg_attribute where attrelid = class.oid and attnum > 0 and attidentity = ''
            and attgenerated = '' and not attisdropped limit 1) as column
        from pg_class class where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I', 'S', 'c') order by relname`,
        [serving],
      );
      return rows;
    };
    const rightsOn = ({ name, kind, isPart }: Table): string => {
      if (kind === 'v' || isPart || isOnlyRead(name) || name === 'accounts') return 'select';
      return isAddedTo(name) ? 'select insert' : 'select insert update delete';
    };
    const isKept = (table: Table) => !rightsOn(table).includes('update');
    /** What was not refused for want of a right. */
    async function allowed(statements: readonly string[]): Promise<string[]> {
      const found: string[] = [];
      for (const statement of statements) {
        const error = await attacker.query(statement).then(
          () => 'done',
          ({ code, message }: { code: string; message: string }) => (code === '42501' ? undefined : message),
        );
        if (error !== undefined) found.push(`${statement}: ${error}`);
      }
      return found;
    }

    it('has parts for later years when it asks for them', slow, async () => {
      await attacker.query(`select make_parts_for(now() + interval '2 years')`);
      expect((await tables()).filter(({ isPart }) => isPart).length).toBe(5 * 5);
    });

    it(
      'reads everything, changes what is present, adds to the past, and may do nothing else',
      slow,
      async () => {
        const found = await tables();
        expect(found.length).toBeGreaterThan(100);
        expect(found.map(({ name, rights }) => `${name}: ${rights}`)).toEqual(
          found.map((table) => `${table.name}: ${rightsOn(table)}`),
        );
        const { rows } = await superuser.query<{ name: string }>(
          `select relname || '.' || attname || ' ' || one as name from pg_class class join pg_attribute on attrelid = class.oid
          cross join unnest(array['update', 'references']) one
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
          and has_column_privilege($1, class.oid, attnum, one) and not has_table_privilege($1, class.oid, one)`,
          [serving],
        );
        expect(rows.map(({ name }) => name)).toEqual(['accounts.currency update']);
      },
    );

    it('owns nothing, and what runs with the rights of the owner has a path of its own', slow, async () => {
      const { rows } = await superuser.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class where pg_get_userbyid(relowner) = $1 and relnamespace = 'public'::regnamespace
        union all select oid::regprocedure::text from pg_proc where pg_get_userbyid(proowner) = $1
        union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = $1
        union all select oid::regprocedure::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
          and not coalesce(proconfig @> array['search_path=public, pg_temp'], false)`,
        [serving],
      );
      expect(rows).toEqual([]);
    });

    it('rewrites no table of the past and none of its parts', slow, async () => {
      const kept = (await tables()).filter(({ kind }) => kind !== 'v').filter(isKept);
      expect(kept.length).toBeGreaterThan(30);
      const statements = kept.flatMap(({ name, isPart, column, rights }) => {
        const isAccounts = name === 'accounts';
        return [
          `update ${name} set ${isAccounts ? 'balance = 1' : `${column} = ${column}`} where false`,
          `delete from ${name}`,
          `with gone as (delete from ${name} returning *) select * from gone`,
          `merge into ${name} using (select 1) one on true when matched then delete`,
          `do $$ begin lock table ${name} in access exclusive mode; end $$`,
          `truncate ${name}`,
          ...(isPart ? [`copy ${name} from stdin`] : []),
          // The currency of an account may be changed.
          ...(isAccounts ? [] : [`select from ${name} for update`]),
          ...(isAccounts || rights !== 'select' ? [] : [`insert into ${name} default values`]),
        ];
      });
      expect(await allowed(statements)).toEqual([]);
    });

    it('alters no table, and puts nothing beside its triggers', slow, async () => {
      const statements = (await tables())
        .filter(({ kind }) => kind !== 'v')
        .flatMap(({ name, column }) => [
          `alter table ${name} disable trigger all`,
          `alter table ${name} add column mine text`,
          `alter table ${name} owner to current_user`,
          `alter table ${name} enable row level security`,
          `drop table ${name} cascade`,
          `create trigger mine before insert on ${name} for each row execute function ledger_is_append_only()`,
          `create rule mine as on insert to ${name} do instead nothing`,
          `create policy mine on ${name} using (true)`,
          `create index mine on ${name} (${column})`,
          `comment on table ${name} is 'mine'`,
        ]);
      expect(await allowed(statements)).toEqual([]);
    });

    it('replaces, alters and drops no function', slow, async () => {
      const { rows } = await superuser.query<{ name: string }>(
        `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
      );
      expect(rows.length).toBeGreaterThan(15);
      const statements = rows.flatMap(({ name }) => [
        `alter function ${name} security invoker`,
        `alter function ${name} owner to current_user`,
        `drop function ${name} cascade`,
      ]);
      expect(await allowed(statements)).toEqual([]);
    });

    it(
      'changes nothing of the past by odd input to what runs with the rights of the owner',
      slow,
      async () => {
        const content = async (): Promise<unknown> => {
          const found: Record<string, unknown> = {};
          for (const { name } of (await tables()).filter((one) => isKept(one) && one.kind !== 'v'))
            found[name] = (
              await superuser.query(
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
          'timestamp with time zone': [`'-infinity'`, `'infinity'`, `'0044-03-15 BC'`, 'null', 'now()'],
          'bigint[]': ['null', `'{}'`, `'{null}'`, '(select array_agg(domain_id) from domain_versions)'],
          bigint: ['null', '-1', '(select min(registrar_id) from accounts)'],
          numeric: ['null', `'NaN'`, `'infinity'`, '1000000'],
          text: ['null', `''`, `'EUR'`, `'XXX'`],
        };
        const { rows } = await superuser.query<{ name: string; types: string[] }>(
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
            await attacker.query(`select ${name}(${given.join(', ')})`).catch(() => {});
        }
        expect(await content()).toEqual(before);
      },
    );

    it('erases nobody who is there, also if it says that they are deleted', slow, async () => {
      await attacker.query('begin');
      try {
        await attacker.query(`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes)
        select now(), 'system', 'mine', 'mine', 'mine', 'contact', id, code, 'destroy', '{}' from contacts`);
        await expect(
          attacker.query(`select erase_history(jsonb_agg(jsonb_build_object('id', id, 'changes',
          changes || '{"name": {"from": "N/A", "to": "N/A"}}', 'snapshot', snapshot))) from history where object_key = 'GAMMA:TAMM'
          and changes ? 'name'`),
        ).rejects.toThrow('only personal data of deleted contacts leave history');
      } finally {
        await attacker.query('rollback');
      }
    });
  });

  it.each([
    'update accounts set balance = 1000000',
    'update accounts set mirrored = true, balance = 1000000',
    'update accounts set mirrored = true',
    `insert into accounts (registrar_id, balance) values (1, 1000000)`,
    'create table mine ()',
    'create function mine() returns int language sql as $$ select 1 $$',
    `select set_config('session_replication_role', 'replica', false)`,
    `set role ${owner}`,
    'delete from schema_migrations',
    'alter function ledger_is_append_only() owner to current_user',
    'drop trigger ledger_is_append_only on ledger',
    "select setval('ledger_position', 1)",
    "copy ledger to program 'cat'",
    'create schema mine',
    'create role mine',
    'create publication mine for all tables',
    'alter system set fsync = off',
    `alter role ${owner} password 'mine'`,
    `alter role ${owner} set search_path = pg_temp`,
    `alter default privileges for role ${owner} grant all on tables to public`,
    `set session authorization ${owner}`,
    `reassign owned by ${owner} to ${serving}`,
    "select pg_read_file('/etc/passwd')",
    "alter role current_user set session_replication_role = 'replica'",
  ])('refuses to run: %s', slow, async (statement) => {
    await expect(attacker.query(statement)).rejects.toThrow(
      /permission denied|must be (?:owner|superuser|member)/,
    );
  });

  it('keeps balances and the past from tables that look like ours', slow, async () => {
    const before = await count('select sum(balance) as count from accounts');
    const entries = await count('select count(*) from history');
    await attacker.query(`create temp table accounts (registrar_id int, balance numeric, mirrored boolean);
      create temp table history (id bigint, object_type text, object_id int, event text, changes jsonb, snapshot jsonb, kind text);
      create temp table access_log (at timestamptz);
      insert into pg_temp.accounts values (1, 0, true)`);
    try {
      await attacker.query(
        `select report_balance((select registrar_id from public.accounts limit 1), 1000000, 'EUR')`,
      );
      // A trigger of a table of one's own is one more step away from the ledger.
      await attacker.query(`create function pg_temp.mine() returns trigger language plpgsql as
        $$ begin update public.accounts set balance = 1000000; return new; end $$;
        create temp table bait (id int); create trigger mine before insert on bait for each row execute function pg_temp.mine()`);
      await expect(attacker.query('insert into bait values (1)')).rejects.toThrow('permission denied');
      await attacker.query('select end_versions(array(select domain_id from public.domain_versions), now())');
      await attacker.query(`select forget_access_log('infinity')`);
      for (const changed of [
        { changes: { registrar: { from: null, to: 'EVIL' } } },
        { changes: {}, snapshot: { registrar: 'EVIL' } },
      ])
        for (const key of ['tamm.ee', 'GAMMA:TAMM', 'GAMMA:GONE'])
          await expect(
            attacker.query(
              `select erase_history(jsonb_agg(jsonb_build_object('id', id) || $1)) from public.history where object_key = $2`,
              [changed, key],
            ),
          ).rejects.toThrow('only personal data of deleted contacts leave history');
    } finally {
      await attacker.query(
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
    await attacker.query(`select forget_access_log('infinity')`);
    expect(await count('select count(*) from access_log')).toBeGreaterThan(0);
  });

  it(
    'is backed up with the rights of a server, and restored by the owner, after which it serves again',
    slow,
    async () => {
      const file = join(directory, 'zonegraph.backup');
      const { MIGRATE_DATABASE_URL: _, ...withoutOwner } = commandEnv();
      await cli(['backup', '--to', file], withoutOwner);
      expect(existsSync(file)).toBe(true);
      const restore = ['restore', '--from', file, '--force', '--keep-invoice-numbers'];
      await expect(cli(restore, commandEnv())).rejects.toThrow('A server, or another command, is connected');
      server.kill('SIGTERM');
      await server.ended;
      await cli(restore, commandEnv());
      server = startServer(withoutOwner);
      url = await server.url;
      const { account } = await ask('{ account { balance } }', {}, user);
      expect(account?.balance).toBe('48.00');
      await expect(attacker.query('delete from ledger')).rejects.toThrow('permission denied');
    },
  );

  it('is warned of one role that does both', slow, async () => {
    const both = startServer({ ...env, DATABASE_URL: env.MIGRATE_DATABASE_URL ?? '' });
    await both.url.catch(() => {});
    both.kill('SIGTERM');
    const { output } = await both.ended;
    expect(output).toContain('the database role of DATABASE_URL owns tables');
  });

  it('is not served before it was migrated, and says so', slow, async () => {
    server.kill('SIGTERM');
    await server.ended;
    await superuser.query(
      `delete from schema_migrations where name = (select max(name) from schema_migrations)`,
    );
    const { MIGRATE_DATABASE_URL: _, ...withoutOwner } = env;
    const refused = startServer(withoutOwner);
    expect((await refused.ended).output).toMatch(
      /The database is not at \d{4}_\w+, and its user may not migrate it\. Set MIGRATE_DATABASE_URL/,
    );
  });
});
