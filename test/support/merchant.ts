import type { Loose } from './world.ts';

/** What a merchant's program and a customer's browser say to the payment provider, over a real port. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
  readonly text: string;
}

export interface Message {
  readonly json?: object;
  readonly form?: Record<string, string>;
  readonly auth?: string | undefined;
}

export const merchant = `Basic ${Buffer.from('sandbox-merchant:sandbox-payment-secret').toString('base64')}`;

export async function send(url: string, { json, form, auth }: Message = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: json || form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(auth && { authorization: auth }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
}

export async function paidWith(
  opened: (order: string) => Promise<string>,
  press: (reference: string, fields: Record<string, string>) => Promise<Reply>,
  order: string,
  method: string,
): Promise<string> {
  const reference = await opened(order);
  await press(reference, { outcome: 'settled', method });
  return reference;
}
