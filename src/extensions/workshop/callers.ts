import { createHmac } from 'node:crypto';
import type { Config } from '../../base/config.ts';

const users = { alpha: 'alpha-sandbox', beta: 'beta-sandbox' } as const;

/** A caller that examples are written for. */
export type ExampleCaller = keyof typeof users | 'portal' | 'billing' | 'operator';

export type ExampleCallers = Readonly<Partial<Record<ExampleCaller, string>>>;

/** The published credentials of a trial, so that everything there works at the first click; elsewhere none. */
export function exampleCallers({ published }: Pick<Config, 'published'>): ExampleCallers {
  const { BUSINESS_REGISTRY_TOKENS: portal, BILLING_SECRET: billing, OPERATOR_TOKENS: operator } = published;
  if (!portal || !billing || !operator) return {};
  return {
    alpha: basic('alpha', users.alpha),
    beta: basic('beta', users.beta),
    portal: `Bearer ${portal}`,
    billing: `Bearer ${billingToken('auction', billing)}`,
    operator: `Bearer ${operator}`,
  };
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * A token as a billing client would sign it (docs/rules/billing.md#ownership); without timestamps it is always the
 * same.
 */
function billingToken(initiator: string, secret: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ initiator })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
