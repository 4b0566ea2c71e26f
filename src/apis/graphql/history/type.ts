import type { ActorKind } from '../../../base/actor.ts';
import type { Calendar } from '../../../base/calendar.ts';
import { domain } from '../../../registry/entities/domain.ts';
import { changesSeen } from '../../../registry/entities/history.ts';
import { actorKindOf } from '../../../registry/operations/readers/actor-kinds.ts';
import { historyRows } from '../../../registry/operations/readers/rows.ts';
import type { HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { seesActor, seesChangesOf } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { enumOf } from '../enum-of.ts';
import { moment } from '../moments.ts';
import { rowNode } from '../row-node.ts';

interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Moments are kept in UTC and shown in the time of the registry, like everywhere
 * (docs/rules/product.md#money-time-text).
 */
const inOurTime = (value: unknown, calendar: Calendar): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
    ? calendar.format(new Date(value))
    : value;

export const FieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'One field that was changed, with its value before and after.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field, such as expiresAt.' }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before; null when there was none.',
      resolve: ({ from }, _, { calendar }) => inOurTime(from, calendar),
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after; null when there is none.',
      resolve: ({ to }, _, { calendar }) => inOurTime(to, calendar),
    }),
  }),
});

/** A token as it was when it was used: it may have been revoked, and forgotten, since. */
export const UsedTokenRef = builder
  .objectRef<{ readonly id: number; readonly name: string }>('UsedToken')
  .implement({
    description: 'An access token that was used: an agent, an app, a script.',
    fields: (t) => ({
      id: t.globalID({
        description: 'The global id of the access token, as in accessTokens.',
        resolve: ({ id }) => ({ type: 'AccessToken', id }),
      }),
      name: t.exposeString('name', {
        description: 'Its name when it was used; for a token of an app, the name of the app.',
      }),
    }),
  });

export const usedToken = ({
  token_id: id,
  token_name: name,
}: Pick<HistoryEntry, 'token_id' | 'token_name'>) => (id === null || name === null ? null : { id, name });

export const ActorKindEnum = enumOf<ActorKind>(
  'ActorKind',
  'The kinds of actors, which names alone do not tell apart.',
  {
    PERSON: 'Someone who runs the registry and signed in, or a registrant who followed a link.',
    REGISTRAR_USER: 'A person or program with a user name of a registrar.',
    TOKEN: 'A service or a machine with a token of its own.',
    JOB: 'A job of the registry, such as expiring domains.',
    REGISTRY: 'The registry itself.',
  },
);

export const HistoryEntryRef = rowNode<HistoryEntry>('HistoryEntry', historyRows.many);

HistoryEntryRef.implement({
  description:
    'One change of one domain or contact: who changed what, when, by which request. Secrets are left out.',
  fields: (t) => ({
    at: moment(t, 'at', 'When the change was made.'),
    actor: t.string({
      nullable: true,
      description:
        'The actor: a user name, a service, an operator or a job of the registry; null for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.actor_name : null),
    }),
    askedBy: t.string({
      nullable: true,
      description:
        'The user and the access token that prepared it, if a person approved it; null otherwise, and for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.asked_by : null),
    }),
    token: t.field({
      type: UsedTokenRef,
      nullable: true,
      description:
        'The access token of the actor with which it was done, or prepared if a person approved it; null when somebody did it who had signed in, and for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? usedToken(entry) : null),
    }),
    actorKind: t.field({
      type: ActorKindEnum,
      nullable: true,
      description: 'The kind of the actor; null for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? actorKindOf(entry) : null),
    }),
    reason: t.string({
      nullable: true,
      description: 'Why an operator did it, where a reason is asked for; null otherwise.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.reason : null),
    }),
    operation: t.exposeString('operation', { description: 'What was done, such as domain.renew.' }),
    requestId: t.string({
      nullable: true,
      description:
        'The id of the request that did it, the same as in the log and in the answer of that request; null for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.request_id : null),
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description: 'Which fields were changed, and how.',
      resolve: (entry, _, { actor }) =>
        Object.entries(
          entry.object_type === 'domain'
            ? changesSeen(domain, entry, actor)
            : seesChangesOf(entry, actor)
              ? entry.changes
              : {},
        ).map(([field, change]) => ({ field, ...change })),
    }),
  }),
});

export const HistoryEntryConnection = connectionOf(HistoryEntryRef, 'changes');
