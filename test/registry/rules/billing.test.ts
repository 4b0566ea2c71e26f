import { describe, expect, it, test } from 'vitest';
import { money } from '#src/base/money.ts';
import { chargeFor, fundsMissing, priceMissing } from '#src/registry/rules/money/charges.ts';
import { linkpayUrl } from '#src/registry/rules/money/linkpay.ts';
import {
  actionForEvent,
  depositStatus,
  type InvoiceMover,
  type InvoiceStatus,
  invoiceStatuses,
  isInvoiceStatus,
  isStepBack,
  mayMove,
  paymentTermDays,
  portalStatuses,
  statusAfterPayment,
} from '#src/registry/rules/money/payment-state.ts';
import {
  checkDigit,
  isReferenceNumber,
  referenceNumberOf,
} from '#src/registry/rules/money/reference-number.ts';
import { fc } from '../../support/properties.ts';
import { reported } from './support.ts';

describe('a reference number', () => {
  test.each([
    ['1', 3],
    ['12131295', 2],
    ['1234567891234567891', 7],
    ['773423', 0],
    ['100000', 9],
    ['999999', 2],
    ['123456', 1],
  ])('with base %s ends in %d', (base, digit) => {
    expect(checkDigit(base)).toBe(digit);
    expect(isReferenceNumber(referenceNumberOf(base))).toBe(true);
  });

  it('of a known invoice is 121312952', () => expect(referenceNumberOf('12131295')).toBe('121312952'));

  it('is spoilt by any one wrong digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 999_999 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (base, place, shift) => {
          const number = referenceNumberOf(String(base));
          const digit = (Number(number[place]) + shift) % 10;
          expect(isReferenceNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false);
        },
      ),
    );
  });

  test.each(['', '3', 'R-100', '1234561 ', '0'.repeat(21)])('%j is none', (text) => {
    expect(isReferenceNumber(text)).toBe(false);
  });

  it.each(['R-100', '100x', ''])('has a base of digits only, not %j', (base) => {
    expect(() => checkDigit(base)).toThrow(`not a base of a reference number: ${base}`);
  });
});

describe('a payment link', () => {
  const config = { prefix: 'https://pay.example/lp', token: 'testtoken', secret: 'test-secret' };

  it('of a reservation is vector A to the byte', () => {
    expect(
      linkpayUrl(config, {
        invoiceNumber: 150005,
        amount: '20.0',
        customField1: 'a1b2c3d4-e',
        customField2: 'business_registry',
        customerName: null,
      }),
    ).toBe(
      'https://pay.example/lp?custom_field_1=a1b2c3d4-e&custom_field_2=business_registry&customer_email=&customer_name=&invoice_number=150005&linkpay_token=testtoken&order_reference=150005&reference_number=&transaction_amount=20.0&hmac=5d54ce8bf39649afb522e488a4ab343600656735666304698781d50260b5348d',
    );
  });

  it('with signs to escape is vector B to the byte', () => {
    expect(
      linkpayUrl(config, {
        invoiceNumber: '150006',
        amount: '100.5',
        referenceNumber: '1234567',
        customerName: "Jüri O'Neil (OÜ)",
        customerEmail: 'a+b@example.com',
        customField1: 'prepended',
        customField2: 'auction',
      }),
    ).toBe(
      'https://pay.example/lp?custom_field_1=prepended&custom_field_2=auction&customer_email=a%2Bb%40example.com&customer_name=J%C3%BCri%20O%27Neil%20%28O%C3%9C%29&invoice_number=150006&linkpay_token=testtoken&order_reference=150006&reference_number=1234567&transaction_amount=100.5&hmac=87eef23b4f6e4bd401087af6f5661aa4f9ee8c2bd9d92290f02199467f0c3bcc',
    );
  });

  it('escapes in capitals, as the provider does', () => {
    expect(linkpayUrl(config, { invoiceNumber: 1, amount: '1', customerName: 'a*b' })).toContain('=a%2Ab&');
  });

  it('can be made of any text, and the text can be read back from it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (customerName) => {
        const link = linkpayUrl(config, { invoiceNumber: 1, amount: '1', customerName });
        expect(link).toMatch(/^[\x21-\x7e]+$/);
        expect(link).not.toMatch(/[!'()*]/);
        const read = /&customer_name=([^&]*)&/.exec(link)?.[1] ?? '';
        expect(decodeURIComponent(read)).toBe(customerName);
      }),
    );
    expect(linkpayUrl(config, { invoiceNumber: 1, amount: '1', customerName: '\ud800' })).toContain(
      '%EF%BF%BD',
    );
  });
});

