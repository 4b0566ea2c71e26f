import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { type Pending, paymentsOf } from '../../../support/paid-reservations.ts';
import { portalOf, root } from '../../../support/portal.ts';
import { type TestWorld, testWorld, portal as token } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
  const set = (name: string, value: string) =>
    putSetting(world.container.database.db, name, value, world.clock.now());
  await set('registry_juridical_name', 'Näidisregister SA');
  await set('registry_street', 'Paldiski mnt 80');
  await set('registry_city', 'Tallinn');
  await set('registry_iban', 'EE382200221020145685');
});

const urlFor = ({ invoice_number, user_unique_id }: Pending, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ invoice_number: String(invoice_number), user_unique_id, ...more });
  return `${root}/reserved_domains_invoice_pdf?${query}`;
};

/** The lines of text that a reader of the PDF sees. */
async function linesOf(pending: Pending, more?: Record<string, string>): Promise<string[]> {
  const response = await world.app.inject({ url: urlFor(pending, more), headers: { authorization: token } });
  expect(response.statusCode).toBe(200);
  return textIn(response.rawPayload);
}

function textIn(pdf: Buffer): string[] {
  const lines: string[] = [];
  for (let from = pdf.indexOf('\nstream\n'); from >= 0; from = pdf.indexOf('\nstream\n', from + 1)) {
    const stream = pdf.subarray(from + 8, pdf.indexOf('\nendstream', from));
    for (const [, shown = ''] of inflateSync(stream)
      .toString('latin1')
      .matchAll(/\[(.*?)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, digits]) => digits).join('');
      lines.push(fromWindows1252(Buffer.from(hex, 'hex')));
    }
  }
  return lines;
}

/** As far as these tests need it; Node's own decoder takes it for Latin-1. */
const fromWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll('\u009a', 'š').replaceAll('\u009e', 'ž');

async function paid(...names: string[]): Promise<Pending> {
  const pending = await payments.pending(...names);
  await payments.pay(pending);
  return pending;
}

describe('the invoice of a paid reservation', () => {
  it('is a PDF to be saved under its number', async () => {
    const pending = await paid('fail.ee');
    const answer = await portal.request({ url: urlFor(pending) });
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${pending.invoice_number}.pdf"`,
      },
    });
    expect(answer.text.startsWith('%PDF-')).toBe(true);
  });

  it('comes to a client that accepts PDF only', async () => {
    const pending = await paid('ainult.ee');
    const headers = { accept: 'application/pdf' };
    expect((await portal.request({ url: urlFor(pending), headers })).status).toBe(200);
  });

  it('says in Estonian what was reserved, for which customer and by which portal', async () => {
    const pending = await paid('õäöüšž.ee', 'teine.com.ee');
    const { calendar } = world.container;
    const today = calendar.dateOf(world.clock.now()).split('-').reverse().join('.');
    expect(
      await linesOf(pending, {
        customer_name: 'Jõgi & <Pojad> OÜ',
        customer_address: 'Metsa 1,\nTartu',
        customer_vat_no: 'EE123456789',
        private_individual: 'true',
        payment_date: '2026-05-15',
      }),
    ).toEqual([
      `Arve ${pending.invoice_number}`,
      `Arve kuupäev: ${today}`,
      'Makse kuupäev: 15.05.2026',
      'Arve saaja',
      'Jõgi & <Pojad> OÜ',
      'Metsa 1, Tartu',
      'KMKR / VAT nr EE123456789',
      ...['Domeeninimi', 'Staatus', 'Summa'],
      ...['õäöüšž.ee', 'Reserveeritud', '8,06 EUR'],
      ...['teine.com.ee', 'Reserveeritud', '8,06 EUR'],
      'Ridade summa: 16,12 EUR',
      'Käibemaks 24%: 3,88 EUR',
      'Summa kokku: 20,00 EUR',
      'Tasutud summa: 20,00 EUR',
      'Näidisregister SA',
      'Paldiski mnt 80, Tallinn',
      'Registrikood: 90000001',
      'KMKR: EE100000001',
      'Telefon: +372.6000000',
      'Veeb: https://registry.example',
      'Pank: Sandbox Bank',
      'IBAN: EE382200221020145685',
      'SWIFT: SANDEE22',
    ]);
  });

  it('is for a private person when the request says so and no name is given', async () => {
    const pending = await paid('eraisik.ee');
    expect(await linesOf(pending, { private_individual: '1' })).toContain('eraisik');
    const named = await linesOf(pending, { private_individual: '1', customer_name: 'Mari' });
    expect(named).toContain('Mari');
    expect(named).not.toContain('eraisik');
  });

  it('leaves the recipient empty when none is given, and ignores a date it cannot read', async () => {
    const lines = await linesOf(await paid('tühi.ee'), { payment_date: 'someday', private_individual: 'no' });
    expect(lines[lines.indexOf('Arve saaja') + 1]).toBe('Domeeninimi');
    expect(lines.join()).not.toContain('Makse');
  });

  it('takes no amount from the caller', async () => {
    const pending = await paid('summa.ee');
    expect(await linesOf(pending, { amount: '1.00', total: '1' })).toContain('Summa kokku: 10,00 EUR');
  });

  it('prints signs that its font lacks in a readable way', async () => {
    const lines = await linesOf(await paid('täht.ee'), { customer_name: 'Łukasz Dvořák Иван \u202e' });
    expect(lines).toContain('?ukasz Dvorák ???? ?');
  });

  it('has room for twenty long names and a long address', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${'pikk'.repeat(14)}${index}.com.ee`);
    const lines = await linesOf(await paid(...names), { customer_address: 'Väga pikk tänav '.repeat(200) });
    for (const name of names) expect(lines.join('')).toContain(name);
    expect(lines).toContain('Tasutud summa: 200,00 EUR');
  });

  it('follows the rate that the operator has set', async () => {
    const pending = await paid('määr1.ee', 'määr2.ee');
    const { db } = world.container.database;
    await putSetting(db, 'registry_vat_prc', '0.2', world.clock.now());
    expect(await linesOf(pending)).toEqual(
      expect.arrayContaining(['8,33 EUR', 'Ridade summa: 16,66 EUR', 'Käibemaks 20%: 3,34 EUR']),
    );
    await putSetting(db, 'registry_vat_prc', '0.24', world.clock.now());
  });
});

describe('the invoice of a reservation that is not paid', () => {
  test.each([
    [undefined, { status: 'unpaid', message: 'Payment pending' }],
    ['failed', { status: 'failed', message: 'Payment failed' }],
    ['cancelled', { status: 'cancelled', message: 'Invoice cancelled' }],
  ] as const)('is refused (%s)', async (moved, details) => {
    const pending = await payments.pending(`maksmata-${details.status}.ee`);
    if (moved) await payments.move(pending, moved);
    expect(await portal.request({ url: urlFor(pending) })).toMatchObject({
      status: 422,
      body: { error: 'Invoice is not paid', details },
    });
  });

  it('is not found without its number and id', async () => {
    const pending = await paid('otsi.ee');
    for (const url of [
      `${root}/reserved_domains_invoice_pdf`,
      urlFor({ ...pending, user_unique_id: '00000000-0' }),
      urlFor({ ...pending, invoice_number: 1 }),
    ])
      expect(await portal.request({ url })).toMatchObject({
        status: 404,
        body: { error: 'Reserved domain invoice not found' },
      });
  });
});
