import { SignJWT } from 'jose';
import { call, isSuccess } from './http.ts';

/** Notifies the service that owns an invoice of changes (docs/rules/billing.md#notifying-the-owner). */
export interface OwnerServices {
  notify(message: { readonly url: string; readonly body: unknown }, signal: AbortSignal): Promise<void>;
}

const timeoutMs = 10_000;

export function ownerServices(billingSecret: string): OwnerServices {
  const secret = new TextEncoder().encode(billingSecret);
  return {
    notify: async ({ url, body }, signal) => {
      const token = await new SignJWT({ initiator: 'billing' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(secret);
      const answer = await call({
        method: 'PUT',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
        signal,
      });
      if (!isSuccess(answer)) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    },
  };
}
