import { cancelForceDelete } from '../../../registry/operations/operator/cancel-force-delete.ts';
import { forceDeleteDomain } from '../../../registry/operations/operator/force-delete-domain.ts';
import { lockDomain, unlockDomain } from '../../../registry/operations/operator/lock-domain.ts';
import { setDomainStatuses } from '../../../registry/operations/operator/set-domain-statuses.ts';
import { settleDomain } from '../../../registry/operations/operator/settle-domain.ts';
import { enumOf } from '../enum-of.ts';
import { defineMutation } from '../mutation.ts';
import { results } from '../payload.ts';
import { afterwards, domainField, shownDomain } from './payload.ts';
import { DomainRef } from './type.ts';

enumOf('ForceDeleteKind', 'How soon a forced deletion begins.', {
  soft: 'When the year that is paid for is over: from the next anniversary of its expiry.',
  fast_track: 'As soon as its grace periods allow: they begin tomorrow.',
});

enumOf('PendingDecision', 'How an operator ends what is pending at a domain.', {
  cancel: 'It is taken back: the domain is as if nobody had asked for it.',
  finish: 'It is done at once, as if the registrant had agreed or the time were over.',
});

for (const operation of [setDomainStatuses, cancelForceDelete, lockDomain, unlockDomain, settleDomain])
  defineMutation(operation, { show: shownDomain, payload: domainField });

defineMutation(forceDeleteDomain, {
  show: async (db, { outzoneOn, purgeOn, ...of }, context, info, origin) => ({
    domain: await shownDomain(db, of, context, info, origin),
    outzoneOn,
    purgeOn,
  }),
  payload: results({
    domain: [DomainRef, afterwards],
    outzoneOn: ['Date', 'The day on which it leaves the DNS unless that is cancelled'],
    purgeOn: ['Date', 'The day on which it is deleted unless that is cancelled'],
  }),
});
