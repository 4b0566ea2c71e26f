import type { Dispute, ReservedName } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';

export const ReservedNameRef = builder.objectRef<ReservedName>('ReservedName').implement({
  description: 'A name that is kept back: only who knows its code can register it.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is kept back.' }),
    password: t.expose('password', {
      type: 'Secret',
      description: 'The code with which it can be registered.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is kept back; null when for good.',
      resolve: (row, _, { calendar }) => row.expires_at && calendar.format(row.expires_at),
    }),
  }),
});

export const BlockedNameRef = builder.objectRef<{ readonly name: string }>('BlockedName').implement({
  description: 'A name that nobody can register.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that nobody can register.' }),
  }),
});

export const DisputeRef = builder.objectRef<Dispute>('Dispute').implement({
  description: 'A dispute over a name: while it is open, only who knows its password gets the name.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name that is disputed.' }),
    password: t.expose('password', {
      type: 'Secret',
      description: 'The password that the winner is given to take the name with.',
    }),
    startsAt: t.expose('starts_at', { type: 'Date', description: 'The first day of the dispute.' }),
    expiresAt: t.expose('expires_at', { type: 'Date', description: 'The last day of the dispute.' }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended before its last day; null when it was not.',
      resolve: (row, _, { calendar }) => row.closed_at && calendar.format(row.closed_at),
    }),
  }),
});
