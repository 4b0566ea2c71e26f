import { invoicesById } from '../../store/billing/invoices.ts';
import { disagreementsById, paymentsById } from '../../store/billing/payments.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { accountsById, transactionsById } from '../../store/registry/accounts.ts';
import { allowedIpsById } from '../../store/registry/allowed-ips.ts';
import { apiUsersById } from '../../store/registry/api-users.ts';
import { blockedNamesById } from '../../store/registry/blocked-names.ts';
import { certificatesById } from '../../store/registry/certificates.ts';
import { type Contact, contactsById } from '../../store/registry/contacts.ts';
import { disputesById } from '../../store/registry/disputes.ts';
import type { DomainParts, DomainWithParts } from '../../store/registry/domain-reader.ts';
import { dnssecKeysById, nameserversById } from '../../store/registry/domain-relations.ts';
import { transfersById } from '../../store/registry/domain-transfers.ts';
import { domainsById } from '../../store/registry/domains.ts';
import { historyById } from '../../store/registry/history.ts';
import { legalDocumentsById } from '../../store/registry/legal-documents.ts';
import { notificationsById } from '../../store/registry/notifications.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { reservationsById } from '../../store/registry/reservations.ts';
import { reservedNamesById } from '../../store/registry/reserved-names.ts';
import { webhooksById } from '../../store/registry/webhooks.ts';
import { pricesById, type Zone, zoneByOrigin, zonesById } from '../../store/registry/zones.ts';
import { accessTokensById } from '../../store/runner/access-tokens.ts';
import { jobRunsById } from '../../store/runner/job-leases.ts';
import { operatorsById } from '../../store/runner/operators.ts';
import { outboxItemsById } from '../../store/runner/outbox.ts';
import { deliveriesById } from '../../store/runner/webhook-deliveries.ts';
import { shownAgain } from '../runner/shown-again.ts';

/**
 * Rows by id for the APIs: many rows in one statement, or the one that a command has just written, in the
 * same transaction. The APIs check visibility (rules/visibility.ts).
 */
interface Rows<Row> {
  readonly many: (db: Db, ids: readonly number[]) => Promise<Row[]>;
  readonly one: (db: Db, of: { readonly id: number }) => Promise<Row | null>;
}

/** A repeated request gets the one row as it was then. */
export const rows = <Row>(name: string, many: Rows<Row>['many']): Rows<Row> => ({
  many,
  one: (db, { id }) => shownAgain(db, `${name} ${id}`, async () => (await many(db, [id]))[0] ?? null),
});

export const accessTokenRows = rows('access token', accessTokensById);
export const accountRows = rows('account', accountsById);
export const allowedIpRows = rows('allowed ip', allowedIpsById);
export const apiUserRows = rows('api user', apiUsersById);
export const blockedNameRows = rows('blocked name', blockedNamesById);
export const certificateRows = rows('certificate', certificatesById);
/** Their past is known (as-answered.ts). */
export const contactRows: Rows<Contact> = {
  many: contactsById,
  one: async (db, { id }) => (await contactsById(db, [id]))[0] ?? null,
};
export const disagreementRows = rows('disagreement', disagreementsById);
export const dnssecKeyRows = rows('dnssec key', dnssecKeysById);
export const disputeRows = rows('dispute', disputesById);
export const historyRows = rows('history', historyById);
export const invoiceRows = rows('invoice', invoicesById);
export const jobRunRows = rows('job run', jobRunsById);
export const operatorRows = rows('operator', operatorsById);
export const legalDocumentRows = rows('legal document', legalDocumentsById);
export const nameserverRows = rows('nameserver', nameserversById);
export const notificationRows = rows('notification', notificationsById);
export const outboxRows = rows('outbox item', outboxItemsById);
export const paymentRows = rows('payment', paymentsById);
export const priceRows = rows('price', pricesById);
export const registrarRows = rows('registrar', registrarsById);
export const reservationRows = rows('reservation', reservationsById);
export const reservedNameRows = rows('reserved name', reservedNamesById);
export const transactionRows = rows('transaction', transactionsById);
export const transferRows = rows('transfer', transfersById);
export const webhookDeliveryRows = rows('webhook delivery', deliveriesById);
export const webhookRows = rows('webhook', webhooksById);

/** Domains also depend on the day, which decides whether a dispute is open; with the requested parts. */
export const domainRows = {
  many: (db: Db, ids: readonly number[], today: string, parts?: DomainParts): Promise<DomainWithParts[]> =>
    domainsById(db, ids, today, parts),
  one: async (
    db: Db,
    { id }: { readonly id: number },
    today: string,
    parts?: DomainParts,
  ): Promise<DomainWithParts | null> => (await domainsById(db, [id], today, parts))[0] ?? null,
};

export const zoneRows = rows('zone', zonesById);
export const zoneRow = (db: Db, { origin }: { readonly origin: string }): Promise<Zone | null> =>
  shownAgain(db, `zone ${origin}`, async () => (await zoneByOrigin(db, origin)) ?? null);
