import { type Command, fail, table } from '../../../base/command.ts';

interface Proof {
  readonly balanced: boolean;
  readonly accounts: readonly {
    readonly registrar: { readonly code: string };
    readonly balance: string;
    readonly amount: string;
    readonly transactions: number;
    readonly balanced: boolean;
  }[];
}

export const verifyLedger: Command = {
  name: 'verify-ledger',
  summary: 'add up the whole ledger and compare it with the balances',
  options: {},
  run: async ({ registry, print }) => {
    const { ledgerProof } = await (await registry(true)).ask<{ ledgerProof: Proof }>(
      '{ ledgerProof { balanced accounts { registrar { code } balance amount transactions balanced } } }',
      {},
    );
    print(
      table([
        ['registrar', 'balance', 'movements', 'transactions', ''],
        ...ledgerProof.accounts.map(({ registrar, balance, amount, transactions, balanced }) => [
          registrar.code,
          balance,
          amount,
          String(transactions),
          balanced ? 'adds up' : 'DOES NOT ADD UP',
        ]),
      ]),
    );
    if (!ledgerProof.balanced) fail('The ledger does not add up');
    print('\nThe ledger adds up.');
  },
};
