import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { type Actor, type CallerKind, isPermitted } from '../../base/actor.ts';
import { lastRegistrarCodes } from '../../registry/operations/readers/of-history.ts';
import type {
  AccessToken,
  Account,
  AllowedIp,
  ApiUser,
  Certificate,
  Contact,
  HistoryEntry,
  Invoice,
  Notification,
  Payment,
  Price,
  Registrar,
  Transaction,
  Webhook,
  WebhookDelivery,
} from '../../registry/operations/readers/shown.ts';
import {
  isOwnContact,
  isSponsor,
  madeReservation,
  managesRegistrar,
  seesAccessToken,
  seesApiUser,
  seesDelivery,
  seesDomains,
  seesInvoice,
  seesNotification,
  seesRegistrar,
  seesTransaction,
  seesWebhook,
} from '../../registry/rules/visibility.ts';
import { ApiUserRef } from './api-user/type.ts';
import { ContactRef } from './contact/type.ts';
import type { Context } from './context.ts';
import { DomainRef } from './domain/type.ts';
import { InvoiceRef } from './invoice/type.ts';
import { everybodyKnown, isVisibleNode, nodeIsVisible } from './node-visibility.ts';
import { type ReservationNode, reservationEntries, reservationsByInvoice } from './reservation/type.ts';

/**
 * The rules of rules/visibility.ts for each type of node, wherever the graph meets one. What is looked up to decide
 * is batched: a page costs a statement more, not one for each row.
 */
const registry: readonly CallerKind[] = ['registrar', 'operator'];

for (const typename of ['Domain', 'Nameserver', 'DnssecKey'])
  nodeIsVisible(typename, registry, (_, actor) => seesDomains(actor), { reachedBy: seesDomains });

// Any domain shows the codes and names of its contacts; their other fields are hidden one by one.
nodeIsVisible<Contact>('Contact', registry, isOwnContact, { reached: () => false, reachedBy: seesDomains });

// Any domain shows its registrar.
nodeIsVisible<Registrar>('Registrar', registry, seesRegistrar, {
  reached: () => false,
  reachedBy: (actor) => actor.kind === 'registrar' || actor.kind === 'operator',
});

// Only the caller who revokes a token sees it afterwards.
nodeIsVisible<AccessToken>(
  'AccessToken',
  registry,
  (token, actor) => !token.revoked_at && seesAccessToken(token, actor),
  {
    reached: seesAccessToken,
  },
);

nodeIsVisible<ApiUser>('ApiUser', registry, (user, actor) => !user.deleted_at && seesApiUser(user, actor), {
  reached: seesApiUser,
});

nodeIsVisible<AllowedIp>('AllowedIp', registry, ({ registrar_id }, actor) =>
  managesRegistrar({ id: registrar_id }, actor),
);

// A user shows its certificates to all who see the user.
nodeIsVisible<Certificate>(
  'Certificate',
  registry,
  async ({ api_user_id }, _, context) => {
    const [user] = await ApiUserRef.getDataloader(context).loadMany([api_user_id]);
    return isVisibleNode('ApiUser', user instanceof Error ? null : user, context);
  },
  { reached: () => false, reachedBy: (actor) => isPermitted(actor, ['registrar:super', 'operator']) },
);

// Only those who manage the people who run the registry see them.
nodeIsVisible('Operator', ['operator'], (_, actor) => actor.kind === 'operator' && actor.role === 'ADMIN');

// A registrar sees the prices of today and no others.
nodeIsVisible<Price>('Price', registry, ({ valid_from, valid_to }, actor, { calendar, container }) => {
  if (actor.kind === 'operator') return true;
  const today = calendar.dateOf(container.clock.now());
  return valid_from <= today && (valid_to === null || valid_to >= today);
});

for (const typename of [
  'BlockedName',
  'Dispute',
  'ReservedName',
  'Job',
  'JobRun',
  'Setting',
  'LegalDocument',
  'OperatorLogEntry',
  'OutboxItem',
  'PaymentDisagreement',
])
  nodeIsVisible(typename, ['operator'], () => true);

// Payments are visible to everyone who sees their invoice.
nodeIsVisible<Payment>(
  'Payment',
  everybodyKnown,
  (payment, actor, context) => actor.kind === 'operator' || isBilledTo(payment, context),
  { reachedBy: () => true },
);

