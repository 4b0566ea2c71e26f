import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#src/registry/store/driver/database.ts';
import { migrate } from '#src/registry/store/driver/migrate.ts';
import { databaseBefore } from '../../support/earlier-build.ts';

let database: Database;

beforeAll(async () => {
  database = await databaseBefore('0018');
  const { db } = database;
  await sql`insert into registrars (code, name, created_at, updated_at)
    select code, code || ' Names', '2026-01-01', '2026-01-01' from unnest(array['ALPHA', 'BETA']) code`.execute(
    db,
  );
  await sql`insert into reference_numbers (reference_number, initiator, registrar_id, created_at)
    values ('1234561', 'registry', 1, '2026-01-01'), ('1000009', 'registry', 1, '2026-01-02')`.execute(db);
  await sql`insert into invoices
      (number, initiator, affiliation, status, amount, amount_text, description, registrar_id, created_at, updated_at)
    values
      (150005, 'registry', 'regular', 'paid', 100, '100.0', 'reload balance', 1, '2026-03-01T22:30:00Z', '2026-03-02'),
      (150006, 'business_registry', 'regular', 'cancelled', 20, '20', 'x', null, '2026-03-01', '2026-03-04'),
      (10001, 'auction', 'auction_deposit', 'unpaid', 500, '500', 'x', null, '2026-03-01', '2026-03-01'),
      (140001, 'auction', 'regular', 'unpaid', 50, '50', 'x', null, '2026-03-01', '2026-03-01')`.execute(db);
  await migrate(database);
});

describe('a database of the build before', () => {
  it('shows the kind of every invoice, and when it was cancelled', async () => {
    const { rows } = await sql<{ reported: string }>`
      select number || ' ' || kind || coalesce(' ' || cancelled_at::date, '') as reported from invoices order by id`.execute(
      database.db,
    );
    expect(rows.map(({ reported }) => reported)).toEqual([
      '150005 prepayment',
      '150006 reservation 2026-03-04',
      '10001 deposit',
      '140001 other',
    ]);
  });

  it('has its prepayments whole, as they were credited: without tax, with one line', async () => {
    const { rows } = await sql`
      select issue_date, due_date, subtotal, vat_rate, vat_amount, buyer, line.description, line.quantity, line.price
      from invoices join invoice_lines line on line.invoice_id = invoices.id`.execute(database.db);
    expect(rows).toEqual([
      {
        issue_date: '2026-03-02',
        due_date: '2026-03-16',
        subtotal: '100.00',
        vat_rate: '0.00',
        vat_amount: '0.00',
        buyer: { name: 'ALPHA Names' },
        description: 'prepayment',
        quantity: 1,
        price: '100.000',
      },
    ]);
  });

  it('gives each registrar the oldest of its reference numbers', async () => {
    const { rows } =
      await sql`select code, reference_no, accept_pdf_invoices from registrars order by code`.execute(
        database.db,
      );
    expect(rows).toEqual([
      { code: 'ALPHA', reference_no: '1234561', accept_pdf_invoices: true },
      { code: 'BETA', reference_no: null, accept_pdf_invoices: true },
    ]);
  });
});
