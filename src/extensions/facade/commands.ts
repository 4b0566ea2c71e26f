import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist, refuseWith } from '../../base/errors.ts';
import { add, type Money, zero } from '../../base/money.ts';
import { addressIn } from '../../registry/entities/contact.ts';
import { type BulkResult, failed, succeeded } from '../../registry/operations/domains/model/bulk-result.ts';
import type { OperationContext, Plain } from '../../registry/operations/operation.ts';
import { changedAddress } from '../../registry/rules/contact/contact-address.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import { normaliseHostname } from '../../registry/rules/domain/nameserver.ts';
import { expiryDateMissing } from '../../registry/rules/domain/period.ts';
import { contactsByCode } from '../../registry/store/registry/contacts.ts';
import { domainsByName } from '../../registry/store/registry/domains.ts';
import { parseAnswer, reasonsIn, transfersIn } from './answers.ts';
import { failureOf } from './envelope.ts';
import type { Answer, Before, OfDomain } from './lost-answer-probes.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import { type AffectedObjects, isPossibleName } from './reader.ts';
import type { CommandInputs, CommandName } from './requests.ts';
import {
  contactsAlike,
  domainsOnContact,
  domainsOnHost,
  firstOwnNotification,
  lastCharge,
} from './store/mirror.ts';

/** The database, and the registrar whose objects are mirrored in it. */
type Where = Pick<OperationContext, 'db'> & { readonly registrarId: number };
type Context = Where &
  Pick<OperationContext, 'calendar' | 'now' | 'secret'> & {
    /** The command has an idempotency key: the state before it is kept. */
    readonly isKept: boolean;
  };

/** How a command is forwarded, besides how its request is written (rest/registrar/requests.ts). */
export interface Forwarding<I> {
  /** Tells whether this input is for the registry; if left out, every input is. */
  readonly isForRegistry?: (input: I) => boolean;
  /** The objects to read again after the change; without an answer, all that it may have changed. */
  readonly touches: (input: I, answer?: Answer) => AffectedObjects;
  /** Instead of `touches` without an answer, if only the mirror knows which objects may have changed. */
  readonly mayTouch?: (context: Where, input: I) => Promise<AffectedObjects>;
  /** Why an answer of success is not believed, with the objects as the registry reports them after it. */
  readonly undone?: (input: I, answer: Answer, reported: Snapshot) => Failure | undefined;
  /** Makes the command's result from the answer and the mirror. */
  readonly value: (context: Context, input: I, answer: Answer, before: Before) => Promise<Plain>;
  /** Reads what must be known before the command is sent, besides the domains that it names. */
  readonly note?: (context: Context, input: I) => Promise<Partial<Before>>;
  /** Adds to the caller's input what `note` has found or made. */
  readonly sent?: (input: I, before: Before) => I;
  /** Removes fields without a meaning at the registry, and refuses those that cannot be removed. */
  readonly written?: (input: I) => I;
}

const theDomain = ({ name }: OfDomain): AffectedObjects => ({ domains: [normaliseLookup(name)] });

async function shown({ db, calendar, now }: Context, { name }: OfDomain) {
  const [row] = await domainsByName(db, [normaliseLookup(name)], calendar.dateOf(now));
  return { id: row?.id ?? 0, uuid: row?.uuid ?? null, name: row?.name ?? normaliseLookup(name) };
}

const idAndName = async (context: Context, input: OfDomain): Promise<Plain> => {
  const { id, name } = await shown(context, input);
  return { id, name };
};

const pending = async (context: Context, input: OfDomain, { code }: Answer): Promise<Plain> => ({
  ...(await shown(context, input)),
  pending: code === 1001,
});

/** The price, as charged to the account; null if the account does not show it. */
async function priceOf(
  { db, registrarId }: Context,
  descriptions: readonly string[],
  { movedAt }: Before,
): Promise<Money | null> {
  const since = movedAt === null ? new Date(0) : new Date(movedAt);
  const charged = await lastCharge(db, registrarId, descriptions, since);
  return charged.size < descriptions.length ? null : add(zero, ...charged.values());
}

const charged =
  (what: 'Create' | 'Renew') =>
  async (context: Context, input: OfDomain, _: Answer, before: Before): Promise<Plain> => {
    const domain = await shown(context, input);
    return { ...domain, price: await priceOf(context, [`${what} ${domain.name}`], before) };
  };

