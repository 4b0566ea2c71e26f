import type { Actor } from '../../../base/actor.ts';
import type { Cursor } from '../../../base/filter.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { contact } from '../../../registry/entities/contact.ts';
import { domain } from '../../../registry/entities/domain.ts';
import type {
  ColumnSelection,
  Contact,
  DnssecKeyRow,
  Domain,
  DomainParts,
  NameserverRow,
  Registrar,
} from '../../../registry/operations/readers/shown.ts';
import { cursorAt, cursorColumns as plainCursors, plainReads } from '../entity-fields.ts';
import type { Selection } from '../lookahead.ts';

/** The columns that each field of a type reads. A field that is not listed gets the whole row. */
type Reads<Row> = Readonly<Record<string, readonly (keyof Row & string)[]>>;

const ofDomain: Reads<Domain> = {
  ...plainReads(domain),
  __typename: [],
  id: [],
  asOf: [],
  current: [],
  registrar: [],
  registrant: [],
  adminContacts: [],
  techContacts: [],
  contacts: [],
  nameservers: [],
  dnssecKeys: [],
  statuses: ['statuses', 'status_notes', 'status_times'],
  disputed: ['disputed'],
  history: [],
  legalDocuments: [],
  transactions: [],
  reservation: [],
  renewQuote: ['zone_id', 'expires_at'],
  allowedActions: ['statuses', 'disputed', 'expires_at'],
};

const ofContact: Reads<Contact> = {
  ...plainReads(contact),
  __typename: [],
  id: ['id', 'code'],
  asOf: [],
  current: ['id'],
  ident: ['ident', 'ident_type', 'ident_country_code'],
  statuses: ['statuses', 'status_notes', 'linked'],
  registrar: [],
  domains: ['id'],
  domainsCount: ['id'],
  history: ['id'],
  legalDocuments: ['id'],
};

const ofRegistrar: Reads<Registrar> = {
  __typename: [],
  id: ['id'],
  code: ['code'],
  name: ['name'],
  website: ['website'],
  email: ['email'],
};

const ofNameserver: Reads<NameserverRow> = {
  __typename: [],
  id: [],
  databaseId: [],
  hostname: ['hostname'],
  ipv4: ['ipv4'],
  ipv6: ['ipv6'],
};

const ofKey: Reads<DnssecKeyRow> = {
  __typename: [],
  id: [],
  databaseId: [],
  flags: ['flags'],
  protocol: ['protocol'],
  algorithm: ['alg'],
  publicKey: ['public_key'],
  keyTag: ['key_tag'],
};

/**
 * The columns of a contact that decide the allowed actions of its domains
 * (operations/domains/model/reasons-against.ts).
 */
const judgedOfContact: readonly (keyof Contact & string)[] = [
  'code',
  'name',
  'email',
  'phone',
  'ident',
  'ident_type',
  'ident_country_code',
];

/** The column with the owner of a row, on which the visibility of its fields depends. */
const owner = ['registrar_id'] as const;

/** The parts to read for a selection on Domain; `also` is a column that the resolver itself needs. */
export function partsFor(
  selection: Selection,
  { kind }: Pick<Actor, 'kind'>,
  also: keyof Domain & string = 'id',
): DomainParts {
  // The access log identifies the people that operators view by code.
  const ofPeople = kind === 'operator' ? ([...owner, 'code'] as const) : owner;
  const ofSelection = getOrCreate(known, selection, () => new Map<string, DomainParts>());
  return getOrCreate(ofSelection, `${ofPeople.length} ${also}`, () => partsOf(selection, also, ofPeople));
}

// Repeated documents have the same selection, so the parts are computed once.
const known = new WeakMap<Selection, Map<string, DomainParts>>();

function partsOf(
  selection: Selection,
  also: keyof Domain & string,
  ofPeople: readonly (keyof Contact & string)[],
): DomainParts {
  const registrar = selection.get('registrar');
  const judged = selection.has('allowedActions');
  const below = (...names: readonly string[]) => names.flatMap((name) => selection.get(name) ?? []);
  const registrant = below('registrant');
  const contacts = below('adminContacts', 'techContacts', 'contacts');
  const nameservers = below('nameservers');
  const keys = below('dnssecKeys');
  return {
    domain: wanted(ofDomain, [selection], [...owner, also]),
    ...(registrar && { registrar: wanted(ofRegistrar, [registrar]) }),
    ...((judged || registrant.length > 0) && {
      registrant: wanted(ofContact, registrant, [...ofPeople, ...(judged ? judgedOfContact : [])]),
    }),
    ...((judged || contacts.length > 0) && {
      contacts: wanted(ofContact, contacts, [...ofPeople, ...(judged ? judgedOfContact : [])]),
    }),
    ...((judged || nameservers.length > 0) && {
      nameservers: wanted(ofNameserver, nameservers, judged ? ['hostname'] : []),
    }),
    ...((judged || keys.length > 0) && { keys: wanted(ofKey, keys, judged ? ['public_key'] : []) }),
  };
}

function wanted<Row>(
  reads: Reads<Row>,
  selections: readonly Selection[],
  always: readonly (keyof Row & string)[] = [],
): ColumnSelection<Row> {
  const columns = new Set(always);
  for (const selection of selections)
    for (const field of selection.keys()) {
      const read = reads[field];
      if (!read) return 'all';
      for (const column of read) columns.add(column);
    }
  return [...columns];
}

/** The column that a cursor keeps, by the field that the list is sorted by. */
export const cursorColumns: Readonly<Record<string, keyof Domain & string>> = {
  ...plainCursors(domain),
  registrantName: 'registrant_name',
};

export const domainCursor = (row: Domain, field: string): Cursor =>
  cursorAt(row, cursorColumns[field] ?? 'expires_at');
