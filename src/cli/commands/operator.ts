import { type Command, type CommandLine, required } from '../command.ts';

const dryRun = { description: 'only check whether it could be done' };

/** Runs one mutation of the operator. */
async function decide<T>(
  { given, registry }: CommandLine,
  field: string,
  input: Readonly<Record<string, unknown>>,
  select: string,
): Promise<T> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const answer = await (await registry()).ask<Readonly<Record<string, T>>>(
    `mutation ($input: ${type}!, $dryRun: Boolean) {
      ${field}(input: $input, dryRun: $dryRun) { ${select} userErrors { message } } }`,
    { input, dryRun: given['dry-run'] === true },
  );
  return answer[field] as T;
}

const rehearsed = ({ given }: CommandLine): string =>
  given['dry-run'] === true ? ' (dry run: nothing was changed)' : '';

const code = { value: 'CODE', required: true, description: 'which registrar, such as ALPHA' } as const;

export const suspendRegistrar: Command = {
  name: 'suspend-registrar',
  summary: 'let the users of a registrar in no more; its domains stay',
  options: {
    code,
    reason: { value: 'text', required: true, description: 'why, shown to its users' },
    'dry-run': dryRun,
  },
  run: async (line) => {
    const input = { code: required(line.given, 'code'), reason: required(line.given, 'reason') };
    const { registrar } = await decide<{ registrar: { code: string } }>(
      line,
      'registrarSuspend',
      input,
      'registrar { code }',
    );
    line.print(`Suspended ${registrar.code}${rehearsed(line)}`);
  },
};

export const reinstateRegistrar: Command = {
  name: 'reinstate-registrar',
  summary: 'let the users of a suspended registrar in again',
  options: { code, 'dry-run': dryRun },
  run: async (line) => {
    const { registrar } = await decide<{ registrar: { code: string } }>(
      line,
      'registrarReinstate',
      { code: required(line.given, 'code') },
      'registrar { code }',
    );
    line.print(`Reinstated ${registrar.code}${rehearsed(line)}`);
  },
};

const reference = {
  value: 'text',
  required: true,
  description: 'the payment, as the provider calls it',
} as const;

export const refundPayment: Command = {
  name: 'refund-payment',
  summary: 'give back what a payment holds beyond the invoice that it pays',
  options: { reference, 'dry-run': dryRun },
  run: async (line) => {
    const { amount } = await decide<{ amount: string }>(
      line,
      'paymentRefund',
      { reference: required(line.given, 'reference') },
      'amount',
    );
    line.print(`Gave back ${amount} EUR${rehearsed(line)}`);
  },
};

export const abandonRefund: Command = {
  name: 'refund abandon',
  summary: 'abandon a refund that the provider accepted and did not make',
  options: { reference, 'dry-run': dryRun },
  run: async (line) => {
    const { givenUp } = await decide<{ givenUp: boolean }>(
      line,
      'paymentRefundGiveUp',
      { reference: required(line.given, 'reference') },
      'givenUp',
    );
    const reported = givenUp
      ? 'Abandoned the refund; it can be requested again'
      : 'The money was already returned; this is recorded now';
    line.print(`${reported}${rehearsed(line)}`);
  },
};
