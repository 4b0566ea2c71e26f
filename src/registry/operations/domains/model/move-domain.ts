import { sponsorOf } from '../../../../base/actor.ts';
import { type Failure, failure, wrongSecret } from '../../../../base/errors.ts';
import { settleAll } from '../../../../base/settle-all.ts';
import { domain } from '../../../entities/domain.ts';
import { clearedByTransfer } from '../../../entities/entity-rows.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { pollMessages } from '../../../rules/registrar/poll-messages.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import { insertTransfers } from '../../../store/registry/domain-transfers.ts';
import { contactsForRegistrar } from '../../contacts/contacts-for-registrar.ts';
import type { OperationContext } from '../../operation.ts';
import type { SecretAttempt } from '../../secret-attempts.ts';
import type { DomainState } from './domain-state.ts';
import { reasonsAgainst } from './reasons-against.ts';
import { saveDomains } from './save-domain.ts';

/** Checks a given transfer code; wrong ones are counted per domain, whichever operation they come through. */
export const transferCodeAttempt = (
  { id, transfer_code }: { id: number; transfer_code: string | undefined },
  given: string | undefined,
  wrong: Failure = wrongSecret(),
): SecretAttempt => ({ subject: `domain:${id}`, given, expected: transfer_code, wrong });

/** The reasons against a transfer with the right code, in the documented order (docs/rules/registrar.md#transfer). */
export function transferFailures({ actor }: OperationContext, state: DomainState): readonly Failure[] {
  if (state.row.registrar_id === sponsorOf(actor).registrarId)
    return [failure('COMMAND_USE', 'Domain already belongs to the querying registrar')];
  return reasonsAgainst('transfer', state).all;
}

/**
 * Moves domains to the caller, any number of them in a fixed number of statements: each gets contacts of the caller
 * and a new transfer code, and the losing registrar gets a message. Expiry, statuses, nameservers and keys stay,
 * nothing is charged, and the domain need not be valid.
 */
export async function moveDomains(
  context: OperationContext,
  states: readonly DomainState[],
  settings: RegistrySettings,
): Promise<void> {
  if (states.length === 0) return;
  const { db, now } = context;
  const { registrarId, registrarCode } = sponsorOf(context.actor);
  const cleared = clearedByTransfer(domain);
  // A contact of a third registrar is not the losing registrar's to hand over: it stays on the domain unchanged.
  const handedOver = states.flatMap(({ row, draft }) =>
    [draft.registrant, ...draft.admins, ...draft.techs].filter(
      (contact) => contact.registrar_id === row.registrar_id,
    ),
  );
  const [transferIds, standIns] = await settleAll([
    insertTransfers(
      db,
      states.map(({ row }) => ({
        domain_id: row.id,
        domain_name: row.name,
        old_registrar_id: row.registrar_id,
        new_registrar_id: registrarId,
        status: 'serverApproved',
        requested_at: now,
        transferred_at: now,
        expires_at: row.expires_at,
      })),
    ),
    contactsForRegistrar(context, handedOver, { id: registrarId, code: registrarCode }),
  ]);
  for (const { row, draft } of states)
    context.notify({
      registrarId: row.registrar_id,
      attachedObjId: transferIds.get(row.id),
      ...pollMessages.transferApproved(
        row.name,
        draft.registrant.code,
        [...draft.admins, ...draft.techs].map(({ code }) => code),
      ),
    });

  await saveDomains(
    context,
    states.map((state) => {
      const { row, draft } = state;
      const standInOf = (contact: Contact): Contact =>
        contact.registrar_id === row.registrar_id ? (standIns.get(contact.id) ?? contact) : contact;
      // Two contacts of a role may have the same counterpart; then the second link is dropped.
      const inRole = (contacts: readonly Contact[]): Contact[] => [
        ...new Map(contacts.map(standInOf).map((contact) => [contact.id, contact])).values(),
      ];
      return {
        state,
        draft: {
          ...draft,
          ...cleared,
          registrarId,
          registrant: standInOf(draft.registrant),
          admins: inRole(draft.admins),
          techs: inRole(draft.techs),
          transferCode: context.secret(16),
        },
      };
    }),
    settings,
  );
}
