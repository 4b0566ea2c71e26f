import type * as invoices from '../../store/billing/invoices.ts';
import type * as payments from '../../store/billing/payments.ts';
import type * as accounts from '../../store/registry/accounts.ts';
import type * as contactDomains from '../../store/registry/contact-domains.ts';
import type * as contacts from '../../store/registry/contacts.ts';
import type * as disputes from '../../store/registry/disputes.ts';
import type * as domainColumns from '../../store/registry/domain-columns.ts';
import type * as domainReader from '../../store/registry/domain-reader.ts';
import type * as domainRelations from '../../store/registry/domain-relations.ts';
import type * as domainTransfers from '../../store/registry/domain-transfers.ts';
import type * as history from '../../store/registry/history.ts';
import type * as ledger from '../../store/registry/ledger.ts';
import type * as notifications from '../../store/registry/notifications.ts';
import type * as registrars from '../../store/registry/registrars.ts';
import type * as reservations from '../../store/registry/reservations.ts';
import type * as reservedNames from '../../store/registry/reserved-names.ts';
import type * as retainedNames from '../../store/registry/retained-names.ts';
import type * as zones from '../../store/registry/zones.ts';
import type * as outbox from '../../store/runner/outbox.ts';
import type * as mails from '../../store/sandbox/sandbox-mails.ts';

/**
 * What doors show: the rows that operations and readers answer with. A door imports nothing from the store, not even
 * a type (test/architecture.test.ts); it takes them from here.
 */
export type RetainedName = retainedNames.RetainedName;
export type Account = accounts.Account;
export type AccountProof = ledger.AccountProof;
export type ApiUser = registrars.ApiUser;
export type Contact = contacts.Contact;
export type ContactRole = domainRelations.ContactRole;
export type Dispute = disputes.Dispute;
export type DnssecKeyRow = domainRelations.DnssecKeyRow;
export type Domain = domainColumns.Domain;
export type DomainContact = domainRelations.DomainContact;
export type DomainParts = domainReader.DomainParts;
export type DomainRole = contactDomains.DomainRole;
export type DomainTransfer = domainTransfers.DomainTransfer;
export type DomainWithParts = domainReader.DomainWithParts;
export type HistoryEntry = history.HistoryEntry;
export type Invoice = invoices.Invoice;
export type LinkedDomain = contacts.LinkedDomain;
export type NameserverRow = domainRelations.NameserverRow;
export type Notification = notifications.Notification;
export type OutboxEntry = outbox.OutboxEntry;
export type OutboxState = outbox.OutboxState;
export type Payment = payments.Payment;
export type PaymentDisagreement = payments.PaymentDisagreement;
export type PaymentEvent = payments.PaymentEvent;
export type Price = zones.Price;
export type PriceKey = zones.PriceKey;
export type Registrar = registrars.Registrar;
export type Reservation = reservations.Reservation;
export type ReservedName = reservedNames.ReservedName;
export type SandboxMail = mails.SandboxMail;
export type Transaction = accounts.Transaction;
export type Wanted<Row> = domainColumns.Wanted<Row>;
export type Zone = zones.Zone;
