import type { Services } from '../../apis/services.ts';
import type { RegistrarActor, UserRole } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { money } from '../../base/money.ts';
import { hashPassword } from '../../base/secrets.ts';
import { registrySettings } from '../../registry/operations/settings.ts';
import { checkZoneNameservers } from '../../registry/rules/domain/zone-declaration.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { lockMigrations } from '../../registry/store/driver/migrations/migrate.ts';
import { openAccount, post } from '../../registry/store/registry/accounts.ts';
import { insertApiUser } from '../../registry/store/registry/api-users.ts';
import { insertRegistrar, registrarList } from '../../registry/store/registry/registrars.ts';
import { putSetting } from '../../registry/store/registry/settings.ts';
import { changeZone, insertPrices, insertZones, type Zone } from '../../registry/store/registry/zones.ts';
import { seedDemoWorld } from './demo/demo-world.ts';
import { seedOperators } from './openid/people.ts';
import { publishBoard } from './published-board.ts';
import { publishTokens } from './published-tokens.ts';
import { markSandbox } from './store/sandbox-mark.ts';
import { askAsAgent } from './waiting-write.ts';

export type World = 'bare' | 'demo';

const zones = ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'];
/** The price of a registration or renewal by its period in months (docs/rules/product.md#sandbox-prices). */
const prices = {
  ...{ 3: '3.00', 6: '5.50', 9: '8.00', 12: '10.00', 24: '20.00', 36: '30.00', 48: '40.00', 60: '50.00' },
  ...{ 72: '60.00', 84: '70.00', 96: '80.00', 108: '90.00', 120: '100.00' },
} as const;

/** The seller on invoices, without which no e-invoice is sent. */
const issuer = {
  registry_juridical_name: 'Sandbox Registry Foundation',
  registry_reg_no: '90000001',
  registry_vat_no: 'EE100000001',
  registry_street: 'Nimede 1',
  registry_city: 'Tallinn',
  registry_zip: '10111',
  registry_phone: '+372.6000000',
  registry_url: 'https://registry.example',
  registry_bank: 'Sandbox Bank',
  registry_iban: 'EE382200221020145685',
  registry_swift: 'SANDEE22',
} as const;

const registrars: readonly [SandboxRegistrar, SandboxRegistrar] = [
  {
    code: 'ALPHA',
    name: 'Alpha Domains',
    website: 'https://alpha.example',
    users: { alpha: 'super', 'alpha-epp': 'epp', 'alpha-billing': 'billing' },
    password: 'alpha-sandbox',
  },
  { code: 'BETA', name: 'Beta Names', website: null, users: { beta: 'super' }, password: 'beta-sandbox' },
];

interface SandboxRegistrar {
  readonly code: string;
  readonly name: string;
  readonly website: string | null;
  readonly users: Readonly<Record<string, UserRole>>;
  readonly password: string;
}

export type WorldParts = Pick<Services, 'database' | 'clock' | 'calendar' | 'config' | 'address'>;

/** `runner` is a function, because the runner of a process is made after what can reset it. */
export type SeedingParts = WorldParts & { readonly runner: () => Services['runner'] };

/**
 * Fills an empty registry with the sandbox world (docs/rules/product.md#the-sandbox-world); one that has data is left
 * alone.
 */
export const seedWorld = (parts: WorldParts & Pick<Services, 'runner'>, world: World): Promise<void> =>
  inNewWorld({ ...parts, runner: () => parts.runner }, world, (db) => fillWorld(db, parts, world));

/** Fills the world in one transaction; what happens in it afterwards goes the way of every request. */
export async function inNewWorld(
  parts: SeedingParts,
  world: World,
  fill: (db: Db) => Promise<boolean>,
): Promise<void> {
  const isNew = await parts.database.background.transaction(fill);
  if (isNew && world === 'demo') await askAsAgent({ ...parts, runner: parts.runner() });
}

