import { z } from 'zod';
import { type Failure, failure, Problems } from '../../../core/errors.ts';
import { type DomainAction, forbiddenBy } from '../../../rules/domain/allowed-actions.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { under } from '../../../rules/findings.ts';
import { isBlank } from '../../../rules/text.ts';
import type { OperationContext } from '../../operation.ts';
import { type RegistrantChange, registrantChange } from './change-registrant.ts';
import { changedKeys, changedNameservers } from './changed-parts.ts';
import { codesIn, contactLinkInput } from './contact-links.ts';
import { dnssecKeyInput } from './dnssec-key-input.ts';
import type { DomainDraft, DomainState } from './domain-state.ts';
import { namedContacts } from './named-contacts.ts';
import { nameserverInput } from './nameserver-input.ts';
import { reasonsAgainst } from './reasons-against.ts';

const action = z.enum(['add', 'remove']);

/** What one update may ask for: the documented registrant and transfer code, and what existing clients send besides. */
export const domainChanges = z.object({
  registrant: z.object({ code: z.string(), verified: z.boolean().optional() }).optional(),
  transferCode: z.string().optional(),
  /** All contacts that the domain shall have, not only new ones (docs/rules/registrar.md#existing-clients). */
  contacts: z.array(contactLinkInput).optional(),
  nameservers: z.array(z.object({ action, nameserver: nameserverInput })).optional(),
  dnssecKeys: z.array(z.object({ action, key: dnssecKeyInput })).optional(),
});
export type DomainChanges = z.infer<typeof domainChanges>;

export interface ChangedDomain {
  readonly draft: DomainDraft;
  readonly change: RegistrantChange;
  readonly problems: Problems;
}

/**
 * The domain as it would be, and everything that speaks against it (docs/rules/registrar.md#what-statuses-forbid,
 * #update).
 */
export async function changedDomain(
  context: OperationContext,
  { row, draft: before }: DomainState,
  changes: DomainChanges,
  settings: RegistrySettings,
): Promise<ChangedDomain> {
  const contacts = await namedContacts(context.db, {
    registrant: changes.registrant?.code,
    admins: changes.contacts && codesIn('admin', changes.contacts),
    techs: changes.contacts && codesIn('tech', changes.contacts),
  });
  const nameservers = changedNameservers(before.nameservers, changes.nameservers ?? [], row.name);
  const keys = changedKeys(before.keys, changes.dnssecKeys ?? []);
  const registrant = contacts.registrant ?? before.registrant;
  const draft: DomainDraft = {
    ...before,
    registrant,
    ...(changes.contacts && { admins: contacts.admins, techs: contacts.techs }),
    nameservers: nameservers.wanted,
    keys: keys.wanted,
    transferCode: changes.transferCode ?? before.transferCode,
  };
  const change = registrantChange(before.registrant, registrant);
  const given = new Problems()
    .direct(...contacts.failures, ...nameservers.direct, ...keys.direct)
    .validation(isBlank(draft.transferCode) ? transferCodeMissing() : undefined)
    .validation(...nameservers.validation, ...keys.validation);
  // Whoever has a dispute's password may change what it forbids, which is for the caller to find out.
  const undisputed = { row: { statuses: row.statuses, disputed: false }, draft: before };
  const problems = reasonsAgainst(actionsIn(before, draft, change), undisputed, {
    settings,
    moment: context,
    change: { wanted: draft, given },
  });
  return { draft, change, problems };
}

/** What the statuses forbid besides updates in general. Keys alone have a rule of their own. */
export function forbiddenUpdate(statuses: readonly string[], changes: DomainChanges): Failure[] {
  const { dnssecKeys, ...others } = changes;
  const onlyKeys = dnssecKeys !== undefined && Object.values(others).every((part) => part === undefined);
  const actions: DomainAction[] = onlyKeys ? [] : ['update'];
  if (dnssecKeys && dnssecKeys.length > 0) actions.push('changeDnssecKeys');
  return (actions.length === 0 ? (['update'] as const) : actions).flatMap((one) =>
    forbiddenBy(one, statuses),
  );
}

/** What the change amounts to besides an update: these have statuses of their own that forbid them. */
function actionsIn(before: DomainDraft, after: DomainDraft, change: RegistrantChange): DomainAction[] {
  const codes = (contacts: DomainDraft['admins']): string =>
    JSON.stringify(contacts.map(({ code }) => code).sort());
  return [
    ...(change === 'otherPerson' ? (['changeRegistrant'] as const) : []),
    ...(codes(before.admins) === codes(after.admins) ? [] : (['changeAdminContacts'] as const)),
    ...(codes(before.techs) === codes(after.techs) ? [] : (['changeTechContacts'] as const)),
  ];
}

const transferCodeMissing = (): Failure =>
  under(failure('REQUIRED_PARAMETER_MISSING', 'Transfer code is missing [transfer_code]'), 'transferCode');
