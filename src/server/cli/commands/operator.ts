import type { Command, Option } from '../command.ts';
import { dryRun, dryRunSuffix, mutate } from './mutation.ts';

interface Decision<T> extends Pick<Command, 'name' | 'summary'> {
  readonly field: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly select: string;
  readonly said: (payload: T) => string;
}

/** A command that is one mutation, in words of its own. */
const decision = <T>({ name, summary, options, field, select, said }: Decision<T>): Command => ({
  name,
  summary,
  options: { ...options, 'dry-run': dryRun },
  run: async (line) =>
    line.print(`${said(await mutate<T>(line, { field, options, select }))}${dryRunSuffix(line)}`),
});

const code = { value: 'CODE', required: true, description: 'which registrar, such as ALPHA' } as const;
const reference = {
  value: 'text',
  required: true,
  description: 'the payment, as the provider calls it',
} as const;

interface OfRegistrar {
  readonly registrar: { readonly code: string; readonly name: string };
}

export const createRegistrar = decision<OfRegistrar>({
  name: 'create-registrar',
  summary: 'let a new registrar in and open its account',
  field: 'registrarCreate',
  options: {
    code: { value: 'CODE', required: true, description: 'the prefix of its contact codes' },
    name: { value: 'name', required: true, description: 'its full name' },
    website: { value: 'url', description: 'its public web site' },
    email: { value: 'address', description: 'where it can be reached' },
    'reg-no': { value: 'number', description: 'its registration number as a company' },
    balance: { value: 'amount', description: 'what its account starts with, such as 100.00' },
  },
  select: 'registrar { code name }',
  said: ({ registrar }) => `Created registrar ${registrar.code} (${registrar.name})`,
});

export const decisions: readonly Command[] = [
  decision<OfRegistrar>({
    name: 'suspend-registrar',
    summary: 'let the users of a registrar in no more; its domains stay',
    field: 'registrarSuspend',
    options: { code, reason: { value: 'text', required: true, description: 'why, shown to its users' } },
    select: 'registrar { code name }',
    said: ({ registrar }) => `Suspended ${registrar.code}`,
  }),
  decision<OfRegistrar>({
    name: 'reinstate-registrar',
    summary: 'let the users of a suspended registrar in again',
    field: 'registrarReinstate',
    options: { code },
    select: 'registrar { code name }',
    said: ({ registrar }) => `Reinstated ${registrar.code}`,
  }),
  decision<{ readonly amount: string }>({
    name: 'refund-payment',
    summary: 'give back what a payment holds beyond the invoice that it pays',
    field: 'paymentRefund',
    options: { reference },
    select: 'amount',
    said: ({ amount }) => `Gave back ${amount} EUR`,
  }),
  decision<{ readonly abandoned: boolean }>({
    name: 'refund abandon',
    summary: 'abandon a refund that the provider accepted and did not make',
    field: 'paymentRefundAbandon',
    options: { reference },
    select: 'abandoned',
    said: ({ abandoned }) =>
      abandoned
        ? 'Abandoned the refund; it can be requested again'
        : 'The money was already returned; this is recorded now',
  }),
];