const part = { touches: theDomain, value: idAndName } satisfies Forwarding<OfDomain>;

const names = z.array(z.string());

/** Bulk commands report where they succeeded and where not; only another Zonegraph reports why. */
const changedEverywhere = <I>(
  where: (context: Where, input: I) => Promise<readonly string[]>,
  standsOn = where,
): Forwarding<I> => ({
  note: async (context, input) => ({ on: await standsOn(context, input) }),
  touches: (_, answer) => ({ domains: affected(answer?.data).affected_domains.map(normaliseLookup) }),
  mayTouch: async (context, input) => ({ domains: (await where(context, input)).map(normaliseLookup) }),
  value: async (_, __, { data, details }, { unsent = [] }) => {
    const { affected_domains, skipped_domains } = affected(data);
    const reasons = reasonsIn(details);
    const skipped = [failure('OBJECT_STATUS_PROHIBITS', 'The registry did not change it')];
    return {
      results: [
        ...affected_domains.map((name) => succeeded(name)),
        ...skipped_domains.map((name) => failed(name, reasons.get(name) ?? skipped)),
        ...unsent.map((name) => failed(name, [objectDoesNotExist()])),
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
    };
  },
});

const onContact =
  (role: 'admin' | 'tech') =>
  ({ db, registrarId }: Where, { currentContact }: CommandInputs['domain.replace-tech-contact']) =>
    domainsOnContact(db, registrarId, currentContact, role);

const onHost = ({ db, registrarId }: Where, hostname: string): Promise<string[]> =>
  domainsOnHost(db, registrarId, normaliseHostname(hostname));

const affected = (data: unknown) =>
  parseAnswer(z.object({ affected_domains: names, skipped_domains: names }), data, 'what was changed');

interface Transfers {
  readonly transfers: readonly { readonly name: string }[];
}

/** Returns the results in the order of the request; the registry reports successes and failures separately. */
function transferResults({ transfers }: Transfers, data: unknown): BulkResult[] {
  const bad = new Map(
    transfersIn(data).failed.map((one) => [normaliseLookup(one.domain_name ?? ''), one] as const),
  );
  return transfers.map(({ name }) => {
    if (!isPossibleName(name)) return failed(normaliseLookup(name), [objectDoesNotExist()]);
    const wrong = bad.get(normaliseLookup(name));
    const known = wrong?.domain_name ?? normaliseLookup(name);
    return wrong ? failed(known, [failureOf(wrong.errors.code, wrong.errors.msg)]) : succeeded(known);
  });
}

const contactCodeIn = (data: unknown): string =>
  parseAnswer(z.object({ contact: z.object({ code: z.string() }) }), data, 'a contact').contact.code;

const ofContact = async ({ db }: Context, code: string, { code: result }: Answer): Promise<Plain> => {
  const [contact] = await contactsByCode(db, [code]);
  return { id: contact?.id ?? 0, code, addressDiscarded: result === 1100 };
};

/** Leaves out the id of a part, which is the mirror's own; a change by id alone would mean nothing to the registry. */
function withoutRowId<P extends { readonly action: string; readonly id?: number | undefined }>(part: P): P {
  if (part.id !== undefined && part.action === 'add')
    refuseWith(failure('NOT_SUPPORTED_UPSTREAM', 'Name what to remove and what to add instead of an id'));
  return { ...part, id: undefined };
}

export const forwardings: { readonly [N in CommandName]: Forwarding<CommandInputs[N]> } = {
  'contact.create': {
    touches: (_, answer) => ({ contacts: answer ? [contactCodeIn(answer.data)] : [] }),
    value: (context, _, answer) => ofContact(context, contactCodeIn(answer.data), answer),
    note: async ({ db, registrarId, secret, isKept }, { code, name, email, ident }) => ({
      alike: await contactsAlike(db, registrarId, { name, email, ident: ident.code }),
      ...(isKept && !code && { madeCode: secret(4).toUpperCase() }),
    }),
    sent: (input, { madeCode }) => (madeCode ? { ...input, code: madeCode } : input),
  },
  'contact.update': {
    touches: ({ code }) => ({ contacts: [code] }),
    value: (context, { code }, answer) => ofContact(context, code, answer),
    // A registry that keeps addresses asks for the whole of one in every change.
    note: async ({ db }, { code }) => {
      const [row] = await contactsByCode(db, [code]);
      const address = row && addressIn(row);
      return address ? { address } : {};
    },
    sent: (input, { address }) =>
      address ? { ...input, address: changedAddress(address, input.address) } : input,
  },
  'contact.delete': {
    touches: ({ code }) => ({ contacts: [code] }),
    value: async (_, { code }) => ({ code }),
  },
  'domain.register': {
    touches: (input) => ({ ...theDomain(input), account: true }),
    value: charged('Create'),
  },
  'domain.renew': {
    touches: (input) => ({ ...theDomain(input), account: true }),
    value: charged('Renew'),
    // The registry asks for it, and a lost answer is looked up by it.
    written: (input) => (input.expiresOn === undefined ? refuseWith(expiryDateMissing()) : input),
  },
  'domain.update': {
    touches: theDomain,
    value: pending,
    written: (input) => ({
      ...input,
      nameservers: input.nameservers?.map(withoutRowId),
      dnssecKeys: input.dnssecKeys?.map(withoutRowId),
    }),
  },
  'domain.delete': {
    touches: theDomain,
    value: pending,
    undone: ({ name }, { code }, { domains = [] }) => {
      const there = domains.find((one) => one.name === normaliseLookup(name));
      const isLeft = code === 1000 && there && !there.statuses.includes('pendingDelete');
      return isLeft ? failure('OBJECT_STATUS_PROHIBITS') : undefined;
    },
  },
  'domain.transfer': part,
  'domain.add-contacts': part,
  'domain.remove-contacts': part,
  'domain.add-nameservers': part,
  'domain.remove-nameserver': part,
  'domain.add-dnssec-keys': part,
  'domain.remove-dnssec-keys': part,
  'domain.set-client-hold': part,
  'domain.remove-client-hold': part,
  'domain.bulk-transfer': {
    touches: (input, answer) => ({
      domains: (answer ? transferResults(input, answer.data).filter(({ ok }) => ok) : input.transfers).map(
        ({ name }) => normaliseLookup(name),
      ),
    }),
    value: async (_, input, { data }) => ({
      results: transferResults(input, data),
    }),
  },
  'domain.bulk-renew': {
    touches: ({ names }, answer) => ({
      domains: (answer ? renewedIn(answer.data) : names).map(normaliseLookup),
      account: true,
    }),
    value: async (context, _, { data }, before) => {
      const renewed = renewedIn(data);
      const price = await priceOf(
        context,
        renewed.map((name) => `Renew ${name}`),
        before,
      );
      return { results: renewed.map((name) => succeeded(name)), price };
    },
  },
  'domain.replace-tech-contact': changedEverywhere(onContact('tech')),
  'domain.replace-admin-contact': changedEverywhere(onContact('admin')),
  'domain.replace-nameserver': changedEverywhere(
    async (context, { hostname, names }) => names?.map(normaliseLookup) ?? onHost(context, hostname),
    (context, { hostname }) => onHost(context, hostname),
  ),
  'domain.add-nameserver-in-bulk': changedEverywhere(
    async (_, { names }) => names.map(normaliseLookup),
    (context, { newNameserver }) => onHost(context, newNameserver.hostname),
  ),
  'notification.acknowledge': {
    // Numbers from `firstOwnNotification` on are our own messages; no message has a number below 1.
    isForRegistry: ({ id }) => id > 0 && id < firstOwnNotification,
    // The other messages, which may be thousands, need not be read again.
    touches: ({ id }, answer) => (answer ? { readMessage: id } : { notifications: true }),
    value: async (_, { id }) => ({ id }),
  },
};

const renewedIn = (data: unknown): string[] =>
  parseAnswer(z.object({ updated_domains: names }), data, 'what was renewed').updated_domains;

/** A command with its input, whose type follows from the name. */
type ForwardedCall = {
  [N in CommandName]: { readonly operation: N; readonly input: CommandInputs[N] };
}[CommandName];

export const isForwarded = (call: {
  readonly operation: string;
  readonly input?: unknown;
}): call is ForwardedCall => Object.hasOwn(forwardings, call.operation);
