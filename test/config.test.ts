import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, sandboxSecrets } from '#src/config.ts';

const production = {
  ZONEGRAPH_MODE: 'production',
  DATABASE_URL: 'postgres://zonegraph:secret@db.example/zonegraph',
  PUBLIC_URL: 'https://registry.example/',
  BUSINESS_REGISTRY_TOKENS: 'a-long-token',
  BUSINESS_REGISTRY_ALLOWED_IPS: '192.0.2.0/24',
  BILLING_SECRET: 'a-long-secret',
  OPERATOR_TOKENS: 'one-token, another-token',
  PAYMENT_PROVIDER_URL: 'https://pay.example/api/v4',
  PAYMENT_API_USERNAME: 'merchant',
  PAYMENT_API_SECRET: 'merchant-secret',
  PAYMENT_ACCOUNT_NAME: 'EUR3D1',
  LINKPAY_URL: 'https://pay.example/lp',
  LINKPAY_TOKEN: 'link',
  CUSTOMER_URL_ORIGINS: 'https://portal.registry.example',
  ACCOUNTING_URL: 'https://accounting.example',
  E_INVOICE_URL: 'https://invoices.example',
  E_INVOICE_PASSWORD: 'invoice-secret',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'registry@registry.example',
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('an empty environment', () => {
  it('is a sandbox with the published secrets, for this machine only', () => {
    expect(readConfig({})).toMatchObject({
      sandbox: true,
      PORT: 4000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      SANDBOX_WORLD: 'demo',
      TIME_ZONE: 'Europe/Tallinn',
      TRUSTED_PROXIES: [],
      REQUIRE_CLIENT_CERT: false,
      RATE_LIMIT_WINDOW: 60,
      BUSINESS_REGISTRY_TOKENS: ['portal-sandbox'],
      BUSINESS_REGISTRY_ALLOWED_IPS: ['127.0.0.1', '::1'],
      OPERATOR_TOKENS: ['operator-sandbox'],
      BILLING_SECRET: 'billing-sandbox',
    });
    expect(readConfig({})).not.toHaveProperty('RATE_LIMIT_POINTS');
  });

  it('is what variables without a value are', () => {
    expect(readConfig({ PORT: '', HOST: '', BILLING_SECRET: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it('may explicitly let nobody in as the portal', () => {
    expect(readConfig({ BUSINESS_REGISTRY_TOKENS: '', BUSINESS_REGISTRY_ALLOWED_IPS: ' , ' })).toMatchObject({
      BUSINESS_REGISTRY_TOKENS: [],
      BUSINESS_REGISTRY_ALLOWED_IPS: [],
    });
  });
});

describe('a value that makes no sense', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['ZONEGRAPH_MODE', 'prod'],
    ['SANDBOX_WORLD', 'mars'],
    ['TIME_ZONE', 'Tallinn'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'registry.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['BUSINESS_REGISTRY_ALLOWED_IPS', '127.0.0.1,localhost'],
    ['REQUIRE_CLIENT_CERT', 'yes'],
    ['RATE_LIMIT_POINTS', '0'],
    ['RATE_LIMIT_WINDOW', '1.5'],
    ['SMTP_URL', 'http://mail.example'],
    ['OWNER_SERVICE_URLS', 'auction'],
  ])('is named: %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} `)]);
  });

  it('is told together with all others', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', TIME_ZONE: 'x' })).toHaveLength(3);
  });
});

describe('production', () => {
  it('starts with everything it needs', () => {
    expect(readConfig(production)).toMatchObject({
      sandbox: false,
      PUBLIC_URL: 'https://registry.example',
      OPERATOR_TOKENS: ['one-token', 'another-token'],
    });
  });

  it.each(Object.keys(production).filter((name) => name !== 'ZONEGRAPH_MODE'))('needs %s', (name) => {
    for (const value of ['', '  ', ' , '])
      expect(problemsOf({ ...production, [name]: value })).toEqual([`${name} is required in production`]);
  });

  it.each(Object.entries(sandboxSecrets).filter(([name]) => name !== 'BUSINESS_REGISTRY_ALLOWED_IPS'))(
    'does not take %s=%s, which everybody knows',
    (name, published) => {
      for (const value of [published, ` ${published} `, `good,${published}`])
        if (name.endsWith('TOKENS') || !value.includes(','))
          expect(problemsOf({ ...production, [name]: value })).toEqual([
            `${name} still holds the published sandbox value`,
          ]);
    },
  );
});
