import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { pollMessages } from '../../../rules/registrar/poll-messages.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { OperationContext } from '../../operation.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { withoutForceDelete } from './force-delete.ts';

/**
 * Two contacts are the same person if their ident codes are equal; nothing else counts
 * (docs/rules/registrar.md#update). For contacts of other registrars than the domain's this is not revealed, because
 * ident codes could be guessed with free dry runs.
 */
export type RegistrantChange = 'none' | 'samePerson' | 'otherPerson';

export function registrantChange(
  present: Contact,
  wanted: Contact,
  { registrar_id }: Pick<DomainState['row'], 'registrar_id'>,
): RegistrantChange {
  if (present.id === wanted.id) return 'none';
  const areOwn = present.registrar_id === registrar_id && wanted.registrar_id === registrar_id;
  return areOwn && present.ident === wanted.ident ? 'samePerson' : 'otherPerson';
}

/**
 * Tells whether the present registrant must confirm: not if it is the same person, nor if the registrar vouches for
 * its consent.
 */
export const needsConfirmation = (
  change: RegistrantChange,
  { registrant }: { readonly registrant?: { readonly verified?: boolean | undefined } | undefined },
  { requestConfirmationOnRegistrantChangeEnabled }: RegistrySettings,
): boolean =>
  change === 'otherPerson' && !registrant?.verified && requestConfirmationOnRegistrantChangeEnabled;

/**
 * A new registrant gets a new transfer code, because the old one may know the present code, even if the same request
 * asks for a certain code. If it is another person, a force delete, which was about the old registrant, is cancelled.
 */
export function handOver(
  context: OperationContext,
  { row }: DomainState,
  draft: DomainDraft,
  change: RegistrantChange,
): DomainDraft {
  if (change === 'none') return draft;
  const handedOver = { ...draft, transferCode: context.secret(16) };
  if (change === 'samePerson' || !draft.forceDelete) return handedOver;
  context.notify({ registrarId: row.registrar_id, ...pollMessages.forceDeleteCancelled(row.name) });
  return withoutForceDelete(handedOver);
}
