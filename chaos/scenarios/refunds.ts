import { billingClient, type Who } from '../caller.ts';
import { expectEqual, inParallel, proveLedger, type Scenario, type Testbed } from '../testbed.ts';

const amount = 50;

/** Ten ask for the same refund, of a provider that would pay all of them. */
export const refunds: Scenario = {
  name: 'refunds',
  play: async (testbed) => {
    const { callers, provider, scale } = testbed;
    const client = await billingClient();
    provider.refunds = 'lenient';
    provider.behaviour = 'slow';
    provider.slowMs = 30;
    const issued = await post(testbed, client, '/invoice_generator/reference_number_generator', {
      owner: 'ALPHA',
    });
    for (let round = 0; round < 2 * scale; round += 1) {
      const before = await balance(testbed);
      const { number, payment } = await paidTopUp(testbed, client, String(issued.reference_number));
      expectEqual(await balance(testbed), before + amount, 'the balance after a top-up');
      const statuses: (number | undefined)[] = [];
      await inParallel(10, 10, async (index) => {
        const body = { params: { invoice_number: number } };
        const answer = await callers[index % 2 === 0 ? 0 : 1].send(
          client,
          '/api/v1/refund/auction',
          'POST',
          body,
        );
        statuses.push(answer?.status);
      });
      expectEqual(statuses, Array(10).fill(200), 'answers to ten refunds of one invoice');
      expectEqual(provider.paidOut.get(payment), amount, 'what was paid out');
      expectEqual(await balance(testbed), before, 'the balance after its refund');
    }
    await proveLedger(callers[0]);
    return `${2 * scale} invoices, ten refunds at once of each, paid out once`;
  },
};

async function paidTopUp(testbed: Testbed, client: Who, reference: string) {
  const issued = await post(testbed, client, '/invoice_generator/invoice_number_generator');
  const number = Number(issued.invoice_number);
  await post(testbed, client, '/invoice_generator/invoice_generator', {
    invoice_number: number,
    transaction_amount: `${amount}.00`,
    reference_number: reference,
  });
  const payment = testbed.provider.add({
    order_reference: String(number),
    initial_amount: amount,
    standing_amount: amount,
    payment_state: 'settled',
    transaction_time: '2026-05-10T10:05:00Z',
  });
  const reported = await testbed.callers[1].send(
    client,
    `/api/v1/callback_handler/callback?payment_reference=${payment}`,
    'GET',
  );
  expectEqual(reported?.status, 200, 'the answer to a callback');
  return { number, payment };
}

async function post({ callers }: Testbed, client: Who, path: string, body: object = {}) {
  const answer = await callers[0].send(client, `/api/v1${path}`, 'POST', body);
  if (!answer || answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.json;
}

async function balance({ callers }: Testbed): Promise<number> {
  const answer = await callers[0].rest('alpha', 'GET /accounts/balance');
  return Number(answer?.data.balance);
}
