import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { ConfigError } from '#src/base/config.ts';
import { integrations } from '#src/base/integrations.ts';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { migrateAsOwner } from '#src/registry/store/driver/migrations/migrate-as-owner.ts';
import { excessOf } from '#src/registry/store/driver/migrations/roles.ts';
import { emptyDatabase } from '../server/process/server.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { readConfig } from '../support/extensions.ts';
import { onServer } from '../support/server.ts';

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
const source = textOf('ops/compose.production.yaml');
const { services, networks } = parse(source, { merge: true }) as {
  services: Readonly<Record<'proxy' | 'zonegraph' | 'migrate' | 'database' | 'backup', Service>>;
  networks: Readonly<Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>>;
};
const environment = services.zonegraph.environment ?? {};

/** What docker compose makes of `${NAME}`, `${NAME:-default}` and `${NAME:?why}`; undefined: it refuses to start. */
function interpolated(text: string, given: Readonly<Record<string, string>>): string | undefined {
  let missing = false;
  const filled = text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, sign?: string, rest = '') => {
      if (given[name]) return given[name];
      if (sign === '?') missing = true;
      return sign === '-' ? rest : '';
    },
  );
  return missing ? undefined : filled;
}

function started(
  given: Readonly<Record<string, string>>,
  of = environment,
): Record<string, string> | undefined {
  const filled = Object.entries(of).map(([name, value]) => [name, interpolated(value, given)] as const);
  return filled.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(filled) as Record<string, string>);
}

