import { changesOf, type Document } from '../../../base/events.ts';
import type { Dispute } from '../../store/registry/disputes.ts';

/** A dispute as history keeps it. */
const disputeDocument = (dispute: Dispute): Document => ({
  name: dispute.name,
  startsAt: dispute.starts_at,
  expiresAt: dispute.expires_at,
  closedAt: dispute.closed_at?.toISOString() ?? null,
  initiator: dispute.initiator,
});

export const disputeChange = changesOf('dispute', ({ name }) => name, disputeDocument);
