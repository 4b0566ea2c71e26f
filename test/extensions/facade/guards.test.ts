import { describe, expect, it } from 'vitest';
import { domainsUnnamedFailure, pricesUnknownFailure } from '#src/extensions/facade/steps.ts';

const refusedBy = (guard: string, why: string) => ({
  code: 'AUTHORIZATION',
  message: `Authorization error: the guard ${guard} of this access token ${why}`,
  details: { guard },
});

describe('in front of another registry', () => {
  it('a token for some domains is refused where a write names none: it may be about all', () => {
    const domains = ['a.ee', '*.pri.ee'];
    const forbidden = refusedBy('domains', 'allows only a.ee, *.pri.ee');
    expect(domainsUnnamedFailure({ domains }, 'domain.renew', {})).toMatchObject(forbidden);
    expect(domainsUnnamedFailure({ domains }, 'domain.renew', { name: 'a.ee' })).toBeUndefined();
    expect(domainsUnnamedFailure({ domains }, 'notification.acknowledge', {})).toBeUndefined();
    expect(domainsUnnamedFailure({}, 'domain.renew', {})).toBeUndefined();
  });

  it('a limit on money that cannot be held, because the registry behind charges, lets nothing through', () => {
    const why = 'is not possible here: the upstream registry reports prices too late';
    const limit = { spendLimit: { amount: '10.00', per: 'DAY' } } as const;
    expect(pricesUnknownFailure(limit)).toMatchObject(refusedBy('spendLimit', why));
    expect(pricesUnknownFailure({ maxPrice: '10.00' })).toMatchObject(refusedBy('maxPrice', why));
    expect(pricesUnknownFailure({})).toBeUndefined();
  });
});