/** What the guide's commands write, up to the start of the containers. */
const directory = mkdtempSync(join(tmpdir(), 'zonegraph-production-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const [, commands = ''] =
  /```sh\n(umask 077\nmkdir -p private[\s\S]*?)COMMIT=.* docker compose/.exec(textOf('docs/operating.md')) ??
  [];
execFileSync('sh', ['-ec', commands], { cwd: directory });
const example = parseEnv(readFileSync(join(directory, 'production.env'), 'utf8')) as Record<string, string>;
/** What the container has at /run/secrets. */
const mounted = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      name.endsWith('_FILE')
        ? value
            .replace(/^\/run\/secrets/, example.SECRETS_PATH ?? '')
            .replace(/^\/run\/owner/, example.OWNER_SECRETS_PATH ?? '')
        : value,
    ]),
  );
const withoutFile = (name: string): string => name.replace(/_FILE$/, '');

describe('ops/compose.production.yaml', () => {
  it('sets only variables that the configuration knows, and all that production always needs', () => {
    const known = textOf('.env.example');
    const names = Object.keys(environment).map(withoutFile);
    for (const name of names) expect(known, name).toMatch(new RegExp(`^${name}=`, 'm'));
    const needed = problemsOf({ ZONEGRAPH_MODE: 'production' }).map((problem) => problem.split(' ')[0]);
    expect(needed.length).toBeGreaterThan(15);
    expect(names).toEqual(expect.arrayContaining(needed));
    const switches = Object.entries(integrations).flatMap(([name, { variables }]) => [name, ...variables]);
    expect(names).toEqual(expect.arrayContaining(switches));
  });

  it('passes on every variable of .env.example that production may have', () => {
    const known = [...textOf('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    // The image sets the first three; there is a port for metrics, without a token; the rest is not for production.
    const others = /^(?:PORT|HOST|DATA_DIR|METRICS_TOKEN|SANDBOX_WORLD|UPSTREAM_\w+)$/;
    const passed = Object.keys(environment).map(withoutFile);
    expect(known.filter((name) => !others.test(name) && !passed.includes(name))).toEqual([]);
  });

  it('lets a Prometheus inside read metrics', () => {
    expect(services.zonegraph.networks).toContain('monitoring');
    expect(networks.monitoring?.internal).toBe(true);
    expect(readConfig(mounted(started(example) ?? {})).METRICS_PORT).toBe(9464);
  });

  it('has the PostgreSQL that CI tests, of Debian 12', () => {
    expect(services.database.image).toBe('postgres:15');
    expect(textOf('compose.yaml')).toContain('image: postgres:15');
  });

  it('starts with what the guide puts into production.env and the secrets', () => {
    const env = started(example);
    expect(env).toBeDefined();
    expect(readConfig(mounted(env ?? {}))).toMatchObject({
      DATABASE_URL: expect.stringMatching(/:[0-9a-f]{64}@/),
    });
    expect(readConfig(mounted(env ?? {}))).toMatchObject({
      isTrial: false,
      PUBLIC_URL: 'https://registry.example',
      WORKERS: 'auto',
      PAYMENTS: 'off',
    });
  });

  it('migrates before it serves, with a role whose password the server cannot read', () => {
    expect(services.zonegraph.depends_on?.migrate?.condition).toBe('service_completed_successfully');
    const env = mounted(started(example, services.migrate.environment) ?? {});
    const { DATABASE_URL, MIGRATE_DATABASE_URL } = readConfig(env);
    const roles = [DATABASE_URL, MIGRATE_DATABASE_URL].map((url) => new URL(url ?? '').username);
    expect(roles).toEqual(['zonegraph', 'zonegraph_owner']);
    const seesOwner = Object.keys(services).filter((name) =>
      services[name as keyof typeof services].volumes?.some((volume) => volume.includes('/run/owner')),
    );
    expect(seesOwner).toEqual(['migrate', 'database']);
    expect(services.backup.environment).toMatchObject({ PGUSER: 'zonegraph' });
  });

  it.each(Object.keys(example).filter((name) => !(name in integrations) && !name.endsWith('_PATH')))(
    'starts nothing without %s',
    (name) => {
      const { [name]: _, ...rest } = example;
      const isSet = (text: string) => interpolated(text, rest) !== undefined;
      const everything = Object.values(services).flatMap((service) =>
        Object.values(service.environment ?? {}),
      );
      expect(everything.every(isSet)).toBe(false);
    },
  );

  it('has no secret in an environment, and asks Zonegraph for those of what is switched on', () => {
    for (const [service, { environment: env = {} }] of Object.entries(services))
      for (const name of Object.keys(env))
        if (/(?:TOKENS?|SECRET|PASSWORD|SMTP_URL|DATABASE_URL)$/.test(name))
          expect(name, service).toMatch(/_FILE$/);
    for (const name of ['BACKUP_PATH', 'SECRETS_PATH', 'OWNER_SECRETS_PATH'])
      expect(source).toContain(`\${${name}:?`);
    for (const [name, { variables }] of Object.entries(integrations)) {
      const env = mounted(started({ ...example, [name]: 'on' }) ?? {});
      expect([...problemsOf(env)].sort()).toEqual(
        variables.map((variable) => `${variable} is required in production`).sort(),
      );
    }
  });

  it('shows nothing but the proxy, which is believed and passes on nothing that callers could make up', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    expect(networks.data?.internal).toBe(true);
    expect(services.database.networks).toEqual(['data']);
    expect(environment.TRUSTED_PROXIES).toBe(networks.edge?.ipam?.config[0]?.subnet);
    const caddyfile = textOf('ops/Caddyfile');
    for (const header of ['-SSL_CLIENT_CERT', '-SSL_CLIENT_S_DN_CN', 'X-Forwarded-For {remote_host}'])
      expect(caddyfile).toContain(`header_up ${header}`);
    expect(caddyfile).toContain('{$DOMAIN} {');
    expect(caddyfile).toMatch(/reverse_proxy zonegraph:4000 /);
  });

  it('looks after every part: checked, restarted, with its data in a volume', () => {
    const { migrate, ...lasting } = services;
    expect(migrate.restart).toBe('no');
    for (const [name, service] of Object.entries(lasting)) {
      expect(service.healthcheck, name).toBeDefined();
      expect(service.restart, name).toBe('unless-stopped');
    }
    expect(services.database.volumes).toContain('database:/var/lib/postgresql/data');
    // A dump is read by the tools of the server that wrote it.
    expect(services.backup.image).toBe(services.database.image);
  });
});

function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const hasTools = spawnSync('pg_dump', ['--version']).status === 0;

describe.runIf(hasTools && inject('testDatabase').kind === 'postgres')('ops/backup.sh', () => {
  const backUp = (env: Readonly<Record<string, string>>) =>
    spawnSync('sh', [new URL('ops/backup.sh', root).pathname], {
      env: { PATH: process.env.PATH, BACKUP_ONCE: 'true', ...env },
      encoding: 'utf8',
    });

  it('makes a dump that can be read, lets old ones go, and keeps them when it fails', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'zonegraph-dumps-'));
    try {
      const old = join(directory, 'zonegraph-20200101T000000Z.backup');
      const older = new Date('2020-01-01');
      writeFileSync(old, '');
      utimesSync(old, older, older);
      const wrong = backUp({ BACKUP_DIR: directory, PGHOST: '127.0.0.1', PGPORT: '1' });
      expect(wrong.status).not.toBe(0);
      expect(readdirSync(directory).filter((name) => name.endsWith('.backup'))).toEqual([
        'zonegraph-20200101T000000Z.backup',
      ]);
      const { hostname, port, username, pathname } = new URL((await testDatabaseUrl()) ?? '');
      const done = backUp({
        BACKUP_DIR: directory,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGDATABASE: pathname.slice(1),
      });
      expect(done.stderr).toBe('');
      const [dump, ...others] = readdirSync(directory);
      expect(others).toEqual([]);
      expect(
        execFileSync('pg_restore', ['--list', join(directory, dump ?? '')], { encoding: 'utf8' }),
      ).toContain('Format: CUSTOM');
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

describe.runIf(hasTools && inject('testDatabase').kind === 'postgres')('ops/database-roles.sh', () => {
  const [owner, server] = [`zg_compose_owner_${process.pid}`, `zg_compose_${process.pid}`];
  const source = inject('testDatabase');
  afterAll(() =>
    onServer(source.kind === 'postgres' ? source.server : '', `drop role if exists ${owner}, ${server}`),
  );

  it('makes the roles that zonegraph roles makes: the migration gives the server its rights, and it can be backed up', async () => {
    const place = await emptyDatabase();
    const url = new URL(place.env.DATABASE_URL ?? '');
    const env = {
      PATH: process.env.PATH,
      PGHOST: url.hostname,
      PGPORT: url.port,
      POSTGRES_USER: url.username,
      POSTGRES_DB: url.pathname.slice(1),
      OWNER_ROLE: owner,
      SERVER_ROLE: server,
      OWNER_PASSWORD_FILE: join(example.OWNER_SECRETS_PATH ?? '', 'owner_password'),
      SERVER_PASSWORD_FILE: join(example.SECRETS_PATH ?? '', 'server_password'),
    };
    const as = (role: string): string => Object.assign(new URL(url), { username: role }).href;
    try {
      const made = spawnSync('sh', [new URL('ops/database-roles.sh', root).pathname], {
        env,
        encoding: 'utf8',
      });
      expect(made.stderr).toBe('');
      const database = await openDatabase({ url: as(server) });
      try {
        expect(await migrateAsOwner(database, as(owner))).toContain('0001_baseline');
        expect(await excessOf(database.db)).toEqual([]);
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_roles
          where rolname in (${owner}, ${server}) and rolcanlogin and not rolsuper`.execute(database.db);
        expect(rows).toEqual([{ count: 2 }]);
      } finally {
        await database.close();
      }
      const dump = spawnSync('pg_dump', ['--format=custom', '--no-owner', as(server)]);
      expect(dump.stderr.toString()).toBe('');
      expect(dump.stdout.length).toBeGreaterThan(100_000);
    } finally {
      await place.remove();
    }
  });
});
