import type { z } from 'zod';
import type { DomainAction } from '../../../rules/domain/allowed-actions.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import { listOf, object, oneOf, text } from '../../input.ts';
import type { DomainDraft } from './domain-draft.ts';

/**
 * A contact in a role, as contacts are added to and removed from domains
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const contactLinkInput = object('DomainContactInput', 'A contact and its role on a domain.', {
  code: text('The code of the contact, such as ALPHA:TAMM; it may belong to another registrar.'),
  role: oneOf(['admin', 'tech'], 'ContactRole', 'Whether it is an admin or a tech contact of the domain.'),
});
export const contactLinks = listOf(contactLinkInput, 'The contacts with their roles; all of them or none.');
export type ContactLinkInput = z.infer<typeof contactLinkInput>;
type Role = ContactLinkInput['role'];

export const roles: readonly Role[] = ['admin', 'tech'];

export const codesIn = (role: Role, links: readonly ContactLinkInput[]): string[] =>
  links.filter((link) => link.role === role).map(({ code }) => code);

/** The actions of the change: each role has its own statuses that forbid it. */
export function contactActions(links: readonly ContactLinkInput[]): readonly DomainAction[] {
  const touched = roles.filter((role) => codesIn(role, links).length > 0);
  if (touched.length === 0) return ['update'];
  return touched.map((role) => (role === 'admin' ? 'changeAdminContacts' : 'changeTechContacts'));
}

export const contactsIn = (role: Role, { admins, techs }: DomainDraft): readonly Contact[] =>
  role === 'admin' ? admins : techs;
