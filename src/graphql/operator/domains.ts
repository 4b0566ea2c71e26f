import { cancelForceDelete } from '../../operations/operator/cancel-force-delete.ts';
import { forceDeleteDomain } from '../../operations/operator/force-delete-domain.ts';
import { setDomainStatuses } from '../../operations/operator/set-domain-statuses.ts';
import { builder } from '../builder.ts';
import { domainField, shownDomain } from '../domain/payload.ts';
import { defineMutation } from '../mutation.ts';

defineMutation('domainStatusesSet', {
  operation: setDomainStatuses,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: 'Which domain.' }),
    add: t.stringList({ description: 'Names of statuses to set, such as serverHold.' }),
    remove: t.stringList({ description: 'Names of statuses to take away.' }),
    note: t.string({ description: 'Why: kept with each status that is set.' }),
  }),
  translate: ({ name, add, remove, note }) => ({
    name,
    add: add ?? [],
    remove: remove ?? [],
    note: note ?? undefined,
  }),
  show: shownDomain,
  payload: domainField,
});

const ForceDeleteKindEnum = builder.enumType('ForceDeleteKind', {
  description: 'How soon a domain is deleted by force.',
  values: {
    SOFT: { value: 'soft', description: 'From the next anniversary of its expiry on.' },
    FAST_TRACK: { value: 'fast_track', description: 'From tomorrow on.' },
  } as const,
});

defineMutation('domainForceDelete', {
  operation: forceDeleteDomain,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: 'Which domain.' }),
    kind: t.field({ type: ForceDeleteKindEnum, required: true, description: 'How soon.' }),
    reason: t.string({ description: 'Why: invalid_email and invalid_company are told to the registrar.' }),
    notes: t.string({ description: 'More about it.' }),
  }),
  translate: ({ name, kind, reason, notes }) => ({
    name,
    kind,
    reason: reason ?? undefined,
    notes: notes ?? undefined,
  }),
  show: shownDomain,
  payload: domainField,
});

defineMutation('domainForceDeleteCancel', {
  operation: cancelForceDelete,
  input: (t) => ({
    name: t.field({ type: 'DomainName', required: true, description: 'Which domain.' }),
  }),
  translate: ({ name }) => ({ name }),
  show: shownDomain,
  payload: domainField,
});
