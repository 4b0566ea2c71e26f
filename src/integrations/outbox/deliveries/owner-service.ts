import { z } from 'zod';
import type { OwnerServices } from '../../owner-service.ts';
import { Undeliverable } from '../../undeliverable.ts';
import type { Delivery } from '../outbox.ts';

const payload = z.object({ url: z.url({ protocol: /^https?$/ }), body: z.record(z.string(), z.unknown()) });

export function ownerServiceDelivery(owners: OwnerServices): Delivery {
  return async (item, signal) => {
    const message = payload.safeParse(item.payload);
    if (!message.success) throw new Undeliverable('this is not a message: url or body is missing');
    await owners.notify(message.data, signal);
  };
}
