import { dsDigest, keyTag } from '../../../rules/domain/dnssec.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import type { Nameserver } from '../../../rules/domain/nameserver.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import {
  clearUnlinkedSince,
  deleteDnssecKeys,
  deleteNameservers,
  linkContacts,
  type NewParts,
  putDnssecKeys,
  putNameservers,
  renameNameservers,
  unlinkContacts,
  updateUnlinkedSince,
} from '../../../store/registry/domain-relations.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';

/** A domain whose row is written, with its new parts. */
export interface WrittenDomain {
  readonly id: number;
  readonly puny: string;
  readonly after: DomainDraft;
  readonly at: Date;
  /** The domain before; undefined if it is new. */
  readonly state?: DomainState;
}

/** Writes only the differences between the parts of domains, in one round trip. */
export function saveParts(
  db: Db,
  domains: readonly WrittenDomain[],
  settings: RegistrySettings,
): Promise<unknown> {
  const nameservers = nameserverRows(domains);
  const keys = keyRows(domains, settings);
  const links = linkRows(domains);
  return Promise.all([
    deleteNameservers(db, nameservers.gone),
    renameNameservers(db, nameservers.renamed),
    putNameservers(db, nameservers.added),
    deleteDnssecKeys(db, keys.gone),
    putDnssecKeys(db, keys.added),
    unlinkContacts(db, links.gone),
    linkContacts(db, links.added),
    clearUnlinkedSince(db, links.linked),
    updateUnlinkedSince(db, links.unlinked),
  ]);
}

/** The parts of new domains. */
export const newPartsOf = (domains: readonly WrittenDomain[], settings: RegistrySettings): NewParts => ({
  nameservers: nameserverRows(domains).added,
  keys: keyRows(domains, settings).added,
  links: linkRows(domains).added,
});

/** A nameserver keeps its id as long as the ids, which decide the order, allow it. */
function nameserverRows(domains: readonly WrittenDomain[]) {
  const { gone, added } = differences(
    domains,
    ({ nameservers }) => nameservers,
    (before, after) =>
      isSame(hostsOf(before, after), hostsOf(after, before))
        ? (one, other) => one.hostname === other.hostname
        : isSame,
  );
  // A change by id gives the row another host: the row keeps its id, and its addresses are written like any other's.
  const renamed = added.flatMap(({ domain, part }) => {
    const id = part.insteadOf && domain.state?.nameserverIds.get(part.insteadOf);
    return id ? [{ id, hostname: part.hostname, hostname_puny: part.hostnamePuny }] : [];
  });
  const kept = new Set(renamed.map(({ id }) => id));
  return {
    gone: gone
      .flatMap(({ domain, part }) => domain.state?.nameserverIds.get(part.hostname) ?? [])
      .filter((id) => !kept.has(id)),
    renamed,
    added: added.map(({ domain, part }) => ({
      domain_id: domain.id,
      hostname: part.hostname,
      hostname_puny: part.hostnamePuny,
      ipv4: [...part.ipv4],
      ipv6: [...part.ipv6],
      created_at: domain.at,
    })),
  };
}

const hostsOf = (list: readonly Nameserver[], alsoIn: readonly Nameserver[]): string[] =>
  list.map(({ hostname }) => hostname).filter((name) => alsoIn.some(({ hostname }) => hostname === name));

function keyRows(domains: readonly WrittenDomain[], { dsDigestType }: RegistrySettings) {
  const { gone, added } = differences(
    domains,
    ({ keys }) => keys,
    () => (one, other) => one.publicKey === other.publicKey,
  );
  return {
    gone: gone.flatMap(({ domain, part }) => domain.state?.keyIds.get(part.publicKey) ?? []),
    added: added.map(({ domain, part: key }) => ({
      domain_id: domain.id,
      flags: key.flags,
      protocol: key.protocol,
      alg: key.alg,
      public_key: key.publicKey,
      key_tag: keyTag(key.flags, key.protocol, key.alg, key.publicKey),
      ds_digest_type: dsDigestType,
      ds_digest: dsDigest(domain.puny, key, dsDigestType),
      created_at: domain.at,
      updated_at: domain.at,
    })),
  };
}

/** Writes admin and tech contacts, and records since when contacts, including the registrant, are unused. */
function linkRows(domains: readonly WrittenDomain[]) {
  const links = differences(domains, ({ admins, techs }) => [
    ...admins.map(({ id }) => ({ contact_id: id, role: 'admin' as const })),
    ...techs.map(({ id }) => ({ contact_id: id, role: 'tech' as const })),
  ]);
  const registrants = differences(domains, ({ registrant }) => [{ contact_id: registrant.id }]);
  const linked = new Set([...links.added, ...registrants.added].map(({ part }) => part.contact_id));
  const unlinked = [...links.gone, ...registrants.gone].filter(({ part }) => !linked.has(part.contact_id));
  return {
    gone: links.gone.map(({ domain, part }) => ({ domain_id: domain.id, ...part })),
    added: links.added.map(({ domain, part }) => ({ domain_id: domain.id, ...part })),
    linked: [...linked],
    unlinked: new Map(unlinked.map(({ domain, part }) => [part.contact_id, domain.at])),
  };
}

interface PartOf<Part> {
  readonly domain: WrittenDomain;
  readonly part: Part;
}

type Stays<Part> = (one: Part, other: Part) => boolean;

/** The parts to delete and to write; one that differs but stays (`staysIn`) is only overwritten. */
function differences<Part extends object>(
  domains: readonly WrittenDomain[],
  partsOf: (draft: DomainDraft) => readonly Part[],
  staysIn: (before: readonly Part[], after: readonly Part[]) => Stays<Part> = () => isSame,
): { readonly gone: PartOf<Part>[]; readonly added: PartOf<Part>[] } {
  const gone: PartOf<Part>[] = [];
  const added: PartOf<Part>[] = [];
  for (const domain of domains) {
    const before = domain.state ? partsOf(domain.state.draft) : [];
    const after = partsOf(domain.after);
    const missing = (parts: readonly Part[], stays: Stays<Part>) => (one: Part) =>
      !parts.some((other) => stays(one, other));
    const stays = staysIn(before, after);
    gone.push(...before.filter(missing(after, stays)).map((part) => ({ domain, part })));
    added.push(...after.filter(missing(before, isSame)).map((part) => ({ domain, part })));
  }
  return { gone, added };
}

export const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
