import type { Change, Document } from '../../../../base/events.ts';
import { domain } from '../../../entities/domain.ts';
import { documentOf } from '../../../entities/history.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { Domain } from '../../../store/registry/domain-columns.ts';
import type { DomainDraft } from './domain-draft.ts';

/** A domain as history keeps it. */
export function domainDocument(name: string, registrar: string, draft: DomainDraft): Document {
  const codes = (contacts: readonly Contact[]): string[] => contacts.map(({ code }) => code);
  return {
    name,
    registrar,
    registrant: draft.registrant.code,
    adminContacts: codes(draft.admins),
    techContacts: codes(draft.techs),
    nameservers: draft.nameservers.map(({ hostname, ipv4, ipv6 }) => ({ hostname, ipv4, ipv6 })),
    dnssecKeys: draft.keys,
    ...documentOf(domain, ({ name: field }) => draft[field as keyof DomainDraft]),
    forceDelete: draft.forceDelete,
  };
}

/** The change of a domain that stays with its registrar; `after` is undefined if it was removed. */
export const domainChange = (
  { row, draft }: { readonly row: Domain; readonly draft: DomainDraft },
  after: DomainDraft | undefined,
): Change => {
  const document = (of: DomainDraft) => domainDocument(row.name, row.registrar_code, of);
  return {
    type: 'domain',
    id: row.id,
    key: row.name,
    before: document(draft),
    ...(after && { after: document(after) }),
  };
};
