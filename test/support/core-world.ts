import type { Extension } from '#src/apis/extension-points.ts';
import type { UserRole } from '#src/base/actor.ts';
import { money } from '#src/base/money.ts';
import { type Mode, usualRows } from '#src/base/settings.ts';
import { checkZoneNameservers } from '#src/registry/rules/domain/zone-declaration.ts';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { openAccount, post } from '#src/registry/store/registry/accounts.ts';
import { insertApiUser } from '#src/registry/store/registry/api-users.ts';
import { insertRegistrar, registrarList } from '#src/registry/store/registry/registrars.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { changeZone, insertPrices, insertZones } from '#src/registry/store/registry/zones.ts';
import { cheapHash } from './cheap-hash.ts';

const mode: Mode = {
  name: 'core',
  isDefault: true,
  defaults: () => ({
    BUSINESS_REGISTRY_TOKENS: 'portal-sandbox',
    BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1,::1',
    BILLING_SECRET: 'billing-sandbox',
    OPERATOR_TOKENS: 'operator-sandbox',
    PAYMENT_API_USERNAME: 'sandbox-merchant',
    PAYMENT_API_SECRET: 'sandbox-payment-secret',
    PAYMENT_ACCOUNT_NAME: 'EUR-sandbox',
    LINKPAY_TOKEN: 'sandbox-link',
  }),
  means: () => ({ isTrial: true, ownsRegistry: true, hasExamples: false, usualRows }),
};

/** What tests need of the sandbox when no extension is loaded: its mode, and a clock that they can move. */
export const coreTrial: Extension = {
  name: 'tests',
  about: 'A clock that tests move.',
  mode,
  trial: {
    check: async () => {},
    fill: ({ database, clock }) => seedCore(database.db, clock.now()),
    standIns: () => ({
      eInvoicePassword: 'of-nobody',
      askedByItself: [],
      mount: () => {},
      smtpUrl: async () => 'smtp://127.0.0.1:9',
      sendCallback: async () => {},
      start: () => {},
      stop: async () => {},
    }),
    movableTime: async ({ clock }) => ({
      clock: {
        now: () => clock.now(),
        catchUp: async () => {},
        moveTo: async (instant) => clock.moveTo(instant),
        start: () => {},
        stop: () => {},
      },
      targetOf: async (_, target) => target,
      reset: async () => {
        throw new Error('Tests of the core reset nothing');
      },
    }),
  },
};

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
};

const prices = {
  ...{ 3: '3.00', 6: '5.50', 9: '8.00', 12: '10.00', 24: '20.00', 36: '30.00', 48: '40.00', 60: '50.00' },
  ...{ 72: '60.00', 84: '70.00', 96: '80.00', 108: '90.00', 120: '100.00' },
};

interface Seeded {
  readonly code: string;
  readonly name: string;
  readonly website: string | null;
  readonly regNo: string;
  readonly users: Readonly<Record<string, UserRole>>;
}

const registrars: readonly Seeded[] = [
  {
    code: 'ALPHA',
    name: 'Alpha Domains',
    website: 'https://alpha.example',
    regNo: '12345678',
    users: { alpha: 'super', 'alpha-epp': 'epp', 'alpha-billing': 'billing' },
  },
  { code: 'BETA', name: 'Beta Names', website: null, regNo: '87654321', users: { beta: 'super' } },
];

/** Two registrars with users and money, zones with prices, and the issuer of invoices: the sandbox's bare world. */
export async function seedCore(db: Db, now: Date): Promise<void> {
  if ((await registrarList.count(db, undefined)) > 0) return;
  const zones = await insertZones(db, ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'], now);
  for (const { id, origin } of zones) {
    const hosts = ['ns.zonegraph.example', `ns.tld.${origin}=192.0.2.53=2001:db8::53`];
    const checked = checkZoneNameservers(hosts, origin);
    if (!checked.ok) throw new Error(`the nameservers of ${origin} are wrong`);
    await changeZone(db, id, { nameservers: JSON.stringify(checked.nameservers) });
  }
  await insertPrices(
    db,
    zones.flatMap(({ id }) =>
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
  for (const one of registrars) await seedRegistrar(db, one, now);
  for (const [name, value] of Object.entries(issuer)) await putSetting(db, name, value, now);
}

async function seedRegistrar(
  db: Db,
  { code, name, website, regNo, users }: Seeded,
  now: Date,
): Promise<void> {
  const lower = code.toLowerCase();
  const made = { created_at: now, updated_at: now };
  const { id } = await insertRegistrar(db, {
    code,
    name,
    website,
    reg_no: regNo,
    email: `info@${lower}.example`,
    phone: '+372.5555555',
    billing_email: `billing@${lower}.example`,
    billing_address: null,
    ...made,
  });
  await openAccount(db, id);
  const sum = money('1000.00');
  const description = 'Opening balance';
  await post(db, [
    { registrarId: id, activity: 'add_credit', description, sum, requestId: 'sandbox', at: now },
  ]);
  const password = cheapHash(`${lower}-sandbox`);
  for (const [username, role] of Object.entries(users))
    await insertApiUser(db, {
      registrar_id: id,
      username,
      password_hash: password,
      roles: [role],
      verified_at: now,
      last_login_at: null,
      ...made,
    });
}