/** False if there is a world already. */
export async function fillWorld(
  db: Db,
  { clock, calendar, config, address }: WorldParts,
  world: World,
): Promise<boolean> {
  // When several processes start on an empty database, one fills it.
  await lockMigrations(db);
  const isFilled = (await registrarList.count(db, undefined)) > 0;
  await markSandbox(db, clock.now());
  await seedOperators(db, clock.now());
  if (isFilled) {
    await publishTokens(db, { clock, calendar });
    return false;
  }
  // Password hashing is slow and runs in threads of its own.
  for (const { password } of registrars) void hashOf(password);
  const now = clock.now();
  // In a world with a past the registrars are old, too.
  const began = world === 'demo' ? calendar.minus(now, { years: 4 }) : now;
  const zonesMade = await seedZones(db, began);
  const [alpha, beta] = [
    await seedRegistrar(db, registrars[0], began),
    await seedRegistrar(db, registrars[1], began),
  ];
  await publishTokens(db, { clock, calendar });
  for (const [name, value] of Object.entries(issuer)) await putSetting(db, name, value, began);
  if (world === 'bare') return true;
  const settings = await registrySettings(db);
  const { publicUrl } = address;
  const context = { db, now, began, calendar, settings, publicUrl, zones: zonesMade };
  await seedDemoWorld({ ...context, registrars: { ALPHA: alpha, BETA: beta } }, config);
  await publishBoard(db, { clock, calendar });
  return true;
}

const hashes = new Map<string, Promise<string>>();

/** Hashed once with one salt, however often the sandbox is reset: these passwords are public anyway. */
const hashOf = (password: string): Promise<string> =>
  getOrCreate(hashes, password, () => hashPassword(password));

/** One that is elsewhere, and one below the zone. */
function nameserversOf(origin: string): string {
  const checked = checkZoneNameservers(
    ['ns.zonegraph.example', `ns.tld.${origin}=192.0.2.53=2001:db8::53`],
    origin,
  );
  if (!checked.ok) throw new Error(`the nameservers of ${origin} are wrong`);
  return JSON.stringify(checked.nameservers);
}

async function seedZones(db: Db, now: Date): Promise<Zone[]> {
  const inserted = await insertZones(db, zones, now);
  for (const { id, origin } of inserted) await changeZone(db, id, { nameservers: nameserversOf(origin) });
  await insertPrices(
    db,
    inserted.flatMap(({ id }) =>
      (['create', 'renew'] as const).flatMap((operation) =>
        Object.entries(prices).map(([months, price]) => ({
          zone_id: id,
          operation,
          months: Number(months),
          price: money(price),
          valid_from: '2000-01-01',
          valid_to: null,
          created_at: now,
        })),
      ),
    ),
  );
  return inserted;
}

async function seedRegistrar(db: Db, registrar: SandboxRegistrar, now: Date): Promise<RegistrarActor> {
  const lower = registrar.code.toLowerCase();
  const { id } = await insertRegistrar(db, {
    code: registrar.code,
    name: registrar.name,
    website: registrar.website,
    reg_no: registrar.code === 'ALPHA' ? '12345678' : '87654321',
    email: `info@${lower}.example`,
    phone: '+372.5555555',
    billing_email: `billing@${lower}.example`,
    billing_address: null,
    created_at: now,
    updated_at: now,
  });
  await openAccount(db, id);
  await post(db, [
    {
      registrarId: id,
      activity: 'add_credit',
      description: 'Opening balance',
      sum: money('1000.00'),
      requestId: 'sandbox',
      at: now,
    },
  ]);
  const actors: RegistrarActor[] = [];
  for (const [username, role] of Object.entries(registrar.users)) {
    const user = await insertApiUser(db, {
      registrar_id: id,
      username,
      password_hash: await hashOf(registrar.password),
      roles: [role],
      verified_at: now,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    });
    actors.push({
      kind: 'registrar',
      userId: user.id,
      username,
      roles: [role],
      registrarId: id,
      registrarCode: registrar.code,
    });
  }
  const [actor] = actors;
  if (!actor) throw new Error(`registrar ${registrar.code} has no user`);
  return actor;
}
