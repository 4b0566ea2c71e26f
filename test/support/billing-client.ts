import { SignJWT } from 'jose';

/** The Authorization header of one of the registry's services (reference/billing.md 2.1). */
export async function billingClient(initiator: string, secret = 'billing-sandbox'): Promise<string> {
  const token = await new SignJWT({ initiator })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
  return `Bearer ${token}`;
}
