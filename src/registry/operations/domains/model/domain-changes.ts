import { z } from 'zod';
import { type Failure, Problems } from '../../../../base/errors.ts';
import type { Moment } from '../../../rules/contact/ident.ts';
import { type DomainAction, forbiddenBy } from '../../../rules/domain/allowed-actions.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { transferCodeFailure } from '../../../rules/domain/transfer-code.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import { flag, object, secret, text } from '../../input.ts';
import { type RegistrantChange, registrantChange } from './change-registrant.ts';
import { changedKeys, changedNameservers } from './changed-parts.ts';
import { codesIn, contactLinkInput } from './contact-links.ts';
import { dnssecKeyInput } from './dnssec-key-input.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { DomainState } from './domain-state.ts';
import { type NamedContacts, namedContacts } from './named-contacts.ts';
import { nameserverInput } from './nameserver-input.ts';
import { reasonsAgainst } from './reasons-against.ts';

const action = z.enum(['add', 'remove']);
/** The id of an existing row of the domain. */
const id = z.number().int().optional();

/** The input of one update: the documented registrant and transfer code, and the further fields of existing clients. */
export const domainChanges = z.object({
  registrant: object(
    'RegistrantInput',
    'The new registrant of a domain, and whether the present one has agreed already.',
    {
      code: text('The code of the new registrant, such as ALPHA:TAMM.'),
      verified: flag(
        'true: you have the consent of the present registrant, who is then not asked; false: the registrant is asked by mail.',
      )
        .default(false)
        .optional(),
    },
  )
    .meta({ description: 'The new registrant; unchanged when left out.' })
    .optional(),
  transferCode: secret('A new transfer code; unchanged when left out.').optional(),
  /** All contacts that the domain is to have, not only new ones (docs/rules/registrar.md#existing-clients). */
  contacts: z.array(contactLinkInput).optional(),
  nameservers: z.array(z.object({ action, id, nameserver: nameserverInput })).optional(),
  dnssecKeys: z.array(z.object({ action, id, key: dnssecKeyInput })).optional(),
});
export type DomainChanges = z.infer<typeof domainChanges>;

export interface ChangedDomain {
  readonly draft: DomainDraft;
  readonly change: RegistrantChange;
  readonly problems: Problems;
}

/** The contacts that a change names, of any registrar. */
export const contactsNamedIn = (db: Db, { registrant, contacts }: DomainChanges): Promise<NamedContacts> =>
  namedContacts(db, {
    registrant: registrant?.code,
    admins: contacts && codesIn('admin', contacts),
    techs: contacts && codesIn('tech', contacts),
  });

/**
 * The domain as it would be, and all reasons against the change (docs/rules/registrar.md#what-statuses-forbid,
 * #update).
 */
export function changedDomain(
  moment: Moment,
  state: DomainState,
  changes: DomainChanges,
  { settings, contacts }: { readonly settings: RegistrySettings; readonly contacts: NamedContacts },
): ChangedDomain {
  const { row, draft: before } = state;
  const nameservers = changedNameservers(state, changes.nameservers ?? []);
  const keys = changedKeys(state, changes.dnssecKeys ?? []);
  const registrant = contacts.registrant ?? before.registrant;
  const draft: DomainDraft = {
    ...before,
    registrant,
    ...(changes.contacts && {
      admins: inPresentOrder(before.admins, contacts.admins),
      techs: inPresentOrder(before.techs, contacts.techs),
    }),
    nameservers: nameservers.wanted,
    keys: keys.wanted,
    transferCode: changes.transferCode ?? before.transferCode,
  };
  const change = registrantChange(before.registrant, registrant, row);
  const given = new Problems()
    .direct(...contacts.failures, ...nameservers.direct, ...keys.direct)
    .validation(transferCodeFailure(changes.transferCode))
    .validation(...nameservers.validation, ...keys.validation);
  // The password of a dispute permits what the dispute forbids; the calling operation checks the password.
  const undisputed = { row: { statuses: row.statuses, disputed: false }, draft: before };
  const problems = reasonsAgainst(actionsIn(before, draft, change), undisputed, {
    settings,
    moment,
    change: { wanted: draft, given },
  });
  return { draft, change, problems };
}

/** The refusals by the statuses of the domain. A change of keys alone has its own rule. */
export function forbiddenUpdate(state: DomainState, changes: DomainChanges): Failure[] {
  const { dnssecKeys, ...others } = changes;
  const onlyKeys = dnssecKeys !== undefined && Object.values(others).every((part) => part === undefined);
  const actions: DomainAction[] = onlyKeys ? [] : ['update'];
  if (dnssecKeys && changesKeys(state, dnssecKeys)) actions.push('changeDnssecKeys');
  return (actions.length === 0 ? (['update'] as const) : actions).flatMap((one) =>
    forbiddenBy(one, state.row.statuses),
  );
}

/** Tells whether DNSSEC keys really change; a form that is saved without a change sends the present ones. */
function changesKeys(state: DomainState, changes: NonNullable<DomainChanges['dnssecKeys']>): boolean {
  const { wanted, direct } = changedKeys(state, changes);
  return direct.length > 0 || JSON.stringify(wanted) !== JSON.stringify(state.draft.keys);
}

/** Keeps the present order of contacts, because another order is not a change. */
function inPresentOrder(
  present: DomainDraft['admins'],
  wanted: DomainDraft['admins'],
): DomainDraft['admins'] {
  const isIn = (list: DomainDraft['admins'], { id }: { id: number }) => list.some((one) => one.id === id);
  return [
    ...present.filter((contact) => isIn(wanted, contact)),
    ...wanted.filter((contact) => !isIn(present, contact)),
  ];
}

/** The actions of a change besides the update: each has its own statuses that forbid it. */
function actionsIn(before: DomainDraft, after: DomainDraft, change: RegistrantChange): DomainAction[] {
  const codes = (contacts: DomainDraft['admins']): string =>
    JSON.stringify(contacts.map(({ code }) => code).sort());
  return [
    ...(change === 'otherPerson' ? (['changeRegistrant'] as const) : []),
    ...(codes(before.admins) === codes(after.admins) ? [] : (['changeAdminContacts'] as const)),
    ...(codes(before.techs) === codes(after.techs) ? [] : (['changeTechContacts'] as const)),
  ];
}
