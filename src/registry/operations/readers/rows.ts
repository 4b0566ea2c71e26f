import { invoicesById } from '../../store/billing/invoices.ts';
import { disagreementsById, paymentsById } from '../../store/billing/payments.ts';
import type { Db } from '../../store/driver/pool.ts';
import { transactionsById } from '../../store/registry/accounts.ts';
import { allowedIpsById } from '../../store/registry/allowed-ips.ts';
import { apiUsersById } from '../../store/registry/api-users.ts';
import { certificatesById } from '../../store/registry/certificates.ts';
import { contactsById } from '../../store/registry/contacts.ts';
import { disputesById } from '../../store/registry/disputes.ts';
import type { DomainParts, DomainWithParts } from '../../store/registry/domain-reader.ts';
import { transfersById } from '../../store/registry/domain-transfers.ts';
import { domainsById } from '../../store/registry/domains.ts';
import { historyById } from '../../store/registry/history.ts';
import { notificationsById } from '../../store/registry/notifications.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { reservationsById } from '../../store/registry/reservations.ts';
import { reservedNamesById } from '../../store/registry/reserved-names.ts';
import { webhooksById } from '../../store/registry/webhooks.ts';
import { pricesById, type Zone, zoneByOrigin } from '../../store/registry/zones.ts';
import { accessTokensById } from '../../store/runner/access-tokens.ts';
import { jobRunsById } from '../../store/runner/job-leases.ts';
import { boardsById, questionsById } from '../../store/runner/published.ts';
import { deliveriesById } from '../../store/runner/webhook-deliveries.ts';

/**
 * Rows by id for the APIs: many rows in one statement, or the one that a command has just written, in the
 * same transaction. The APIs check visibility (rules/visibility.ts).
 */
interface Rows<Row> {
  readonly many: (db: Db, ids: readonly number[]) => Promise<Row[]>;
  readonly one: (db: Db, of: { readonly id: number }) => Promise<Row | null>;
}

const rows = <Row>(many: Rows<Row>['many']): Rows<Row> => ({
  many,
  one: async (db, { id }) => (await many(db, [id]))[0] ?? null,
});

export const accessTokenRows = rows(accessTokensById);
export const allowedIpRows = rows(allowedIpsById);
export const apiUserRows = rows(apiUsersById);
export const boardRows = rows(boardsById);
export const certificateRows = rows(certificatesById);
export const contactRows = rows(contactsById);
export const disagreementRows = rows(disagreementsById);
export const disputeRows = rows(disputesById);
export const historyRows = rows(historyById);
export const invoiceRows = rows(invoicesById);
export const jobRunRows = rows(jobRunsById);
export const notificationRows = rows(notificationsById);
export const paymentRows = rows(paymentsById);
export const priceRows = rows(pricesById);
export const questionRows = rows(questionsById);
export const registrarRows = rows(registrarsById);
export const reservationRows = rows(reservationsById);
export const reservedNameRows = rows(reservedNamesById);
export const transactionRows = rows(transactionsById);
export const transferRows = rows(transfersById);
export const webhookDeliveryRows = rows(deliveriesById);
export const webhookRows = rows(webhooksById);

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

export const zoneRow = async (db: Db, { origin }: { readonly origin: string }): Promise<Zone | null> =>
  (await zoneByOrigin(db, origin)) ?? null;
