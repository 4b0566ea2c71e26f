import type { Actor, Initiator } from '../../core/actor.ts';
import { type Failure, failure } from '../../core/errors.ts';
import type { Owners } from '../../store/invoices.ts';

/** Whose invoices the caller may see and move (reference/billing.md 2.1, design/rulings.md `custom_field2`). */
export function ownersFor(actor: Actor): Owners {
  if (actor.kind === 'billing')
    return actor.initiator === 'registry' ? ['registry', 'business_registry'] : [actor.initiator];
  return actor.kind === 'operator' || actor.kind === 'system' ? undefined : [];
}

/** The service an invoice is for: the one named, else the caller itself; undefined: not the caller's to name. */
export function initiatorFor(actor: Actor, named: string | undefined): Initiator | undefined {
  if (named === undefined) return actor.kind === 'billing' ? actor.initiator : 'billing_system';
  const owners = ownersFor(actor) ?? initiators;
  return owners.find((owner) => owner === named);
}

const initiators: readonly Initiator[] = [
  'registry',
  'auction',
  'eeid',
  'business_registry',
  'billing_system',
];

export const foreignInitiator = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'is not yours to name', { path: ['initiator'], httpStatus: 422 });
