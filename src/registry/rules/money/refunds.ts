/**
 * How long an accepted refund may still arrive: the provider repeats its notifications for 72 hours
 * (docs/rules/billing.md#calls-to-the-provider). If it is abandoned earlier and requested again, it may be
 * paid twice.
 */
const mayComeForMs = 72 * 60 * 60 * 1000;

/** The time from which an accepted refund can be abandoned. */
export const canBeAbandonedFrom = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + mayComeForMs);
