import { encodeGlobalID } from '@pothos/plugin-relay';
import type { DomainEvent } from '../../../registry/operations/readers/shown.ts';
import { seesActor, seesPricesOf } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import type { Context } from '../context.ts';
import { currency } from '../currency.ts';
import { key, offerGroups } from '../groups.ts';
import { HistoryEntryRef, UsedTokenRef, usedToken } from '../history/type.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { isVisibleNode } from '../node-visibility.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { DomainEventKindEnum, TransferDirectionEnum } from './inputs.ts';

export const DomainEventRef = builder.objectRef<DomainEvent>('DomainEvent').implement({
  description: 'An event of a domain: one entry of its history and its kind.',
  fields: (t) => ({
    id: t.id({
      description: 'An opaque id of the event, unique over all types; domainsChanged takes it as after.',
      resolve: ({ id }) => encodeGlobalID('DomainEvent', id),
    }),
    entry: t.field({
      type: HistoryEntryRef,
      nullable: true,
      description: 'The entry in the history of the domain; null unless you sponsor the domain now.',
      resolve: async ({ id }, _, context) => {
        const [entry] = await HistoryEntryRef.getDataloader(context).loadMany([id]);
        return entry && !(entry instanceof Error) && (await isVisibleNode('HistoryEntry', entry, context))
          ? entry
          : null;
      },
    }),
    at: moment(t, 'valid_from', 'When it happened.'),
    kind: t.field({
      type: DomainEventKindEnum,
      description: 'What happened to the domain.',
      resolve: ({ kind }) => kind ?? 'UPDATED',
    }),
    name: t.expose('name', {
      type: 'DomainName',
      description: 'The name of the domain, also when it is gone.',
    }),
    zone: t.string({
      description: 'The zone of the domain: ee.',
      resolve: ({ name }) => name.slice(name.indexOf('.') + 1),
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description:
        'The registrar after the event; for a deletion, the one before it. Null where an upstream registry does not report it.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    fromRegistrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar before the transfer; null unless it was transferred.',
      resolve: ({ from_registrar_id }) => from_registrar_id,
    }),
    direction: t.field({
      type: TransferDirectionEnum,
      nullable: true,
      description:
        'Whether the calling registrar gained or lost it; null unless it was transferred, and for operators.',
      resolve: ({ kind, from_registrar_id }, _, { actor }) => {
        if (actor.kind !== 'registrar') return null;
        if (from_registrar_id === actor.registrarId) return 'OUT';
        return kind === 'TRANSFERRED' || from_registrar_id !== null ? 'IN' : null;
      },
    }),
    months: t.exposeInt('months', {
      extensions: measure('DURATION', 'MONTHS'),
      nullable: true,
      description: 'For how many months it was registered or renewed; null otherwise.',
    }),
    price: t.field({
      type: 'Decimal',
      extensions: measure('AMOUNT', 'EUR'),
      nullable: true,
      description:
        'For how much it was registered or renewed, in euros; null otherwise, where another registrar paid it, and for an access token without the scope BILLING.',
      resolve: (event, _, { actor }) => (seesPricesOf(event, actor) ? event.price : null),
    }),
    currency: currency(t),
    actor: t.string({
      nullable: true,
      description:
        'The actor: a user name, a service, an operator or a job of the registry; null for a registrar if another registrar did it.',
      resolve: async (event, _, context) => (await entryOf(event, context))?.actor_name ?? null,
    }),
    token: t.field({
      type: UsedTokenRef,
      nullable: true,
      description:
        'The access token of the actor with which it was done; null when somebody did it who had signed in, and for a registrar if another registrar did it.',
      resolve: async (event, _, context) => {
        const entry = await entryOf(event, context);
        return entry && usedToken(entry);
      },
    }),
    operation: t.string({
      nullable: true,
      description: 'What was done, such as domain.renew; null for a registrar where another one did it.',
      resolve: async (event, _, context) => (await entryOf(event, context))?.operation ?? null,
    }),
  }),
});

async function entryOf({ id }: DomainEvent, context: Context) {
  const [entry] = await HistoryEntryRef.getDataloader(context).loadMany([id]);
  return entry && !(entry instanceof Error) && seesActor(entry, context.actor) ? entry : null;
}

export const DomainEventConnection = connectionOf(DomainEventRef, 'events');
offerGroups(DomainEventConnection, 'DomainEvent', {
  many: 'events',
  amounts: 'the prices',
  keys: {
    AT: key('moment', 'When it happened.'),
    KIND: key(DomainEventKindEnum, 'What happened to the domain.'),
    ZONE: key('String', 'The zone under which the name was registered.'),
    REGISTRAR: key(RegistrarRef, 'The registrar after the event.'),
    FROM_REGISTRAR: key(RegistrarRef, 'The registrar before the transfer.'),
    DIRECTION: key(TransferDirectionEnum, 'The direction of the transfer; for registrars only.'),
  },
});
