import { z } from 'zod';
import { objectDoesNotExist, Problems, refuse, refuseWith } from '../../../base/errors.ts';
import { consistencyFailures } from '../../rules/domain/statuses.ts';
import { lockDomain as lockRow } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { inPlaceErrors, inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/** The registry lock (docs/rules/registrar.md#statuses). */
const lock = ['serverObjUpdateProhibited', 'serverDeleteProhibited', 'serverTransferProhibited'];

const input = z.object({ name: domainName(), ...inPlaceFields });

/**
 * Sets the registry lock on a domain for an operator: nobody changes, deletes or transfers it until it is unlocked. The
 * reason is kept with each status, and the registrar gets a message (docs/rules/access.md#acting-for-registrars).
 */
export const lockDomain = defineCommand({
  name: 'domain.lock',
  summary: 'Locks a domain: it cannot be changed, deleted or transferred until it is unlocked.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input,
  inPlace: { of: ({ name }) => ({ domain: name }), did: ({ name }) => `locked ${name}` },
  errors: [...inPlaceErrors, 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.domainLock',
  run: async (context, { name }) => {
    const state = await lockRow(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { draft, row } = state;
    const added = lock.filter((status) => !draft.statuses.includes(status));
    if (added.length === 0) refuse('OBJECT_STATUS_PROHIBITS', 'Domain is locked already');
    const statuses = [...draft.statuses, ...added];
    new Problems().validation(...consistencyFailures(statuses)).refuseIfAny();
    const notes = Object.fromEntries(added.map((status) => [status, context.reason ?? '']));
    const statusNotes = { ...draft.statusNotes, ...notes };
    await saveDomain(context, state, { ...draft, statuses, statusNotes }, await registrySettings(context.db));
    return { id: row.id, name: row.name };
  },
});

/**
 * Removes the registry lock of a domain for an operator, whichever of its statuses are set; all others stay, and the
 * registrar gets a message (docs/rules/access.md#acting-for-registrars).
 */
export const unlockDomain = defineCommand({
  name: 'domain.unlock',
  summary: 'Unlocks a domain that was locked.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input,
  inPlace: { of: ({ name }) => ({ domain: name }), did: ({ name }) => `unlocked ${name}` },
  errors: [...inPlaceErrors, 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.domainUnlock',
  run: async (context, { name }) => {
    const state = await lockRow(context, name);
    if (!state) return refuseWith(objectDoesNotExist());
    const { draft, row } = state;
    const statuses = draft.statuses.filter((status) => !lock.includes(status));
    if (statuses.length === draft.statuses.length) refuse('OBJECT_STATUS_PROHIBITS', 'Domain is not locked');
    await saveDomain(context, state, { ...draft, statuses }, await registrySettings(context.db));
    return { id: row.id, name: row.name };
  },
});
