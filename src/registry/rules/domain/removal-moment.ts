import { createHash } from 'node:crypto';

const day = 24 * 60 * 60 * 1000;

/**
 * A time within 24 hours after the delete day began, or after now if that has passed, so that nobody can lie in wait
 * for the name (docs/rules/registrar.md#scheduled-changes). It is pseudo-random: the same domain on the same day
 * gives the same time, which cannot be predicted without the transfer code.
 */
export function removalMoment(
  domain: { readonly id: number; readonly transferCode: string },
  dayBegan: Date,
  now: Date,
): Date {
  const until = dayBegan.getTime() + day > now.getTime() ? dayBegan.getTime() + day : now.getTime() + day;
  const digest = createHash('sha256')
    .update(`${domain.id} ${domain.transferCode} ${dayBegan.toISOString()}`)
    .digest();
  const share = digest.readUInt32BE(0) / 2 ** 32;
  return new Date(now.getTime() + Math.floor(share * (until - now.getTime())));
}
