/**
 * So long a refund that the provider has accepted may still come: it repeats what it has to tell for 72 hours
 * (docs/rules/billing.md#talking-to-the-provider). Who gives one up before that, and asks for it again, may pay it twice.
 */
const mayComeForMs = 72 * 60 * 60 * 1000;

/** From when on a refund can be given up that was accepted then. */
export const canBeGivenUpFrom = (acceptedAt: Date): Date => new Date(acceptedAt.getTime() + mayComeForMs);
