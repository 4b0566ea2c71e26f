import { registrarOf } from '../../../../base/actor.ts';
import { inBatches } from '../../../../base/batches.ts';
import { type Failure, objectDoesNotExist, Problems } from '../../../../base/errors.ts';
import { differences } from '../../../../base/events.ts';
import type { Money } from '../../../../base/money.ts';
import { forbiddenByDispute } from '../../../rules/domain/allowed-actions.ts';
import type {
  ChangeAction,
  ChangeRow,
  ContactsRow,
  NameserversRow,
  RenewalRow,
  TransferRow,
} from '../../../rules/domain/change-set.ts';
import { codesIn } from '../../../rules/domain/change-set.ts';
import {
  contactNotFound,
  duplicateContactsFailure,
  registrantNotFound,
} from '../../../rules/domain/domain-contacts.ts';
import { normaliseLookup } from '../../../rules/domain/domain-name.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import { expiryDateFailure } from '../../../rules/domain/period.ts';
import { priceMissing } from '../../../rules/money/charges.ts';
import { type Contact, contactsByCode } from '../../../store/registry/contacts.ts';
import { pricesByZone } from '../../../store/registry/zones.ts';
import type { OperationContext, Plain } from '../../operation.ts';
import { checkSecretsInOrder } from '../../secret-attempts.ts';
import { type BulkResult, failed, succeeded } from './bulk-result.ts';
import { handOver, needsConfirmation } from './change-registrant.ts';
import { changedDomain, type DomainChanges, forbiddenUpdate } from './domain-changes.ts';
import { domainDocument } from './domain-document.ts';
import type { DomainDraft } from './domain-draft.ts';
import { type DomainState, lockOwnAndToMove, lockOwnStates, lockStatesToMove } from './domain-state.ts';
import { countGuessedContacts } from './guessed-contacts.ts';
import { transferCodeAttempt, transferFailures } from './move-domain.ts';
import type { NamedContacts } from './named-contacts.ts';
import { givenNameservers } from './nameserver-input.ts';
import { reasonsAgainst } from './reasons-against.ts';
import { renewalFailures, renewed } from './renewal.ts';
import { type AskedUpdate, withPendingStatus } from './request-confirmation.ts';
import { withStatuses } from './save-domain.ts';

/** The effect of one row of a file, or the reason of its refusal. */
export type ChangeResult = BulkResult & {
  readonly line: number;
  readonly action: ChangeAction;
  /** The price; null if it is free. */
  readonly price: Money | null;
  /** True if the registrant must confirm first. */
  readonly pending: boolean;
  readonly changes: readonly { readonly field: string; readonly from: Plain; readonly to: Plain }[];
};

/** Everything that the rows need, read in a fixed number of statements and batches. */
export interface ChangeMaterial {
  readonly settings: RegistrySettings;
  readonly own: ReadonlyMap<string, DomainState>;
  readonly contacts: ReadonlyMap<string, Contact>;
  /** The prices by the months of the period, then by zone. */
  readonly prices: ReadonlyMap<number, ReadonlyMap<number, Money>>;
  readonly transfers: ReadonlyMap<ChangeRow, { state?: DomainState; failures: readonly Failure[] }>;
}

/** Locks the domains that the rows change, the caller's own and those that it takes over, in the order of ids. */
export async function readMaterial(
  context: OperationContext,
  rows: readonly ChangeRow[],
  settings: RegistrySettings,
): Promise<ChangeMaterial> {
  const { db, now, calendar } = context;
  const codes = new Set(rows.flatMap((row) => (row.action === 'contacts' ? [...codesIn(row)] : [])));
  const contacts = await inBatches([...codes], async (some) =>
    some.length === 0 ? [] : contactsByCode(db, some),
  );
  await countGuessedContacts(context, [...codes], contacts);
  const periods = new Set(rows.flatMap((row) => (row.action === 'renew' ? [row.months] : [])));
  const priced = [...periods].map(
    async (months) => [months, await pricesByZone(db, 'renew', months, calendar.dateOf(now))] as const,
  );
  const names = new Set(
    rows.flatMap(({ action, name }) => (action === 'transfer' ? [] : [normaliseLookup(name)])),
  );
  const transfers = rows.filter((row) => row.action === 'transfer');
  await lockOwnAndToMove(context, [...names], transfers.map(toMove));
  return {
    settings,
    contacts: new Map(contacts.map((contact) => [contact.code, contact])),
    prices: new Map(await Promise.all(priced)),
    own: names.size === 0 ? new Map() : await lockOwnStates(context, [...names]),
    transfers: await judgeTransfers(context, transfers),
  };
}

