import { cancelForceDelete } from '../../operations/operator/cancel-force-delete.ts';
import { forceDeleteDomain } from '../../operations/operator/force-delete-domain.ts';
import { setDomainStatuses } from '../../operations/operator/set-domain-statuses.ts';
import { builder } from '../builder.ts';
import { defineMutationByHand } from '../mutation.ts';
import { domainField, shownDomain } from './payload.ts';

defineMutationByHand(setDomainStatuses, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain, such as tamm.ee.',
    }),
    add: t.stringList({
      description: 'Statuses to set, in the spelling of the registry: ["serverHold"]; none when left out.',
    }),
    remove: t.stringList({
      description: 'Statuses to take away, in the spelling of the registry; none when left out.',
    }),
    note: t.string({
      description: 'Why, for those who look at the domain later: kept with each status that is set.',
    }),
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
    SOFT: {
      value: 'soft',
      description: 'When the year that is paid for is over: from the next anniversary of its expiry.',
    },
    FAST_TRACK: {
      value: 'fast_track',
      description: 'As soon as its grace periods allow: they begin tomorrow.',
    },
  } as const,
});

defineMutationByHand(forceDeleteDomain, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain, such as tamm.ee.',
    }),
    kind: t.field({
      type: ForceDeleteKindEnum,
      required: true,
      description: 'Whether it begins at the end of the year that is paid for, or tomorrow.',
    }),
    reason: t.string({
      description:
        'Why, in a word or more; invalid_email and invalid_company are explained to the registrar.',
    }),
    notes: t.string({ description: 'Anything more about it, for those who look at the domain later.' }),
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

defineMutationByHand(cancelForceDelete, {
  input: (t) => ({
    name: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain, such as tamm.ee.',
    }),
  }),
  translate: ({ name }) => ({ name }),
  show: shownDomain,
  payload: domainField,
});
