import { sql } from 'kysely';
import { normaliseLookup } from '#src/registry/rules/domain/domain-name.ts';
import type { Domain } from '#src/registry/store/registry/domain-columns.ts';
import { domainsByName } from '#src/registry/store/registry/domains.ts';
import { type SeedDomain, seed } from './seed.ts';
import { alpha, type TestWorld } from './world.ts';

let count = 0;
const registrants = new WeakMap<TestWorld, Map<string, Promise<string>>>();

/** Registers a domain whose name does not matter, and gives the name; its registrant is a private adult. */
export async function newDomain(
  world: TestWorld,
  { name, ...fields }: SeedDomain & { readonly name?: string } = {},
  { auth = alpha }: { auth?: string } = {},
): Promise<string> {
  count += 1;
  const unique = `name-${count}.ee`;
  const registrant = fields.registrant ?? (await usualRegistrant(world, auth));
  const domain = await seed(world, auth).domain(name ?? unique, { ...fields, registrant });
  return domain.name;
}

function usualRegistrant(world: TestWorld, auth: string): Promise<string> {
  const known = registrants.get(world) ?? new Map<string, Promise<string>>();
  registrants.set(world, known);
  const code = known.get(auth) ?? seed(world, auth).contact();
  known.set(auth, code);
  return code;
}

/** As the operator, a job or a registrant would have left them. */
export const setDomainStatuses = (
  world: TestWorld,
  name: string,
  statuses: readonly string[],
): Promise<void> => seed(world).alter(name, { statuses: [...statuses] });

export async function openDispute({ container }: TestWorld, name: string): Promise<void> {
  const today = container.calendar.dateOf(container.clock.now());
  await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
    values (${name}, ${name}, 'dispute-code', ${today}, ${container.calendar.plusDays(today, 100)}, ${container.clock.now()})`.execute(
    container.database.db,
  );
}

/** The domain as it is stored. */
export async function storedDomain({ container }: TestWorld, name: string): Promise<Domain> {
  const [domain] = await domainsByName(
    container.database.db,
    [normaliseLookup(name)],
    container.calendar.dateOf(container.clock.now()),
  );
  if (!domain) throw new Error(`no domain ${name}`);
  return domain;
}

/** An operation that writes history rows for the domain names itself in them. */
export async function operationsOn({ container }: TestWorld, name: string): Promise<string[]> {
  const rows = await container.database.db
    .selectFrom('history')
    .select('operation')
    .where('object_type', '=', 'domain')
    .where('object_key', '=', name)
    .orderBy('id')
    .execute();
  return rows.map(({ operation }) => operation);
}

export async function setSetting({ container }: TestWorld, name: string, value: string): Promise<void> {
  await sql`insert into settings (name, value, updated_at) values (${name}, ${value}, ${container.clock.now()})
    on conflict (name) do update set value = excluded.value`.execute(container.database.db);
}

/** Every status that forbids any change (docs/rules/registrar.md#what-statuses-forbid). */
export const updateBlockers = [
  'pendingDeleteConfirmation',
  'clientUpdateProhibited',
  'serverUpdateProhibited',
  'pendingCreate',
  'pendingUpdate',
  'pendingDelete',
  'pendingRenew',
  'pendingTransfer',
] as const;

export const disputed =
  'Object status prohibits operation; disputed domain update requires registrant change';
