import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { type Contact, contactsById } from '../../store/contacts.ts';
import type { Db } from '../../store/database.ts';
import {
  contactsOnDomains,
  type DnssecKeyRow,
  type DomainContact,
  dnssecKeysOf,
  type NameserverRow,
  nameserversOf,
} from '../../store/domain-relations.ts';
import type { Domain } from '../../store/domains.ts';
import type { Registrar } from '../../store/registrars.ts';
import { registrarsById } from '../../store/registrars.ts';
import type { Context } from '../context.ts';

/**
 * What hangs on a domain. A list resolver loads what the document selects for its whole page and hands it down, so
 * that nested fields answer at once; whoever comes without it is served by the loaders below. Both use the same
 * batch functions.
 */
export interface Related {
  readonly registrar?: Registrar | undefined;
  readonly registrant?: Contact | undefined;
  readonly contacts?: readonly DomainContact[];
  readonly nameservers?: readonly NameserverRow[];
  readonly keys?: readonly DnssecKeyRow[];
}

export type DomainNode = Domain & { readonly related?: Related };

/** Which relation each field of Domain needs. */
const needs: Readonly<Record<string, keyof Related>> = {
  registrar: 'registrar',
  registrant: 'registrant',
  adminContacts: 'contacts',
  techContacts: 'contacts',
  contacts: 'contacts',
  nameservers: 'nameservers',
  dnssecKeys: 'keys',
};

export const relationFields = Object.keys(needs);

/** Loads the selected relations of a page of domains, one statement for each. */
export async function relate(
  db: Db,
  rows: readonly Domain[],
  fields: Iterable<string>,
): Promise<DomainNode[]> {
  const wanted = new Set([...fields].map((field) => needs[field]));
  const ids = rows.map(({ id }) => id);
  const [registrars, registrants, contacts, nameservers, keys] = await Promise.all([
    wanted.has('registrar') ? registrarsById(db, unique(rows.map((row) => row.registrar_id))) : undefined,
    wanted.has('registrant') ? contactsById(db, unique(rows.map((row) => row.registrant_id))) : undefined,
    wanted.has('contacts') ? contactsOnDomains(db, ids) : undefined,
    wanted.has('nameservers') ? nameserversOf(db, ids) : undefined,
    wanted.has('keys') ? dnssecKeysOf(db, ids) : undefined,
  ]);
  const registrarById = registrars && new Map(registrars.map((one) => [one.id, one]));
  const registrantById = registrants && new Map(registrants.map((one) => [one.id, one]));
  const contactsByDomain = contacts && groupByDomain(contacts);
  const nameserversByDomain = nameservers && groupByDomain(nameservers);
  const keysByDomain = keys && groupByDomain(keys);
  return rows.map((row) => ({
    ...row,
    related: {
      ...(registrarById && { registrar: registrarById.get(row.registrar_id) }),
      ...(registrantById && { registrant: registrantById.get(row.registrant_id) }),
      ...(contactsByDomain && { contacts: contactsByDomain.get(row.id) ?? [] }),
      ...(nameserversByDomain && { nameservers: nameserversByDomain.get(row.id) ?? [] }),
      ...(keysByDomain && { keys: keysByDomain.get(row.id) ?? [] }),
    },
  }));
}

const listLoader = <T extends { readonly domain_id: number }>(
  batch: (db: Db, ids: readonly number[]) => Promise<T[]>,
) =>
  createContextCache(
    ({ database }: Context) =>
      new DataLoader<number, readonly T[]>(async (ids) => {
        const groups = groupByDomain(await batch(database.db, ids));
        return ids.map((id) => groups.get(id) ?? []);
      }),
  );

export const contactLoader = listLoader(contactsOnDomains);
export const nameserverLoader = listLoader(nameserversOf);
export const keyLoader = listLoader(dnssecKeysOf);

function groupByDomain<T extends { readonly domain_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.domain_id);
    if (group) group.push(row);
    else groups.set(row.domain_id, [row]);
  }
  return groups;
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];