describe('moving an invoice', () => {
  const movers: InvoiceMover[] = ['provider', 'refund', 'owner', 'operator', 'time'];
  const allowed: Record<string, InvoiceMover[]> = {
    'unpaid paid': ['provider', 'owner', 'operator'],
    'unpaid failed': ['provider', 'owner', 'operator'],
    'unpaid cancelled': ['provider', 'owner', 'operator', 'time'],
    'unpaid overdue': ['owner', 'operator', 'time'],
    'failed paid': ['provider', 'owner', 'operator'],
    'failed cancelled': ['provider', 'owner', 'operator', 'time'],
    'failed overdue': ['owner', 'operator'],
    'failed unpaid': ['owner', 'operator'],
    'overdue paid': ['provider', 'owner', 'operator'],
    'overdue cancelled': ['provider', 'owner', 'operator', 'time'],
    'cancelled unpaid': ['owner', 'operator'],
    'paid refunded': ['provider', 'refund'],
    'paid cancelled': ['owner', 'operator'],
    'paid unpaid': ['owner', 'operator'],
  };
  for (const from of invoiceStatuses) {
    for (const to of invoiceStatuses) {
      const expected = from === to ? movers : (allowed[`${from} ${to}`] ?? []);
      it(`from ${from} to ${to} is for ${expected.join(', ') || 'nobody'}`, () => {
        expect(movers.filter((by) => mayMove(from, to, by))).toEqual(expected);
      });
    }
  }

  test.each([
    ['paid', { status: 'paid', by: 'owner' }],
    ['prepayment', { status: 'unpaid', by: 'owner' }],
    ['returned', { status: 'refunded', by: 'refund' }],
    ['toString', undefined],
    ['', undefined],
  ])('by the deposit word %j makes it %j', (word, move) => expect(depositStatus(word)).toEqual(move));

  it('back to the bidder is a refund, which the owner alone could not declare', () => {
    const returned = depositStatus('returned');
    expect(returned && mayMove('paid', returned.status, returned.by)).toBe(true);
    expect(mayMove('paid', 'refunded', 'owner')).toBe(false);
  });
});

describe('an invoice after word of its payment', () => {
  const outcomeOf = (status: InvoiceStatus, state: string, initial = '10.00', standing = initial) => {
    const payment = { state, initialAmount: money(initial), standingAmount: money(standing) };
    const outcome = statusAfterPayment({ status, amount: money('10.00') }, payment);
    return outcome.alert ? `${outcome.status}, alert ${outcome.alert}` : outcome.status;
  };

  test.each([
    'initial',
    'waiting_for_sca',
    'waiting_for_3ds_response',
    '3ds_confirmed',
    'confirmed_3ds',
    'sent_for_processing',
    'authorised',
    'authorized',
  ])('%s stays as it is', (state) => {
    for (const status of invoiceStatuses) expect(outcomeOf(status, state)).toBe(status);
  });

  test.each<[InvoiceStatus, string, string]>([
    ['unpaid', 'settled', 'paid'],
    ['failed', 'settled', 'paid'],
    ['overdue', 'settled', 'paid'],
    ['paid', 'settled', 'paid'],
    ['cancelled', 'settled', 'cancelled, alert moneyForClosedInvoice'],
    ['refunded', 'settled', 'refunded, alert moneyForClosedInvoice'],
    ['unpaid', 'failed', 'failed'],
    ['unpaid', 'abandoned', 'failed'],
    ['overdue', 'failed', 'overdue'],
    ['paid', 'failed', 'paid'],
    ['cancelled', 'abandoned', 'cancelled'],
    ['unpaid', 'voided', 'cancelled'],
    ['paid', 'voided', 'paid'],
    ['refunded', 'voided', 'refunded'],
    ['paid', 'chargebacked', 'paid, alert chargedBack'],
    ['unpaid', 'charged_back', 'unpaid, alert chargedBack'],
    ['unpaid', 'novelty', 'unpaid, alert unknownState'],
    ['paid', '', 'paid, alert unknownState'],
    ['unpaid', 'toString', 'unpaid, alert unknownState'],
  ])('that was %s and is reported as %s: %s', (status, state, expected) => {
    expect(outcomeOf(status, state)).toBe(expected);
  });

  it('is not paid by less than its amount, but by more', () => {
    expect(outcomeOf('unpaid', 'settled', '9.99')).toBe('unpaid, alert amountTooSmall');
    expect(outcomeOf('failed', 'settled', '1.00')).toBe('failed, alert amountTooSmall');
    expect(outcomeOf('unpaid', 'settled', '100.00')).toBe('paid');
    expect(outcomeOf('paid', 'settled', '9.99')).toBe('paid');
  });

  it('is refunded only when nothing of the money is left', () => {
    expect(outcomeOf('paid', 'refunded', '10.00', '0.00')).toBe('refunded');
    expect(outcomeOf('paid', 'partially_refunded', '10.00', '0.00')).toBe('refunded');
    expect(outcomeOf('paid', 'refunded', '10.00', '4.00')).toBe('paid, alert refundedInPart');
    expect(outcomeOf('refunded', 'refunded', '10.00', '0.00')).toBe('refunded');
    expect(outcomeOf('unpaid', 'refunded', '10.00', '0.00')).toBe('unpaid, alert refundWithoutPayment');
  });
});

