import { type Actor, type Initiator, isOf, isPermitted, registrarOf } from '../../base/actor.ts';
import { testEvent, type WebhookEvent } from './registrar/webhooks.ts';
import { seesMoney, seesWebhookUrls } from './scopes.ts';

/**
 * Visibility: one rule for each kind of object, for both APIs and for every path to an object. GraphQL
 * applies them in graphql/visibility.ts.
 */

interface OfRegistrar {
  readonly registrar_id: number;
}

/**
 * Any registrar may look up any domain, and with it its contacts
 * (docs/rules/registrar.md#looking-up-a-domain).
 */
export const seesDomains = (actor: Actor): boolean => isPermitted(actor, ['registrar:epp', 'operator']);

/** History, charges and reservation of a domain are visible to its sponsor and to operators. */
export const isSponsor = (domain: OfRegistrar, actor: Actor): boolean => isOwn(domain, actor);

/** Other registrars' contacts show only code and name (docs/rules/graph.md#visibility). */
export const isOwnContact = (contact: OfRegistrar, actor: Actor): boolean => isOwn(contact, actor);

/** Transfer codes and auth info are visible to their registrar only: operators need none. */
export const knowsSecretsOf = (owned: OfRegistrar, actor: Actor): boolean =>
  actor.kind !== 'operator' && isOwn(owned, actor);

/** The registrar whose domains and contacts a list contains; undefined for all. */
export const registrarListed = (actor: Actor): number | undefined =>
  actor.kind === 'operator' ? undefined : registrarOf(actor).registrarId;

const isOwn = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:epp']) && isOf(registrar_id, actor));

/** The registrar of contacts of which another registry shows only code and name: these are visible. */
export const unknownRegistrarId = 0;

/** Stands for the name of an admin or tech contact that is hidden on a domain. */
export const hiddenName = 'N/A';

/** The name of another registrar's contact is hidden on this domain (docs/rules/registrar.md#domain-view). */
export const isNameShownOnDomain = (contact: OfRegistrar, domain: OfRegistrar): boolean =>
  contact.registrar_id === unknownRegistrarId || contact.registrar_id === domain.registrar_id;

/**
 * Visible are the contacts of the domain's registrar, which transfer info shows in full, and the caller's
 * own. Other contacts stay hidden, no matter who added them to the domain (docs/rules/registrar.md#transfer-info).
 */
export const maySeeName = (contact: OfRegistrar, domain: OfRegistrar, actor: Actor): boolean =>
  contact.registrar_id === domain.registrar_id || isOwnContact(contact, actor);

/** The fields of a contact that it may disclose to everybody. */
export type Disclosable = 'name' | 'email' | 'phone';

/**
 * Everybody, known or not, sees what a contact has disclosed, on domains that show its name
 * (docs/rules/rdap.md#contacts).
 */
export const isPublic = (
  contact: OfRegistrar & { readonly disclosed_attributes: readonly string[] },
  domain: OfRegistrar,
  field: Disclosable,
): boolean => contact.disclosed_attributes.includes(field) && isNameShownOnDomain(contact, domain);

/** Movements of money, for every user of the registrar whose token has the scope. */
export const seesTransaction = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  actor.kind === 'operator' || (isOf(registrar_id, actor) && seesMoney(actor));

/** The price of a registration or renewal is visible to those who see movements of money. */
export const seesPricesOf = (
  { registrar_id }: { readonly registrar_id: number | null },
  actor: Actor,
): boolean => actor.kind === 'operator' || (isOf(registrar_id, actor) && seesMoney(actor));

/** The actor of a change is hidden from a registrar if another registrar made the change. */
export const seesActor = (
  { registrar_id }: { readonly registrar_id: number | null },
  actor: Actor,
): boolean => actor.kind === 'operator' || registrar_id === null || isOf(registrar_id, actor);

/**
 * Changes of an operator are hidden from roles that cannot list operators, changes of a webhook from roles that see
 * no whole URL.
 */
export const seesChangesOf = ({ object_type }: { readonly object_type: string }, actor: Actor): boolean =>
  object_type === 'webhook'
    ? seesWebhookUrls(actor)
    : object_type !== 'operator' || (actor.kind === 'operator' && actor.role === 'ADMIN');

/** Visible to its creator; sessions are visible to nobody (docs/rules/access.md#access-tokens). */
export const seesAccessToken = (
  { registrar_id, scopes }: { readonly registrar_id: number | null; readonly scopes: unknown },
  actor: Actor,
): boolean => scopes !== null && (actor.kind === 'operator' || isOf(registrar_id, actor));

/** Users are managed by the registrar's own super users and by operators (docs/rules/self-service.md#users). */
export const seesApiUser = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:super']) && isOf(registrar_id, actor));

export const seesRegistrar = ({ id }: { readonly id: number }, actor: Actor): boolean =>
  actor.kind === 'operator' || isOf(id, actor);

/** Users, certificates and addresses are for super users (docs/rules/self-service.md#permissions). */
export const managesRegistrar = ({ id }: { readonly id: number }, actor: Actor): boolean =>
  actor.kind === 'operator' || (isPermitted(actor, ['registrar:super']) && isOf(id, actor));

/** Poll messages are between the registry and one registrar. */
export const seesNotification = ({ registrar_id }: OfRegistrar, actor: Actor): boolean =>
  isPermitted(actor, ['registrar:epp']) && isOf(registrar_id, actor);

/**
 * The initiators whose invoices the caller may see and change; undefined for all
 * (docs/rules/billing.md#ownership).
 */
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
 * A reservation is visible to the token that made it (docs/rules/graph.md#visibility). Older ones are found
 * by name only.
 */
export const madeReservation = ({ made_by }: { readonly made_by: string | null }, actor: Actor): boolean =>
  actor.kind === 'operator' || (actor.kind === 'portal' && made_by === actor.token);

/**
 * A reservation's id gives access to its codes, so a portal sends it but is never shown it
 * (docs/rules/graph.md#visibility).
 */
export const seesReservationIds = ({ kind }: Actor): boolean => kind === 'operator' || kind === 'billing';

/**
 * A user may subscribe to events of its registrar's objects that it can see (docs/rules/webhooks.md#permissions);
 * operators see all.
 */
export function maySubscribe(event: WebhookEvent, actor: Actor): boolean {
  if (actor.kind !== 'registrar') return actor.kind === 'operator';
  const own = { registrar_id: actor.registrarId };
  if (event === 'notification.created') return seesNotification(own, actor);
  if (event === 'domain.changed') return isSponsor(own, actor);
  // It tells that something waits, not what.
  if (event === 'approval.changed') return isOf(actor.registrarId, actor);
  return seesInvoice({ ...own, initiator: 'registry', kind: 'prepayment' }, actor);
}

/**
 * Whoever changes the URL can read what is sent there, so a webhook is only for users who may see all of its
 * events. Operators see all webhooks but change none.
 */
export const seesWebhook = (
  { registrar_id, events }: OfRegistrar & { readonly events: readonly WebhookEvent[] },
  actor: Actor,
): boolean =>
  actor.kind === 'operator' ||
  (isOf(registrar_id, actor) && events.every((event) => maySubscribe(event, actor)));

/** A message is visible by the events of its webhook at the time it was written, whatever they are now. */
export const seesDelivery = (
  {
    payload: { event },
    ...webhook
  }: Parameters<typeof seesWebhook>[0] & {
    readonly payload: { readonly event: WebhookEvent | typeof testEvent };
  },
  actor: Actor,
): boolean => seesWebhook(webhook, actor) && (event === testEvent || maySubscribe(event, actor));
