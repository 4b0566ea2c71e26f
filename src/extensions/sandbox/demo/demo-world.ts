import type { Config } from '../../../base/config.ts';
import { insertSandboxMails } from '../store/sandbox-mails.ts';
import { charges, prepayments, seedLedger } from './accounts.ts';
import { BackdatedRunner } from './backdated-runner.ts';
import { seedBilling } from './billing.ts';
import { seedClaims } from './claims.ts';
import { seedContacts } from './contacts.ts';
import { seedDomains } from './domains.ts';
import { seedEvents } from './happenings.ts';
import { plannedInvoices } from './invoices.ts';
import { seedOldMessages } from './messages.ts';
import { seedRegistrarInvoices } from './registrar-invoices.ts';
import { paidReservations, seedReservations } from './reservations.ts';
import { seedSelfService } from './self-service.ts';
import type { Demo } from './world.ts';

/**
 * Fills the bare world with a registry that has been busy for years: contacts and domains in every interesting state,
 * with their history and charges. It is the same each time, except for the start date.
 */
export async function seedDemoWorld(bare: Omit<Demo, 'contacts' | 'runner'>, config: Config): Promise<void> {
  const runner = new BackdatedRunner(bare, config);
  const world: Demo = { ...bare, runner, contacts: await seedContacts(bare) };
  const domains = await seedDomains(world);
  const spent = await charges(world, domains);
  const prepaid = prepayments(world, spent);
  const invoices = plannedInvoices(world, prepaid, paidReservations(world));
  const rows = await seedBilling(world, config, invoices);
  const paidIn = invoices.flatMap(({ number, prepayment }) => {
    const row = rows.get(number);
    return prepayment && row?.paid_at
      ? [{ ...prepayment, at: row.paid_at, invoiceId: row.id, invoiceNumber: number }]
      : [];
  });
  // The history of a domain contains its price, so it is written first.
  await runner.writeJournal();
  await seedLedger(world, spent, paidIn);
  await seedRegistrarInvoices(
    world,
    invoices.flatMap(({ number, prepayment }) => (prepayment ? (rows.get(number) ?? []) : [])),
  );
  await seedReservations(world, rows, domains, config);
  await seedSelfService(world);
  await seedOldMessages(world, domains);
  // All writes of operators are written together, so that their log is chronological.
  await seedClaims(world);
  await seedEvents(world);
  await runner.writeJournal();
  const mails = runner.mails.sort((one, other) => one.sent_at.getTime() - other.sent_at.getTime());
  await insertSandboxMails(world.db, mails);
}
