import { describe, expect, it, test } from 'vitest';
import {
  clientStatusFailure,
  type DomainAction,
  domainActions,
  forbiddenBy,
  forbiddenByDispute,
} from '#src/registry/rules/domain/allowed-actions.ts';
import {
  consistencyFailures,
  domainStatuses,
  withAutomaticStatuses,
} from '#src/registry/rules/domain/statuses.ts';
import { allReported, reported } from './support.ts';

const prohibits = '2304 Object status prohibits operation';
const domainProhibits = '2304 Domain status prohibits operation';
const notEditable =
  '2306 Parameter value policy error. Client-side object status management not supported: status clientHold';

const updateBlockers = [
  'pendingDeleteConfirmation',
  'clientUpdateProhibited',
  'serverUpdateProhibited',
  'pendingCreate',
  'pendingUpdate',
  'pendingDelete',
  'pendingRenew',
  'pendingTransfer',
];
const lockedUpdate = [...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited'];

/** The statuses that, alone on a domain, forbid the action with 2304 "Object status prohibits operation". */
const blockers: Record<DomainAction, string[]> = {
  update: lockedUpdate,
  changeRegistrant: [...lockedUpdate, 'serverRegistrantChangeProhibited'],
  changeAdminContacts: [...lockedUpdate, 'serverAdminChangeProhibited'],
  changeTechContacts: [...lockedUpdate, 'serverTechChangeProhibited'],
  changeNameservers: lockedUpdate,
  changeDnssecKeys: [...updateBlockers, 'deleteCandidate', 'serverExtensionUpdateProhibited'],
  setClientHold: [...updateBlockers, 'serverObjUpdateProhibited', 'serverManualInzone'],
  removeClientHold: [...updateBlockers, 'serverObjUpdateProhibited'],
  renew: [
    'deleteCandidate',
    'pendingRenew',
    'pendingTransfer',
    'clientRenewProhibited',
    'serverRenewProhibited',
    'pendingUpdate',
    'pendingDeleteConfirmation',
  ],
  delete: [
    'deleteCandidate',
    'pendingCreate',
    'pendingRenew',
    'pendingTransfer',
    'pendingUpdate',
    'pendingDelete',
  ],
  transfer: [...updateBlockers, 'serverForceDelete', 'clientTransferProhibited', 'serverTransferProhibited'],
  bulkTechReplace: [...lockedUpdate, 'serverTechChangeProhibited'],
  bulkNameserverReplace: lockedUpdate,
};

describe('each status on each action', () => {
  for (const action of domainActions) {
    it(`${action} is forbidden by exactly its statuses`, () => {
      const held = action === 'removeClientHold' ? ['clientHold'] : [];
      const found = domainStatuses.filter((status) =>
        allReported(forbiddenBy(action, [...held, status])).includes(prohibits),
      );
      expect([...found].sort()).toEqual([...blockers[action]].sort());
    });

    it(`${action} of an ordinary domain is ${action === 'removeClientHold' ? 'forbidden' : 'allowed'}`, () => {
      expect(allReported(forbiddenBy(action, ['ok']))).toEqual(
        action === 'removeClientHold' ? [notEditable] : [],
      );
    });
  }
});

describe('special refusals', () => {
  it('a protected domain is not deleted, in its own words and before the pending ones', () => {
    expect(allReported(forbiddenBy('delete', ['serverDeleteProhibited']))).toEqual([domainProhibits]);
    expect(allReported(forbiddenBy('delete', ['clientDeleteProhibited', 'pendingRenew']))).toEqual([
      domainProhibits,
      prohibits,
    ]);
  });

  it('a delete candidate is not eligible for transfer, reported after a prohibition', () => {
    expect(allReported(forbiddenBy('transfer', ['deleteCandidate']))).toEqual([
      '2106 Object is not eligible for transfer',
    ]);
    expect(allReported(forbiddenBy('transfer', ['deleteCandidate', 'serverForceDelete']))).toEqual([
      prohibits,
      '2106 Object is not eligible for transfer',
    ]);
  });

  it('clientHold is set once and removed once, reported before anything else', () => {
    expect(allReported(forbiddenBy('setClientHold', ['clientHold']))).toEqual([notEditable]);
    expect(allReported(forbiddenBy('removeClientHold', ['clientHold']))).toEqual([]);
    expect(allReported(forbiddenBy('removeClientHold', ['pendingUpdate']))).toEqual([notEditable, prohibits]);
    expect(reported(clientStatusFailure('serverHold'))).toBe(notEditable.replace('clientHold', 'serverHold'));
  });

  it('the blocking statuses are named in the details', () => {
    const [reason] = forbiddenBy('update', ['clientHold', 'pendingUpdate', 'serverUpdateProhibited']);
    expect(reason?.details).toEqual({ statuses: ['serverUpdateProhibited', 'pendingUpdate'] });
  });

  it('an active dispute leaves registrant change, status, renewal and transfer open', () => {
    const open = domainActions.filter((action) => forbiddenByDispute(action).length === 0);
    expect(open).toEqual(['changeRegistrant', 'setClientHold', 'removeClientHold', 'renew', 'transfer']);
    expect(allReported(forbiddenByDispute('update'))).toEqual([
      '2304 Object status prohibits operation; disputed domain update requires registrant change',
    ]);
    expect(allReported(forbiddenByDispute('delete'))).toEqual([domainProhibits]);
  });
});

describe('automatic statuses', () => {
  it('there are 29 names', () => expect(new Set(domainStatuses).size).toBe(29));

  test.each([
    [[], 2, ['ok']],
    [[], 0, ['inactive']],
    [['ok'], 0, ['inactive']],
    [['inactive'], 2, ['ok']],
    [['inactive', 'clientHold'], 2, ['clientHold']],
    [['ok', 'clientHold'], 2, ['clientHold']],
    [['clientHold'], 0, ['clientHold', 'inactive']],
    [['inactive'], 1, ['inactive']],
    [['pendingDelete'], 2, ['pendingDelete', 'serverHold']],
    [['pendingDelete', 'serverManualInzone'], 2, ['pendingDelete', 'serverManualInzone']],
    [['expired', 'expired'], 2, ['expired']],
  ])('%j with %d nameservers become %j', (statuses, nameserverCount, expected) => {
    const once = withAutomaticStatuses(statuses, { nameserverCount });
    expect(once).toEqual(expected);
    expect(withAutomaticStatuses(once, { nameserverCount })).toEqual(once);
  });

  it('leave inactive alone where nameservers are required', () => {
    expect(withAutomaticStatuses([], { nameserverCount: 0, nameserverRequired: true })).toEqual(['ok']);
  });
});

describe('statuses that contradict each other', () => {
  test.each([
    [['ok'], []],
    [['serverHold', 'clientHold', 'pendingDelete'], []],
    [
      ['serverManualInzone', 'clientHold'],
      ['2304 Object status prohibits operation; serverManualInzone excludes clientHold'],
    ],
    [
      ['serverManualInzone', 'serverHold'],
      ['2304 Object status prohibits operation; serverManualInzone excludes serverHold'],
    ],
    [
      ['pendingDelete', 'serverDeleteProhibited'],
      ['2304 Object status prohibits operation; pendingDelete excludes serverDeleteProhibited'],
    ],
    [['expired', 'expired'], ['2302 Status is set already: expired']],
    [['serverhold'], ['2005 Status is unknown: serverhold']],
  ])('%j: %j', (statuses, expected) => expect(allReported(consistencyFailures(statuses))).toEqual(expected));
});
