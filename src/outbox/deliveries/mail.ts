import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Mailer } from '../../providers/mail.ts';
import { Undeliverable } from '../../providers/undeliverable.ts';
import type { Delivery } from '../outbox.ts';

const payload = z.object({
  to: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  subject: z.string(),
  text: z.string(),
});

/** `mailer` is opened with the first mail. */
export function mailDelivery(mailer: () => Promise<Mailer>, clock: Clock): Delivery {
  return async (item) => {
    const mail = payload.safeParse(item.payload);
    if (!mail.success) throw new Undeliverable('this is no mail: to, subject or text is missing');
    await (await mailer()).send({ ...mail.data, id: `outbox-${item.id}`, sentAt: clock.now() });
  };
}
