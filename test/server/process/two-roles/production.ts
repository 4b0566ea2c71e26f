import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { ownOperator, productionEnv } from '../../../support/production.ts';
import { onServer } from '../../../support/server.ts';
import { cli } from '../../cli/commands.ts';
import { emptyDatabase, type Server, startServer } from '../server.ts';

export const [owner, serving] = [`zg_owner_${process.pid}`, `zg_server_${process.pid}`];
export const slow = { timeout: 120_000 };
export const user = `Basic ${Buffer.from('gamma:a-long-password-of-gamma').toString('base64')}`;

type Answer = Record<string, { userErrors?: { message: string }[] } & Record<string, unknown>>;

/** A production of which one role owns the tables and another one serves, and whoever has taken over the second. */
export class TwoRoles {
  env: Record<string, string> = {};
  /** Signed in as the role that serves. */
  attacker = new pg.Client();
  superuser = new pg.Client();
  #server: Server | undefined;
  #url = '';
  #remove = async (): Promise<void> => {};

  get url(): string {
    return this.#url;
  }

  /** What a server has that only serves. */
  get withoutOwner(): Record<string, string> {
    const { MIGRATE_DATABASE_URL: _, ...rest } = this.env;
    return rest;
  }

  async begin(): Promise<void> {
    const database = await emptyDatabase();
    this.#remove = database.remove;
    const { DATABASE_URL = '' } = database.env;
    const as = (role: string): string => {
      const one = new URL(DATABASE_URL);
      one.username = role;
      return one.href;
    };
    this.superuser = new pg.Client({ connectionString: DATABASE_URL });
    await this.superuser.connect();
    // As the guide says; a second time nothing is different.
    for (let time = 0; time < 2; time += 1) {
      const script = await cli(`roles --owner ${owner} --server ${serving}`);
      const ran = spawnSync('psql', ['-X', '--single-transaction', '-v', 'ON_ERROR_STOP=1', DATABASE_URL], {
        input: script,
        encoding: 'utf8',
      });
      expect(ran.stderr.replace(/^NOTICE.*\n/gm, '')).toBe('');
    }
    this.env = {
      ...productionEnv,
      PATH: process.env.PATH ?? '',
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
    await this.serve(this.env);
    this.attacker = new pg.Client({ connectionString: as(serving) });
    await this.attacker.connect();
  }

  async serve(env: Record<string, string>): Promise<void> {
    this.#server = startServer(env);
    this.#url = await this.#server.url;
  }

  /** With what it has printed. */
  async stop(): Promise<string> {
    this.#server?.kill('SIGTERM');
    const { output } = (await this.#server?.ended) ?? { output: '' };
    return output;
  }

  async end(): Promise<void> {
    const output = await this.stop();
    await this.attacker.end();
    await this.superuser.end();
    await this.#remove();
    const source = inject('testDatabase');
    await onServer(
      source.kind === 'postgres' ? source.server : '',
      `drop role if exists ${owner}, ${serving}`,
    );
    expect(output).not.toContain('permission denied');
  }

  async ask(query: string, variables: object = {}, authorization = ownOperator): Promise<Answer> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as { data: Answer; errors?: unknown };
    expect(answer.errors, query).toBeUndefined();
    for (const payload of Object.values(answer.data ?? {}))
      expect(payload?.userErrors ?? [], query).toEqual([]);
    return answer.data;
  }

  change(field: string, input: object, authorization = ownOperator, select = ''): Promise<Answer> {
    return this.ask(
      `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) { ${field}(input: $input) { ${select} userErrors { message } } }`,
      { input },
      authorization,
    );
  }

  async count(statement: string): Promise<number> {
    return Number((await this.superuser.query<{ count: string }>(statement)).rows[0]?.count);
  }

  /** A registrar with 50.00, two contacts of which one is gone, and a domain; when it expires. */
  async live(): Promise<string> {
    const change = this.change.bind(this);
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
    await change('contactUpdate', { code: 'GAMMA:TAMM', name: 'Jaan Kask' }, user);
    await change('contactDelete', { code: 'GAMMA:GONE' }, user);
    return expiryOf(registered.domainRegister);
  }
}

export const expiryOf = (payload: Record<string, unknown> | undefined): string =>
  (payload?.domain as { expiresAt: string } | undefined)?.expiresAt ?? '';

/** Begun before the tests of a file, and ended after them. */
export function twoRoles(): TwoRoles {
  const production = new TwoRoles();
  beforeAll(() => production.begin(), slow.timeout);
  afterAll(() => production.end());
  return production;
}