const toMove = ({ name, transferCode }: TransferRow) => ({ name: normaliseLookup(name), transferCode });

async function judgeTransfers(
  context: OperationContext,
  rows: readonly TransferRow[],
): Promise<ChangeMaterial['transfers']> {
  if (rows.length === 0) return new Map();
  const { states, locked } = await lockStatesToMove(context, rows.map(toMove));
  const stateOf = new Map(states.map((state) => [state.row.name, state]));
  const found = rows.flatMap((row) => {
    const state = stateOf.get(row.name);
    return state ? [{ row, state }] : [];
  });
  const attempts = found.map(({ row, state: { row: domain } }) =>
    transferCodeAttempt(
      { id: domain.id, transfer_code: locked.has(domain.id) ? domain.transfer_code : undefined },
      row.transferCode,
    ),
  );
  const failures = await checkSecretsInOrder(context, attempts, async (places) => {
    const reasons = (place: number) => {
      const state = found[place]?.state;
      return state ? transferFailures(context, state) : [];
    };
    return new Map(places.map((place) => [place, reasons(place)]));
  });
  const judged = new Map(
    found.map(({ row, state }, place) => [row, { state, failures: failures[place] ?? [] }]),
  );
  return new Map(rows.map((row) => [row, judged.get(row) ?? { failures: [objectDoesNotExist()] }]));
}

/** The result of a row. */
interface RowResult {
  readonly draft: DomainDraft;
  readonly failures: readonly Failure[];
  readonly price?: Money;
  readonly asked?: AskedUpdate;
}

/** Judges the rows in order: each finds the domain as the previous row has left it. */
export class ChangeJudge {
  readonly #context: OperationContext;
  readonly #material: ChangeMaterial;
  readonly #now = new Map<string, DomainState>();
  readonly asked: AskedUpdate[] = [];
  readonly moving: DomainState[] = [];

  constructor(context: OperationContext, material: ChangeMaterial) {
    this.#context = context;
    this.#material = material;
  }

