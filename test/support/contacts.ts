import { sql } from 'kysely';
import type { Answer, TestWorld } from './world.ts';

/** A person whose every field is right. */
export const person = {
  name: 'Jaan Tamm',
  email: 'jaan@example.com',
  phone: '+372.5555555',
  ident: { ident: '39708290069', ident_type: 'priv', ident_country_code: 'EE' },
};

export const postContact = (
  world: TestWorld,
  contact: unknown,
  options: { auth?: string; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  world.request({ method: 'POST', url: '/registry/v1/contacts', payload: { contact }, ...options });

/** Creates one and gives its code. */
export async function newContact(
  world: TestWorld,
  fields: object = {},
  options: { auth?: string } = {},
): Promise<string> {
  const { body } = await postContact(world, { ...person, ...fields }, options);
  if (String(body.code) !== '1000') throw new Error(`no contact: ${JSON.stringify(body)}`);
  return String(body.data.contact.code);
}

/** Stored statuses and their notes, as an operator would have set them. */
export async function setStatuses(
  { container }: TestWorld,
  code: string,
  statuses: readonly string[],
  notes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await container.database.db
    .updateTable('contacts')
    .set({ statuses: [...statuses], status_notes: JSON.stringify(notes) })
    .where('code', '=', code)
    .execute();
}

export interface LinkedDomain {
  readonly name: string;
  /** The sponsor's code; ALPHA when left out. */
  readonly registrar?: string;
  readonly registrant: string;
  readonly admin?: readonly string[];
  readonly tech?: readonly string[];
  readonly expiresAt?: Date;
}

/** A domain that names contacts, straight in the database: what it takes to register one is told elsewhere. */
export async function linkDomain({ container }: TestWorld, domain: LinkedDomain): Promise<void> {
  const { db } = container.database;
  const now = container.clock.now();
  const { name, registrar = 'ALPHA', registrant, expiresAt = now } = domain;
  const { rows } = await sql<{ id: number }>`
    insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
      expires_at, created_at, updated_at)
    select ${name}, ${name}, (select id from zones where origin = 'ee'),
      (select id from registrars where code = ${registrar}), (select id from contacts where code = ${registrant}),
      'secret', 1, 'y', ${expiresAt}, ${now}, ${now}
    returning id`.execute(db);
  for (const role of ['admin', 'tech'] as const)
    for (const code of domain[role] ?? [])
      await sql`insert into domain_contacts (domain_id, contact_id, role)
        select ${rows[0]?.id}, id, ${role} from contacts where code = ${code}`.execute(db);
}
