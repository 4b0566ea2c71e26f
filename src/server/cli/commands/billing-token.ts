import { SignJWT } from 'jose';
import { initiators } from '../../../apis/access/authenticator.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { type Command, fail, required, text } from '../../../base/command.ts';

/** Needs no server: the secret is enough to sign (docs/rules/billing.md#ownership). */
export const billingToken: Command = {
  name: 'billing-token',
  summary: 'sign a token for a billing client',
  options: {
    initiator: { value: 'service', required: true, description: [...initiators].join(', ') },
    days: { value: 'number', description: 'how long it is valid (default 365)' },
  },
  run: async ({ given, config, print }) => {
    const initiator = required(given, 'initiator');
    if (!initiators.has(initiator)) fail(`--initiator must be one of ${[...initiators].join(', ')}`);
    const days = Number(text(given, 'days') ?? '365');
    if (!Number.isInteger(days) || days < 1 || days > 3650) fail('--days must be between 1 and 3650');
    const now = realEpochSeconds();
    const token = await new SignJWT({ initiator })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + days * 86_400)
      .sign(new TextEncoder().encode((await config()).BILLING_SECRET));
    print(token);
  },
};