describe('news of a payment', () => {
  const waiting = ['initial', 'waiting_for_sca', 'waiting_for_3ds_response', '3ds_confirmed'];
  const authorised = ['confirmed_3ds', 'sent_for_processing', 'authorised', 'authorized'];
  const ended = ['failed', 'abandoned', 'voided'];
  const returned = ['refunded', 'partially_refunded', 'chargebacked', 'charged_back'];
  const stages = [[...waiting, ...authorised], ended, ['settled'], returned];
  const states = stages.flatMap((stage, place) => stage.map((state) => ({ state, place })));

  it.each(states)('$state is old when the payment was further already', ({ state, place }) => {
    const further = states.filter((known) => isStepBack(known.state, state)).map((known) => known.state);
    expect(further).toEqual(stages.slice(place + 1).flat());
  });

  it('of a state that nobody knows is never old', () => {
    expect(isStepBack('novelty', 'initial')).toBe(false);
    expect(isStepBack('refunded', 'novelty')).toBe(false);
  });
});

it('an invoice has one of six statuses, and two weeks to be paid', () => {
  expect(invoiceStatuses.every(isInvoiceStatus)).toBe(true);
  expect(['', 'Paid', 'toString'].some(isInvoiceStatus)).toBe(false);
  expect(paymentTermDays).toBe(14);
});

describe('a notification', () => {
  test.each([
    ['status_updated', 'requery'],
    ['refund_failed', 'requery'],
    ['voided', 'requery'],
    ['refunded', 'requery'],
    ['abandoned', 'requery'],
    ['chargebacked', 'requery'],
    ['marked_for_capture', 'requery'],
    ['dispute_charged_back', 'requery'],
    [undefined, 'requery'],
    ['', 'requery'],
    ['novelty', 'requery'],
    ['issuer_reported_fraudulent', 'recordAndAlert'],
    ['merchant_reported_fraudulent', 'recordAndAlert'],
    ['dispute_opened', 'recordAndAlert'],
    ['dispute_updated', 'recordAndAlert'],
    ['dispute_reversed', 'recordAndAlert'],
    ['dispute_reopened', 'recordAndAlert'],
    ['status_update', 'recordAcquiring'],
    ['card_art_updated', 'acknowledge'],
    ['token_updated', 'acknowledge'],
  ])('%s means %s', (event, action) => expect(actionForEvent(event)).toBe(action));
});

describe("the portal's view of an invoice", () => {
  test.each<[InvoiceStatus, string, string]>([
    ['paid', 'paid', 'Payment received'],
    ['unpaid', 'pending', 'Payment pending'],
    ['overdue', 'unpaid', 'Payment pending'],
    ['failed', 'failed', 'Payment failed'],
    ['cancelled', 'cancelled', 'Invoice cancelled'],
    ['refunded', 'paid', 'Payment received'],
  ])('%s is %s: %s', (status, reported, message) => {
    expect(portalStatuses[status]).toEqual({ status: reported, message });
  });
});

describe('a charge', () => {
  it('names the domain and takes the price from the balance', () => {
    expect(chargeFor('create', 'zz.test', money('10'))).toEqual({
      activity: 'create',
      description: 'Create zz.test',
      sum: '-10.00',
    });
    expect(chargeFor('renew', 'zz.test', money('5.5')).description).toBe('Renew zz.test');
  });

  it('without price or funds is refused in the words of its operation', () => {
    expect(reported(priceMissing())).toBe('2104 Active price missing for this operation!');
    expect(reported(fundsMissing('create'))).toBe('2104 Billing failure - credit balance low');
    expect(reported(fundsMissing('renew'))).toBe('2104 Not enough funds for renew domains');
  });
});
