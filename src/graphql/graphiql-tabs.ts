import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sandboxSecrets } from '../config.ts';

interface Example {
  readonly title: string;
  readonly file: string;
  readonly variables?: object;
  /** Published credentials of the sandbox, so that the tab works at the first click. */
  readonly authorization: string;
}

export interface Tab {
  readonly title: string;
  readonly query: string;
  readonly variables: string | null;
  readonly headers: string | null;
}

const alpha = `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}`;

const examples: readonly Example[] = [
  { title: 'Registrar tour', file: 'registrar-tour', authorization: alpha },
  {
    title: 'Expiring domains',
    file: 'expiring-domains',
    variables: { within: 'P30D' },
    authorization: alpha,
  },
  {
    title: 'Register and renew (dry run)',
    file: 'register-and-renew',
    variables: {
      register: {
        name: 'minu-esimene-nimi.ee',
        registrant: 'ALPHA:TAMM',
        period: 'P1Y',
        nameservers: [{ hostname: 'ns1.hosting.example' }, { hostname: 'ns2.hosting.example' }],
      },
      renew: { names: ['kevad.ee', 'suvi.ee'], period: 'P1Y' },
    },
    authorization: alpha,
  },
  {
    title: 'Reservation portal',
    file: 'reservation-portal',
    variables: { organizationName: 'Põhjatuule Pagar OÜ', wanted: ['põhjatuulepagar.ee', 'tamm.ee'] },
    authorization: `Bearer ${sandboxSecrets.BUSINESS_REGISTRY_TOKENS}`,
  },
  { title: 'Billing', file: 'billing', authorization: `Bearer ${billingToken('auction')}` },
  {
    title: 'Operator',
    file: 'operator',
    variables: { zone: 'ee' },
    authorization: `Bearer ${sandboxSecrets.OPERATOR_TOKENS}`,
  },
];

/** GraphiQL opens with the example documents of schema/operations, one tab for each kind of user. */
export function tabs(withSandboxCredentials: boolean): Tab[] {
  return examples.map(({ title, file, variables, authorization }) => ({
    title,
    query: exampleDocument(file),
    variables: variables ? JSON.stringify(variables, null, 2) : null,
    headers: withSandboxCredentials ? JSON.stringify({ authorization }, null, 2) : null,
  }));
}

const exampleDocument = (file: string): string =>
  readFileSync(new URL(`../../schema/operations/${file}.graphql`, import.meta.url), 'utf8');

/** A token as a billing client would sign it (docs/rules/billing.md#ownership); without times in it always the same. */
function billingToken(initiator: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ initiator })}`;
  return `${signed}.${createHmac('sha256', sandboxSecrets.BILLING_SECRET).update(signed).digest('base64url')}`;
}
