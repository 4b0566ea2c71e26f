import { operatorRoles } from '../../../base/actor.ts';
import type { Command, Option } from '../../../base/command.ts';
import { dryRun, dryRunSuffix, mutate } from './mutation.ts';

interface Decision<T> extends Pick<Command, 'name' | 'summary'> {
  readonly field: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly select: string;
  readonly said: (payload: T) => string;
}

/** A command that calls one mutation, with texts of its own. */
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
  description: "the provider's reference of the payment",
} as const;

interface OfRegistrar {
  readonly registrar: { readonly code: string; readonly name: string };
}

export const createRegistrar = decision<OfRegistrar>({
  name: 'create-registrar',
  summary: 'add a registrar and open its account',
  field: 'registrarCreate',
  options: {
    code: { value: 'CODE', required: true, description: 'the prefix of its contact codes' },
    name: { value: 'name', required: true, description: 'its full name' },
    website: { value: 'url', description: 'its public web site' },
    email: { value: 'address', description: 'its contact address' },
    'reg-no': { value: 'number', description: 'its company registration number' },
    balance: { value: 'amount', description: 'the initial balance of its account, such as 100.00' },
  },
  select: 'registrar { code name }',
  said: ({ registrar }) => `Created registrar ${registrar.code} (${registrar.name})`,
});

export const decisions: readonly Command[] = [
  decision<{
    readonly operator: { readonly name: string; readonly role: string };
    readonly link: string | null;
  }>({
    name: 'operator create',
    summary: 'add a person who runs the registry',
    field: 'operatorCreate',
    options: {
      name: {
        value: 'name',
        required: true,
        description: 'the name, under which everything they do is kept',
      },
      email: { value: 'address', required: true, description: 'the e-mail address with which they sign in' },
      role: { value: 'ROLE', required: true, description: operatorRoles.join(', ') },
    },
    select: 'operator { name role } link',
    said: ({ operator: { name, role }, link }) =>
      `Added ${name} (${role})${link ? `\nThe link with which they choose a password, valid for seven days: ${link}` : ''}`,
  }),
  decision<OfRegistrar>({
    name: 'suspend-registrar',
    summary: 'suspend a registrar: its users are refused, its domains stay',
    field: 'registrarSuspend',
    options: {
      code,
      reason: { value: 'text', required: true, description: 'the reason, shown to its users' },
    },
    select: 'registrar { code name }',
    said: ({ registrar }) => `Suspended ${registrar.code}`,
  }),
  decision<OfRegistrar>({
    name: 'reinstate-registrar',
    summary: 'reinstate a suspended registrar',
    field: 'registrarReinstate',
    options: { code },
    select: 'registrar { code name }',
    said: ({ registrar }) => `Reinstated ${registrar.code}`,
  }),
  decision<{ readonly amount: string }>({
    name: 'refund-payment',
    summary: 'refund the part of a payment that exceeds its invoice',
    field: 'paymentRefund',
    options: { reference },
    select: 'amount',
    said: ({ amount }) => `Gave back ${amount} EUR`,
  }),
  decision<{ readonly abandoned: boolean }>({
    name: 'refund abandon',
    summary: 'abandon a refund that the provider accepted but did not make',
    field: 'paymentRefundAbandon',
    options: { reference },
    select: 'abandoned',
    said: ({ abandoned }) =>
      abandoned
        ? 'Abandoned the refund; it can be requested again'
        : 'The money was already returned; this is recorded now',
  }),
];
