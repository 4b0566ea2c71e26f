import { describe, expect, it } from 'vitest';
import { sandboxSecrets } from '#src/config.ts';
import { askOf } from '../support/operator.ts';
import { testWorld } from '../support/world.ts';

const own = Object.fromEntries(
  Object.keys(sandboxSecrets).map((name) => [name, `own-${name.toLowerCase()}`]),
);

const world = await testWorld({
  ...own,
  BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1',
  ZONEGRAPH_MODE: 'production',
  DATABASE_URL: 'postgres://injected.example/zonegraph',
  PUBLIC_URL: 'https://registry.example',
  PAYMENT_PROVIDER_URL: 'https://pay.example/api',
  LINKPAY_URL: 'https://pay.example/lp',
  CUSTOMER_URL_ORIGINS: 'https://portal.example',
  ACCOUNTING_URL: 'https://accounting.example',
  E_INVOICE_URL: 'https://e-invoice.example',
  E_INVOICE_PASSWORD: 'own-password',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'registry@registry.example',
});
const ask = askOf(() => world);
const operator = 'Bearer own-operator_tokens';

describe('production', () => {
  it('serves the operator, and knows the same nodes', async () => {
    const { data } = await ask('{ viewer { kind } registrars { id code } jobs { name } }', {}, operator);
    expect(data).toMatchObject({
      viewer: { kind: 'OPERATOR' },
      registrars: [{ code: 'ALPHA' }, { code: 'BETA' }],
    });
    const [{ id } = { id: '' }] = data.registrars as unknown as { id: string }[];
    const found = await ask(
      'query ($id: ID!) { node(id: $id) { __typename ... on Registrar { code } } }',
      { id },
      operator,
    );
    expect(found.data.node).toEqual({ __typename: 'Registrar', code: 'ALPHA' });
  });

  it('does not know the fields of the sandbox', async () => {
    const { errors } = await ask('mutation { clockAdvance(input: { by: "P1D" }) { now } }', {}, operator);
    expect(errors?.[0]?.message).toContain('Cannot query field "clockAdvance"');
  });

  it('cannot move its clock by any other way', async () => {
    await expect(world.house.time.advanceTo(new Date('2100-01-01'))).rejects.toThrow('Only the sandbox');
    await expect(world.house.time.reset('bare')).rejects.toThrow('Only the sandbox');
  });
});
