import { z } from 'zod';
import type { DomainAction } from '../../../rules/domain/allowed-actions.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { DomainDraft } from './domain-draft.ts';

/**
 * A contact in a role, as contacts are added to and removed from domains
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const contactLinkInput = z.object({ code: z.string(), role: z.enum(['admin', 'tech']) });
export type ContactLinkInput = z.infer<typeof contactLinkInput>;
type Role = ContactLinkInput['role'];

export const roles: readonly Role[] = ['admin', 'tech'];

export const codesIn = (role: Role, links: readonly ContactLinkInput[]): string[] =>
  links.filter((link) => link.role === role).map(({ code }) => code);

/** What the change amounts to: each role has statuses of its own that forbid it. */
export function contactActions(links: readonly ContactLinkInput[]): readonly DomainAction[] {
  const touched = roles.filter((role) => codesIn(role, links).length > 0);
  if (touched.length === 0) return ['update'];
  return touched.map((role) => (role === 'admin' ? 'changeAdminContacts' : 'changeTechContacts'));
}

export const contactsIn = (role: Role, { admins, techs }: DomainDraft): readonly Contact[] =>
  role === 'admin' ? admins : techs;
