import type pg from 'pg';

/** Flat statements, sent at once on one connection, put together here: one trip to the database for each answer. */

const pageOf = `select id from domains
  where registrar_id = $1 and (expires_at, id) > ($2, $3) order by expires_at, id limit 50`;

const pageDomains = {
  name: 'page_domains',
  text: `select domains.id, domains.name, domains.expires_at, registrars.code as registrar_code,
      registrars.name as registrar_name, contacts.code as registrant_code, contacts.name as registrant_name,
      contacts.email as registrant_email
    from domains join registrars on registrars.id = domains.registrar_id
      join contacts on contacts.id = domains.registrant_id
    where domains.registrar_id = $1 and (domains.expires_at, domains.id) > ($2, $3)
    order by domains.expires_at, domains.id limit 50`,
};
const pageContacts = {
  name: 'page_contacts',
  text: `select domain_id, role, code, contacts.name, email from domain_contacts
      join contacts on contacts.id = domain_contacts.contact_id
    where domain_id in (${pageOf}) order by domain_contacts.id`,
};
const pageNameservers = {
  name: 'page_nameservers',
  text: `select domain_id, hostname, ipv4, ipv6 from nameservers where domain_id in (${pageOf}) order by id`,
};

interface PageRow {
  readonly id: number;
  readonly name: string;
  readonly expires_at: Date;
  readonly registrar_code: string;
  readonly registrar_name: string;
  readonly registrant_code: string;
  readonly registrant_name: string;
  readonly registrant_email: string;
}

interface ContactRow {
  readonly domain_id: number;
  readonly role: 'admin' | 'tech';
  readonly code: string;
  readonly name: string;
  readonly email: string;
}

interface NameserverRow {
  readonly domain_id: number;
  readonly hostname: string;
  readonly ipv4: string[];
  readonly ipv6: string[];
}

export async function flatPage(
  client: pg.PoolClient,
  registrarId: number,
  expiresAt: string,
  id: number,
): Promise<object> {
  const values = [registrarId, expiresAt, id];
  const [domains, contacts, nameservers] = await Promise.all([
    client.query<PageRow>({ ...pageDomains, values }),
    client.query<ContactRow>({ ...pageContacts, values }),
    client.query<NameserverRow>({ ...pageNameservers, values }),
  ]);
  const nodes = new Map(domains.rows.map((row) => [row.id, pageNode(row)]));
  for (const contact of contacts.rows) {
    const node = nodes.get(contact.domain_id);
    (contact.role === 'admin' ? node?.adminContacts : node?.techContacts)?.push(shortContact(contact));
  }
  for (const { domain_id, hostname, ipv4, ipv6 } of nameservers.rows)
    nodes.get(domain_id)?.nameservers.push({ hostname, ipv4, ipv6 });
  return { domains: { edges: Array.from(nodes.values(), (node) => ({ node })) } };
}

const pageNode = (row: PageRow) => ({
  name: row.name,
  expiresAt: row.expires_at,
  registrar: { code: row.registrar_code, name: row.registrar_name },
  registrant: { code: row.registrant_code, name: row.registrant_name, email: row.registrant_email },
  adminContacts: [] as object[],
  techContacts: [] as object[],
  nameservers: [] as object[],
});

const shortContact = ({ code, name, email }: ContactRow) => ({ code, name, email });

const theDomain = {
  name: 'the_domain',
  text: `select domains.name, name_puny, expires_at, domains.created_at, domains.updated_at, outzone_at,
      delete_date::text, force_delete_date::text, domains.statuses, domains.status_notes, transfer_code,
      exists (select from disputes where disputes.name = domains.name and closed_at is null
        and current_date between starts_at and disputes.expires_at) as disputed,
      registrars.code as registrar_code, registrars.name as registrar_name, registrars.website as registrar_website,
      contacts.code as registrant_code, contacts.name as registrant_name, contacts.email as registrant_email,
      contacts.phone as registrant_phone
    from domains join registrars on registrars.id = domains.registrar_id
      join contacts on contacts.id = domains.registrant_id
    where domains.name = $1`,
};
const idOf = `(select id from domains where name = $1)`;
const itsContacts = {
  name: 'its_contacts',
  text: `select role, code, contacts.name, email, phone from domain_contacts
      join contacts on contacts.id = domain_contacts.contact_id
    where domain_id = ${idOf} order by domain_contacts.id`,
};
const itsNameservers = {
  name: 'its_nameservers',
  text: `select id as "databaseId", hostname, ipv4, ipv6 from nameservers where domain_id = ${idOf} order by id`,
};
const itsKeys = {
  name: 'its_keys',
  text: `select id as "databaseId", flags, protocol, alg as algorithm, public_key as "publicKey", key_tag as "keyTag"
    from dnssec_keys where domain_id = ${idOf} order by updated_at, id`,
};

interface DomainRow extends PageRow {
  readonly name_puny: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly outzone_at: Date | null;
  readonly delete_date: string | null;
  readonly force_delete_date: string | null;
  readonly statuses: string[];
  readonly status_notes: Readonly<Record<string, string>>;
  readonly transfer_code: string;
  readonly disputed: boolean;
  readonly registrar_website: string | null;
  readonly registrant_phone: string;
}

type FullContactRow = ContactRow & { readonly phone: string };

export async function flatDomain(client: pg.PoolClient, name: string): Promise<object> {
  const values = [name];
  const [domains, contacts, nameservers, keys] = await Promise.all([
    client.query<DomainRow>({ ...theDomain, values }),
    client.query<FullContactRow>({ ...itsContacts, values }),
    client.query<object>({ ...itsNameservers, values }),
    client.query<object>({ ...itsKeys, values }),
  ]);
  const [row] = domains.rows;
  if (!row) return { domain: null };
  const inRole = (role: string) =>
    contacts.rows
      .filter((contact) => contact.role === role)
      .map(({ code, name, email, phone }) => ({ code, name, email, phone }));
  return {
    domain: {
      name: row.name,
      punycode: row.name_puny,
      expiresAt: row.expires_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      outzoneAt: row.outzone_at,
      deleteDate: row.delete_date,
      forceDeleteDate: row.force_delete_date,
      disputed: row.disputed,
      transferCode: row.transfer_code,
      statuses: row.statuses.map((status) => ({ name: status, note: row.status_notes[status] ?? null })),
      registrar: { code: row.registrar_code, name: row.registrar_name, website: row.registrar_website },
      registrant: {
        code: row.registrant_code,
        name: row.registrant_name,
        email: row.registrant_email,
        phone: row.registrant_phone,
      },
      adminContacts: inRole('admin'),
      techContacts: inRole('tech'),
      nameservers: nameservers.rows,
      dnssecKeys: keys.rows,
    },
  };
}
