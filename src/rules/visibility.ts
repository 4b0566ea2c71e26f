import { type Actor, type Initiator, isOf, isPermitted, registrarOf } from '../core/actor.ts';
import { testEvent, type WebhookEvent } from './registrar/webhooks.ts';
import { seesMoney } from './scopes.ts';

/**
 * Who sees what: one rule for each kind of object, for both doors and for every way on which an object is reached.
 * The graph applies them in graphql/visibility.ts.
 */

interface OfRegistrar {
  readonly registrar_id: number;
}

/** Any registrar may look up any domain, and with it who stands on it (docs/rules/registrar.md#looking-up-a-domain). */
export const seesDomains = (actor: Actor): boolean => isPermitted(actor, ['registrar:epp', 'operator']);

/** History, charges and reservation of a domain are its sponsor's to know, and operators'. */
export const isSponsor = (domain: OfRegistrar, actor: Actor): boolean => isOwn(domain, actor);

/** Of a contact that is not the caller's only code and name are shown (docs/rules/graph.md#visibility). */
export const isOwnContact = (contact: OfRegistrar, actor: Actor): boolean => isOwn(contact, actor);

/** Transfer codes and auth info are between a registrar and whom it gives them to: operators need none. */
export const knowsSecretsOf = (owned: OfRegistrar, actor: Actor): boolean =>
  actor.kind !== 'operator' && isOwn(owned, actor);

/** Whose domains and contacts a list holds; undefined: everybody's. */
export const registrarListed = (actor: Actor): number | undefined =>
  actor.kind === 'operator' ? undefined : registrarOf(actor).registrarId;

const isOwn = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:epp']) && isOf(registrar_id, actor));

/** The registrar of contacts of which a registry behind us tells no more than code and name: what it tells is shown. */
export const ofNobody = 0;

/** What stands for the name of an admin or tech contact that a domain does not tell. */
export const hiddenName = 'N/A';

/**
 * The name of a contact that another registrar looks after is not this domain's to tell
 * (docs/rules/registrar.md#domain-view).
 */
export const isTellingName = (contact: OfRegistrar, domain: OfRegistrar): boolean =>
  contact.registrar_id === ofNobody || contact.registrar_id === domain.registrar_id;

/**
 * Of whom a domain tells: the people of its own registrar, whom transfer info shows in full, and the caller's own. A
 * stranger's contact stays a stranger's, whoever has put it on the domain (docs/rules/registrar.md#transfer-info).
 */
export const maySeeName = (contact: OfRegistrar, domain: OfRegistrar, actor: Actor): boolean =>
  contact.registrar_id === domain.registrar_id || isOwnContact(contact, actor);

/** Movements of money, for every user of the registrar whose token is for such. */
export const seesTransaction = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  actor.kind === 'operator' || (isOf(registrar_id, actor) && seesMoney(actor));

/** What somebody has made; a sign-in is nobody's business (docs/rules/access.md#access-tokens). */
export const seesAccessToken = (
  { registrar_id, scopes }: { readonly registrar_id: number | null; readonly scopes: unknown },
  actor: Actor,
): boolean => scopes !== null && (actor.kind === 'operator' || isOf(registrar_id, actor));

export const seesRegistrar = ({ id }: { readonly id: number }, actor: Actor): boolean =>
  actor.kind === 'operator' || isOf(id, actor);

/** Users, certificates and addresses are for those who may do everything (docs/rules/self-service.md#who-may). */
export const looksAfterRegistrar = ({ id }: { readonly id: number }, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:super']) && isOf(id, actor));

/** Poll messages are between the registry and one registrar. */
export const seesNotification = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  isPermitted(actor, ['registrar:epp']) && isOf(registrar_id, actor);

/** Whose invoices the caller may see and move, undefined: everybody's (docs/rules/billing.md#ownership). */
export function ownersFor(actor: Actor): readonly Initiator[] | undefined {
  if (actor.kind === 'billing')
    return actor.initiator === 'registry' ? ['registry', 'business_registry'] : [actor.initiator];
  return actor.kind === 'operator' || actor.kind === 'system' ? undefined : [];
}

/** Registrars see their own prepayments and summaries (docs/rules/self-service.md#invoices). */
export const invoicesSeenBy = (
  actor: Actor,
): readonly Initiator[] | { readonly registrarId: number } | undefined =>
  actor.kind === 'registrar' ? { registrarId: actor.registrarId } : ownersFor(actor);

export function seesInvoice(
  invoice: { readonly initiator: Initiator; readonly registrar_id: number | null; readonly kind: string },
  actor: Actor,
): boolean {
  if (actor.kind === 'registrar')
    return (
      isPermitted(actor, ['registrar:billing']) &&
      seesMoney(actor) &&
      isOf(invoice.registrar_id, actor) &&
      (invoice.kind === 'prepayment' || invoice.kind === 'monthly_summary')
    );
  const owners = ownersFor(actor);
  return owners === undefined || owners.includes(invoice.initiator);
}

/**
 * A reservation is its portal's: of the token that made it (docs/rules/graph.md#visibility). Older ones are found by
 * name only.
 */
export const madeReservation = ({ made_by }: { readonly made_by: string | null }, actor: Actor): boolean =>
  actor.kind === 'operator' || (actor.kind === 'portal' && made_by === actor.token);

/** Whoever has a reservation's id has its codes: a portal tells it, and is not told it (docs/rules/graph.md#visibility). */
export const seesReservationIds = ({ kind }: Actor): boolean => kind === 'operator' || kind === 'billing';

/** What a user sees of what is its registrar's own, it may be told of (docs/rules/webhooks.md#who-may); operators see all. */
export function hearsOf(event: WebhookEvent, actor: Actor): boolean {
  if (actor.kind !== 'registrar') return actor.kind === 'operator';
  const own = { registrar_id: actor.registrarId };
  if (event === 'notification.created') return seesNotification(own, actor);
  if (event === 'domain.changed') return isSponsor(own, actor);
  return seesInvoice({ ...own, initiator: 'registry', kind: 'prepayment' }, actor);
}

/**
 * Whoever changes where something is sent could read it: a webhook is for those who may hear all of it. Operators look
 * at everybody's, and change none.
 */
export const seesWebhook = (
  { registrar_id, events }: OfRegistrar & { readonly events: readonly WebhookEvent[] },
  actor: Actor,
): boolean =>
  actor.kind === 'operator' || (isOf(registrar_id, actor) && events.every((event) => hearsOf(event, actor)));

/** A message tells what its webhook was told of when it was written, whatever that is told of now. */
export const seesDelivery = (
  {
    payload: { event },
    ...webhook
  }: Parameters<typeof seesWebhook>[0] & {
    readonly payload: { readonly event: WebhookEvent | typeof testEvent };
  },
  actor: Actor,
): boolean => seesWebhook(webhook, actor) && (event === testEvent || hearsOf(event, actor));
