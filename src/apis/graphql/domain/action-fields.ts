import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { type Failure, objectDoesNotExist, plainMessage } from '../../../base/errors.ts';
import {
  domainStates,
  type JudgedState,
  judgedState,
} from '../../../registry/operations/domains/model/domain-state.ts';
import { reasonsAgainst } from '../../../registry/operations/domains/model/reasons-against.ts';
import { quoteRenewals, type RenewalQuote } from '../../../registry/operations/domains/quote-renewal.ts';
import { registrySettings } from '../../../registry/operations/settings.ts';
import {
  askingForbiddenBy,
  type DomainAction,
  domainActions,
  isForSponsor,
} from '../../../registry/rules/domain/allowed-actions.ts';
import { reasonInWords } from '../../../registry/rules/domain/reason-in-words.ts';
import { isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { enumOf } from '../enum-of.ts';
import { batched } from '../loading.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { runQuery } from '../run.ts';
import { ErrorCodeEnum } from '../user-error.ts';
import { byRegistry } from '../written.ts';
import type { DomainNode } from './loaders.ts';
import { monthsOf, periodDescription } from './period-inputs.ts';
import { DomainRef } from './type.ts';

const RenewQuoteRef = builder.objectRef<RenewalQuote>('RenewQuote').implement({
  description: 'What renewing a domain would cost today, and when it would then expire.',
  fields: (t) => ({
    price: t.expose('price', {
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      description: 'The price of the renewal in euros, such as "10.00".',
    }),
    currency: t.exposeString('currency', {
      extensions: byRegistry,
      description: 'The currency of the price: always EUR.',
    }),
    expiresAt: moment(t, 'expiresAt', 'When the domain would expire after the renewal.'),
  }),
});

interface QuoteKey {
  readonly domain: DomainNode;
  readonly months: number;
}

const quotes = createContextCache(
  (context: Context) =>
    new DataLoader<QuoteKey, RenewalQuote | null, string>(
      async (keys) =>
        (await runQuery(context, quoteRenewals, {
          domains: keys.map(({ domain, months }) => ({
            zoneId: domain.zone_id,
            expiresAt: domain.expires_at,
            months,
          })),
        })) ?? keys.map(() => null),
      // Never by the id: a document may show the same domain as it is, was, and would be.
      {
        cacheKeyFn: ({ domain, months }) => `${domain.zone_id} ${domain.expires_at.getTime()} ${months}`,
      },
    ),
);

/** A refusal, with its explanation. */
interface ActionReason {
  readonly reason: Failure;
  readonly explanation: string | null;
}

const ActionReasonRef = builder.objectRef<ActionReason>('ActionReason').implement({
  description: 'One reason why an action would be refused now.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'The kind of refusal, for programs; errorCatalogue explains each.',
      resolve: ({ reason }) => reason.code,
    }),
    resultCode: t.int({
      extensions: measure('KEY'),
      description: 'The result code of the refusal, such as 2304.',
      resolve: ({ reason }) => reason.resultCode,
    }),
    message: t.string({
      extensions: byRegistry,
      description: 'The message of the refusal.',
      resolve: ({ reason }) => plainMessage(reason),
    }),
    explanation: t.exposeString('explanation', {
      nullable: true,
      extensions: byRegistry,
      description:
        'The reason in a sentence, with the details of this domain, such as the day from which it can be renewed or the status that prevents it; null where the message is enough.',
    }),
  }),
});

interface AllowedAction {
  readonly action: DomainAction;
  readonly reasons: readonly ActionReason[];
}

const DomainActionEnum = enumOf<DomainAction>('DomainAction', 'The things that can be done with a domain.', {
  update:
    'Change the transfer code, or name the same person under another code as the registrant. Where all reasons against it are about the registrant, the latter is possible all the same.',
  changeRegistrant: 'Hand the domain over to another registrant.',
  changeAdminContacts: 'Add or remove admin contacts.',
  changeTechContacts: 'Add or remove tech contacts.',
  changeNameservers: 'Add or remove nameservers.',
  changeDnssecKeys: 'Add or remove DNSSEC keys.',
  setClientHold: 'Put the domain on hold: it stops working in the DNS.',
  removeClientHold: 'Take the domain off hold: it works in the DNS again.',
  renew: 'Extend the period that is paid for.',
  delete: 'Delete the domain; a registrar that does not sponsor it needs its transfer code.',
  transfer: 'Move the domain to another registrar, who has its transfer code.',
  bulkTechReplace: 'Take part in a bulk replacement of a tech contact.',
  bulkNameserverReplace: 'Take part in a bulk replacement of a nameserver.',
});

const AllowedActionRef = builder.objectRef<AllowedAction>('AllowedAction').implement({
  description:
    'Whether something can be done with a domain now, decided by the same rules that would refuse it.',
  fields: (t) => ({
    action: t.expose('action', { type: DomainActionEnum, description: 'What the caller may want to do.' }),
    allowed: t.boolean({
      description: 'Whether it is possible now.',
      resolve: ({ reasons }) => reasons.length === 0,
    }),
    reasons: t.field({
      type: [ActionReasonRef],
      description: 'All reasons that prevent it; empty when it is allowed.',
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
});

builder.objectFields(DomainRef, (t) => ({
  renewQuote: t.field({
    type: RenewQuoteRef,
    nullable: true,
    description:
      'What renewing it for a period would cost and how far that would take it; null where the zone has no price for the period, in front of another registry, and in the past.',
    args: {
      period: t.arg({ type: 'Duration', defaultValue: 'P1Y', description: periodDescription }),
    },
    resolve: (domain, { period }, context) =>
      isPast(domain) ? null : quotes(context).load({ domain, months: monthsOf(period ?? 'P1Y') }),
  }),
  allowedActions: t.field({
    type: [AllowedActionRef],
    nullable: true,
    description:
      'The actions that are possible now, and the reasons that prevent the others: for buttons that say why they are disabled. Null in the past.',
    args: {
      only: t.arg({
        type: [DomainActionEnum],
        description: 'Only these actions; all of them when left out.',
      }),
    },
    resolve: async (domain, { only }, context) => {
      if (isPast(domain)) return null;
      const settings = await settingsOf(context);
      const state = judgedState(domain) ?? (await states(context).load(domain.id));
      const moment = { now: context.clock.now(), calendar: context.calendar };
      const { actor } = context;
      const isForeign = actor.kind === 'registrar' && actor.registrarId !== domain.registrar_id;
      const against = (action: DomainAction): readonly Failure[] => {
        if (!state || (isForeign && isForSponsor(action))) return [objectDoesNotExist()];
        const { all } = reasonsAgainst(action, state, { settings, moment });
        // Only the sponsor can vouch for the registrant.
        return isForeign && action === 'delete' ? [...all, ...askingForbiddenBy(state.row.statuses)] : all;
      };
      return domainActions
        .filter((action) => only?.includes(action) ?? true)
        .map((action) => ({
          action,
          reasons: against(action).map((reason) => ({
            reason,
            explanation: reasonInWords(reason, {
              action,
              renewalDays: settings.daysToRenewDomainBeforeExpire,
            }),
          })),
        }));
    },
  }),
}));

const settingsOf = createContextCache(({ database }: Context) => registrySettings(database.db));

/** Reads the states of domains that came without their parts. */
const states = batched(async (db, ids: readonly number[], { calendar, clock }) => {
  const found = await domainStates(db, ids, calendar.dateOf(clock.now()));
  const stateOf = new Map(found.map((state) => [state.row.id, state]));
  return ids.map((id): JudgedState | undefined => stateOf.get(id));
});