  /** The changed domains, each once, with its final state. */
  get changed(): { readonly state: DomainState; readonly draft: DomainDraft }[] {
    return [...this.#now].flatMap(([name, { draft }]) => {
      const state = this.#material.own.get(name);
      return state ? [{ state, draft }] : [];
    });
  }

  judge(row: ChangeRow): ChangeResult {
    if (row.action === 'transfer') return this.#transfer(row);
    const state = this.#now.get(row.name) ?? this.#material.own.get(row.name);
    if (!state) return resultOf(row, [objectDoesNotExist()]);
    const { draft, failures, price, asked } = this.#made(row, state);
    if (failures.length > 0) return resultOf(row, failures);
    const after = withStatuses(draft, this.#material.settings);
    this.#now.set(row.name, { ...state, row: { ...state.row, statuses: [...after.statuses] }, draft: after });
    if (asked) this.asked.push(asked);
    return resultOf(row, [], {
      price: price ?? null,
      pending: asked !== undefined,
      changes: [...changesOf(state, after), ...(asked ? [newRegistrant(asked)] : [])],
    });
  }

  #made(row: Exclude<ChangeRow, TransferRow>, state: DomainState): RowResult {
    if (row.action === 'renew') return this.#renewal(row, state);
    return row.action === 'nameservers' ? this.#nameservers(row, state) : this.#contacts(row, state);
  }

  #renewal({ months, expiresOn }: RenewalRow, state: DomainState): RowResult {
    const context = this.#context;
    const { settings, prices } = this.#material;
    const price = prices.get(months)?.get(state.row.zone_id);
    const { first, horizon } = renewalFailures(context, state, months, settings);
    const wrongDay =
      expiresOn === undefined
        ? undefined
        : expiryDateFailure(expiresOn, state.draft.expiresAt, context.calendar);
    return {
      draft: renewed(state.draft, months, context),
      failures: [...first, wrongDay, ...horizon, price === undefined ? priceMissing() : undefined].filter(
        (reason) => reason !== undefined,
      ),
      ...(price !== undefined && { price }),
    };
  }

  #nameservers({ nameservers }: NameserversRow, state: DomainState): RowResult {
    const given = givenNameservers(nameservers, state.row.name);
    const draft = { ...state.draft, nameservers: given.nameservers };
    const { all } = reasonsAgainst('changeNameservers', state, {
      settings: this.#material.settings,
      moment: this.#context,
      change: { wanted: draft, given: new Problems().validation(...given.failures) },
    });
    return { draft, failures: all };
  }

  /** Judges a row of contacts as one update of the domain: docs/rules/registrar.md#update. */
  #contacts(row: ContactsRow, state: DomainState): RowResult {
    const context = this.#context;
    const { settings } = this.#material;
    const contacts = this.#named(row, state);
    const linked = (role: 'admin' | 'tech', some: readonly Contact[]) =>
      some.map(({ code }) => ({ code, role }));
    const changes: DomainChanges = {
      ...(row.registrant !== undefined && {
        registrant: { code: row.registrant, verified: row.verified ?? false },
      }),
      ...((row.admins || row.techs) && {
        contacts: [...linked('admin', contacts.admins), ...linked('tech', contacts.techs)],
      }),
    };
    const forbidden = [
      ...forbiddenUpdate(state, changes),
      ...(state.row.disputed ? forbiddenByDispute('update') : []),
    ];
    if (forbidden.length > 0) return { draft: state.draft, failures: forbidden };
    const { draft, change, problems } = changedDomain(context, state, changes, { settings, contacts });
    if (problems.all.length > 0) return { draft, failures: problems.all };
    if (!needsConfirmation(change, changes, settings))
      return { draft: handOver(context, state, draft, change), failures: [] };
    return {
      draft: withPendingStatus(state.draft, 'update'),
      failures: [],
      asked: { state, changes, wanted: draft },
    };
  }

  #named({ registrant, admins, techs }: ContactsRow, { draft }: DomainState): NamedContacts {
    const { contacts } = this.#material;
    const inRole = (codes: readonly string[] | undefined, present: readonly Contact[]) =>
      codes ? [...new Set(codes)].flatMap((code) => contacts.get(code) ?? []) : present;
    const missing = (path: string, codes: readonly string[] = []): Failure[] =>
      codes.flatMap((code, place) => (contacts.has(code) ? [] : [contactNotFound([path, String(place)])]));
    return {
      registrant: registrant === undefined ? undefined : contacts.get(registrant),
      admins: inRole(admins, draft.admins),
      techs: inRole(techs, draft.techs),
      failures: [
        registrant !== undefined && !contacts.has(registrant) ? registrantNotFound() : undefined,
        ...missing('adminContacts', admins),
        ...missing('techContacts', techs),
        duplicateContactsFailure(admins ?? [], 'adminContacts'),
        duplicateContactsFailure(techs ?? [], 'techContacts'),
      ].filter((reason) => reason !== undefined),
    };
  }

  #transfer(row: TransferRow): ChangeResult {
    const { state, failures = [] } = this.#material.transfers.get(row) ?? {};
    if (!state || failures.length > 0) return resultOf(row, failures);
    this.moving.push(state);
    const { registrarCode: to } = registrarOf(this.#context.actor);
    return resultOf(row, [], {
      changes: [
        { field: 'registrar', from: state.row.registrar_code, to },
        { field: 'transferCode', from: '(secret)', to: '(secret, changed)' },
        ...copiesOf(state),
      ],
    });
  }
}

/**
 * The contacts that a transfer replaces: a contact of the caller stays, and others are replaced by an identical one
 * of the caller.
 */
function copiesOf({ row, draft }: DomainState): ChangeResult['changes'] {
  const codes = (contacts: readonly Contact[]): string[] =>
    contacts.filter((contact) => contact.registrar_id === row.registrar_id).map(({ code }) => code);
  const copied = {
    registrant: codes([draft.registrant]),
    adminContacts: codes(draft.admins),
    techContacts: codes(draft.techs),
  };
  return Object.entries(copied).flatMap(([field, from]) =>
    from.length === 0 ? [] : [{ field, from, to: '(your copy, or your identical contact)' }],
  );
}

function resultOf(
  { line, action, name }: ChangeRow,
  failures: readonly Failure[],
  more: Partial<Pick<ChangeResult, 'price' | 'pending' | 'changes'>> = {},
): ChangeResult {
  const result = failures.length === 0 ? succeeded(name) : failed(name, failures);
  return { ...result, line, action, price: null, pending: false, changes: [], ...more };
}

/** The change of the registrant, which waits for consent. */
const newRegistrant = ({ state, wanted }: AskedUpdate): ChangeResult['changes'][number] => ({
  field: 'registrant',
  from: state.draft.registrant.code,
  to: wanted.registrant.code,
});

function changesOf({ row, draft }: DomainState, after: DomainDraft): ChangeResult['changes'] {
  const document = (of: DomainDraft) => domainDocument(row.name, row.registrar_code, of);
  return Object.entries(differences(document(draft), document(after))).map(([field, { from, to }]) => ({
    field,
    from: from as Plain,
    to: to as Plain,
  }));
}
