import { type Actor, type Initiator, initiators } from '../../../../base/actor.ts';
import { type Failure, failure } from '../../../../base/errors.ts';
import { ownersFor } from '../../../rules/visibility.ts';

/** The service that owns an invoice: the named one, else the caller itself; undefined if the caller may not name it. */
export function initiatorFor(actor: Actor, named: string | undefined): Initiator | undefined {
  if (named === undefined) return actor.kind === 'billing' ? actor.initiator : 'billing_system';
  const owners = ownersFor(actor) ?? initiators;
  return owners.find((owner) => owner === named);
}

export const foreignInitiator = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'is a service that you may not act for', { path: ['initiator'] });
