import { dsDigest, keyTag } from '../../../rules/domain/dnssec.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import type { Nameserver } from '../../../rules/domain/nameserver.ts';
import {
  type ContactLink,
  deleteDnssecKeys,
  deleteNameservers,
  linkContacts,
  noteLinks,
  putDnssecKeys,
  putNameservers,
  unlinkContacts,
} from '../../../store/registry/domain-relations.ts';
import type { OperationContext } from '../../operation.ts';
import type { DomainDraft, DomainState } from './domain-state.ts';

/**
 * What hangs on a domain is written row by row, and only what differs. A nameserver keeps its number while the order
 * in which they are shown, that of the numbers, allows it.
 */
export async function writeNameservers(
  { db, now }: OperationContext,
  id: number,
  after: DomainDraft,
  stored?: DomainState,
): Promise<void> {
  const before = stored?.draft.nameservers ?? [];
  const keepsNumbers = isSame(hostsOf(before, after.nameservers), hostsOf(after.nameservers, before));
  const stays = keepsNumbers
    ? (one: Nameserver, other: Nameserver) => one.hostname === other.hostname
    : isSame;
  const gone = before.filter((one) => !after.nameservers.some((other) => stays(one, other)));
  const added = after.nameservers.filter((one) => !before.some((other) => isSame(one, other)));
  await deleteNameservers(
    db,
    gone.flatMap(({ hostname }) => stored?.nameserverIds.get(hostname) ?? []),
  );
  await putNameservers(
    db,
    added.map(({ hostname, hostnamePuny, ipv4, ipv6 }) => ({
      domain_id: id,
      hostname,
      hostname_puny: hostnamePuny,
      ipv4: [...ipv4],
      ipv6: [...ipv6],
      created_at: now,
    })),
  );
}

const hostsOf = (list: readonly Nameserver[], alsoIn: readonly Nameserver[]): string[] =>
  list.map(({ hostname }) => hostname).filter((name) => alsoIn.some(({ hostname }) => hostname === name));

export async function writeKeys(
  { db, now }: OperationContext,
  { id, puny }: { id: number; puny: string },
  after: DomainDraft,
  { dsDigestType }: RegistrySettings,
  stored?: DomainState,
): Promise<void> {
  const before = stored?.draft.keys ?? [];
  const gone = before.filter((one) => !after.keys.some(({ publicKey }) => publicKey === one.publicKey));
  const added = after.keys.filter((one) => !before.some((other) => isSame(one, other)));
  await deleteDnssecKeys(
    db,
    gone.flatMap(({ publicKey }) => stored?.keyIds.get(publicKey) ?? []),
  );
  await putDnssecKeys(
    db,
    added.map((key) => ({
      domain_id: id,
      flags: key.flags,
      protocol: key.protocol,
      alg: key.alg,
      public_key: key.publicKey,
      key_tag: keyTag(key.flags, key.protocol, key.alg, key.publicKey),
      ds_digest_type: dsDigestType,
      ds_digest: dsDigest(puny, key, dsDigestType),
      created_at: now,
      updated_at: now,
    })),
  );
}

/** Admin and tech contacts; also tells contacts since when nobody uses them, the registrant among them. */
export async function writeLinks(
  { db, now }: OperationContext,
  id: number,
  after: DomainDraft,
  before?: DomainDraft,
): Promise<void> {
  const wanted = linksOf(id, after);
  const present = before ? linksOf(id, before) : [];
  const gone = present.filter((link) => !wanted.some((other) => isSame(link, other)));
  const added = wanted.filter((link) => !present.some((other) => isSame(link, other)));
  await unlinkContacts(db, gone);
  await linkContacts(db, added);
  const touched = [...gone, ...added].map((link) => link.contactId);
  if (before?.registrant.id !== after.registrant.id)
    touched.push(after.registrant.id, ...(before ? [before.registrant.id] : []));
  await noteLinks(db, [...new Set(touched)], now);
}

function linksOf(domainId: number, { admins, techs }: DomainDraft): ContactLink[] {
  return [
    ...admins.map(({ id }) => ({ domainId, contactId: id, role: 'admin' as const })),
    ...techs.map(({ id }) => ({ domainId, contactId: id, role: 'tech' as const })),
  ];
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