nodeIsVisible<Notification>('Notification', ['registrar'], seesNotification);

nodeIsVisible<Transaction>('Transaction', registry, seesTransaction);

// The operation that shows it has checked the scope.
nodeIsVisible<Account>(
  'Account',
  ['registrar'],
  ({ id }, actor) => seesTransaction({ registrar_id: id }, actor),
  { reachedBy: (actor) => actor.kind === 'registrar' },
);

nodeIsVisible('Zone', registry, () => true, { reachedBy: () => true });

nodeIsVisible<Webhook>('Webhook', registry, seesWebhook);

// The deliveries of a webhook are read for the caller; a single one names its owner.
nodeIsVisible<WebhookDelivery & Pick<Webhook, 'registrar_id' | 'events'>>(
  'WebhookDelivery',
  registry,
  seesDelivery,
  {
    reached: () => false,
    reachedBy: (actor) => actor.kind === 'registrar' || actor.kind === 'operator',
  },
);

nodeIsVisible<Invoice>(
  'Invoice',
  everybodyKnown,
  async (invoice, actor, context) => {
    if (actor.kind !== 'portal') return seesInvoice(invoice, actor);
    const reservation = await reservationsByInvoice(context).load(invoice.id);
    return reservation !== null && madeReservation(reservation, actor);
  },
  {
    // A portal gets there from a reservation that it sees, and only to the invoice of that.
    reached: (invoice, actor) =>
      actor.kind === 'portal' ? invoice.user_unique_id !== null : seesInvoice(invoice, actor),
  },
);

nodeIsVisible<ReservationNode>('Reservation', everybodyKnown, (reservation, actor, context) => {
  if (reservation.named || madeReservation(reservation, actor)) return true;
  if (actor.kind === 'registrar') return isRegisteredBy(reservation, actor, context);
  return actor.kind === 'billing' && isBilledTo(reservation, context);
});

type RegistrarActor = Extract<Actor, { kind: 'registrar' }>;

/** A domain of the registrar was registered with one of its codes. */
async function isRegisteredBy(
  { id }: ReservationNode,
  actor: RegistrarActor,
  context: Context,
): Promise<boolean> {
  const entries = seesDomains(actor) ? await reservationEntries(context).load(id) : [];
  return entries.some(({ registeredFor }) => registeredFor === actor.registrarId);
}

async function isBilledTo(
  { invoice_id }: { readonly invoice_id: number | null },
  context: Context,
): Promise<boolean> {
  const [invoice] = await InvoiceRef.getDataloader(context).loadMany(invoice_id === null ? [] : [invoice_id]);
  return isVisibleNode('Invoice', invoice instanceof Error ? null : invoice, context);
}

/** Visible to those who may read the entry in the history of its domain or contact. */
nodeIsVisible<HistoryEntry>(
  'HistoryEntry',
  registry,
  async (entry, actor, context) => {
    if (actor.kind === 'operator') return true;
    if (actor.kind !== 'registrar' || !seesDomains(actor)) return false;
    switch (entry.object_type) {
      case 'domain': {
        const [domain] = await DomainRef.getDataloader(context).loadMany([entry.object_id]);
        return domain && !(domain instanceof Error)
          ? isSponsor(domain, actor)
          : wasOf('domain', entry, actor, context);
      }
      case 'contact': {
        const [contact] = await ContactRef.getDataloader(context).loadMany([entry.object_id]);
        return contact && !(contact instanceof Error)
          ? isOwnContact(contact, actor)
          : wasOf('contact', entry, actor, context);
      }
      default:
        return false;
    }
  },
  // History is shown to the domain's sponsor, today's or that of the requested time.
  { reached: () => false, reachedBy: seesDomains },
);

/** The last registrar of a deleted object. */
const lastRegistrars = createContextCache(({ database }: Context) => {
  const loader = (type: 'domain' | 'contact') =>
    new DataLoader<number, unknown>((ids) => lastRegistrarCodes(database.db, type, ids));
  return { domain: loader('domain'), contact: loader('contact') };
});

const wasOf = async (
  type: 'domain' | 'contact',
  { object_id }: HistoryEntry,
  actor: RegistrarActor,
  context: Context,
): Promise<boolean> => (await lastRegistrars(context)[type].load(object_id)) === actor.registrarCode;
