import type { UserRole } from '../core/actor.ts';
import { money } from '../core/money.ts';
import { hashPassword } from '../core/secrets.ts';
import type { House } from '../house.ts';
import { openAccount, post } from '../store/accounts.ts';
import type { Db } from '../store/database.ts';
import { allRegistrars, insertApiUser, insertRegistrar } from '../store/registrars.ts';
import { insertPrices, insertZones } from '../store/zones.ts';

export type World = 'bare' | 'demo';

const zones = ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'];
const prices: readonly { months: number; price: string }[] = [
  { months: 3, price: '3.00' },
  { months: 6, price: '5.50' },
  { months: 9, price: '8.00' },
  ...Array.from({ length: 10 }, (_, index) => ({
    months: 12 * (index + 1),
    price: `${10 * (index + 1)}.00`,
  })),
];

const registrars: readonly SandboxRegistrar[] = [
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

/** Fills an empty registry with the sandbox world of design/product.md; one that holds anything is left alone. */
export async function seedWorld(
  { database, clock }: Pick<House, 'database' | 'clock'>,
  _world: World,
): Promise<void> {
  const hashes = await Promise.all(registrars.map(({ password }) => hashPassword(password)));
  await database.transaction(async (db) => {
    if ((await allRegistrars(db)).length > 0) return;
    const now = clock.now();
    await seedZones(db, now);
    for (const [index, registrar] of registrars.entries())
      await seedRegistrar(db, registrar, hashes[index] ?? '', now);
  });
}

async function seedZones(db: Db, now: Date): Promise<void> {
  const inserted = await insertZones(db, zones, now);
  await insertPrices(
    db,
    inserted.flatMap(({ id }) =>
      (['create', 'renew'] as const).flatMap((operation) =>
        prices.map(({ months, price }) => ({
          zone_id: id,
          operation,
          months,
          price: money(price),
          valid_from: '2000-01-01',
          valid_to: null,
          created_at: now,
        })),
      ),
    ),
  );
}

async function seedRegistrar(
  db: Db,
  registrar: SandboxRegistrar,
  passwordHash: string,
  now: Date,
): Promise<void> {
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
  for (const [username, role] of Object.entries(registrar.users))
    await insertApiUser(db, {
      registrar_id: id,
      username,
      password_hash: passwordHash,
      roles: [role],
      verified_at: now,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    });
}
