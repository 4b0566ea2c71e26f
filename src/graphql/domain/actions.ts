import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Failure } from '../../core/errors.ts';
import { quoteRenewals, type RenewalQuote } from '../../operations/domains/quote-renewal.ts';
import { registrySettings } from '../../operations/settings.ts';
import type { RegistrySettings } from '../../rules/domain-settings.ts';
import { renewalWindowClosed, renewalWindowOpen } from '../../rules/period.ts';
import { type DomainAction, domainActions, forbiddenBy, forbiddenByDispute } from '../../rules/statuses.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { runList } from '../run.ts';
import { DomainRef } from './domain.ts';
import { monthsOf } from './name-checks.ts';
import type { DomainNode } from './related.ts';

const RenewQuoteRef = builder.objectRef<RenewalQuote>('RenewQuote').implement({
  description: 'What a renewal would cost and how far it would take the domain.',
  fields: (t) => ({
    price: t.expose('price', { type: 'Decimal', description: 'What it would cost.' }),
    currency: t.exposeString('currency', { description: 'Always EUR.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the domain would expire then.',
      resolve: ({ expiresAt }, _, { calendar }) => calendar.format(expiresAt),
    }),
  }),
});

interface QuoteKey {
  readonly domain: DomainNode;
  readonly months: number;
}

const quotes = createContextCache(
  (context: Context) =>
    new DataLoader<QuoteKey, RenewalQuote | null, string>(
      (keys) =>
        runList(context, quoteRenewals, {
          domains: keys.map(({ domain, months }) => ({
            zoneId: domain.zone_id,
            expiresAt: domain.expires_at,
            months,
          })),
        }),
      { cacheKeyFn: ({ domain, months }) => `${domain.id} ${months}` },
    ),
);

const ActionReasonRef = builder.objectRef<Failure>('ActionReason').implement({
  description: 'Why an action would be refused.',
  fields: (t) => ({
    resultCode: t.exposeInt('resultCode', { description: 'The result code it would answer with.' }),
    message: t.exposeString('message', { description: 'What it would say.' }),
  }),
});

interface AllowedAction {
  readonly action: DomainAction;
  readonly reasons: readonly Failure[];
}

const enumName = (action: string): string => action.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const descriptions: Readonly<Record<DomainAction, string>> = {
  update: 'Change the transfer code, or the registrant within the same ident.',
  changeRegistrant: 'Hand the domain to another registrant.',
  changeAdminContacts: 'Add or remove admin contacts.',
  changeTechContacts: 'Add or remove tech contacts.',
  changeNameservers: 'Add or remove nameservers.',
  changeDnssecKeys: 'Add or remove DNSSEC keys.',
  setClientHold: 'Put it on hold.',
  removeClientHold: 'Take it off hold.',
  renew: 'Renew it.',
  delete: 'Delete it.',
  transfer: 'Transfer it to another registrar.',
  bulkTechReplace: 'Take part in a bulk replacement of a tech contact.',
  bulkNameserverReplace: 'Take part in a bulk replacement of a nameserver.',
};

const DomainActionEnum = builder.enumType('DomainAction', {
  description: 'What can be done with a domain.',
  values: Object.fromEntries(
    domainActions.map((action) => [enumName(action), { value: action, description: descriptions[action] }]),
  ) as Record<string, { value: DomainAction; description: string }>,
});

const AllowedActionRef = builder.objectRef<AllowedAction>('AllowedAction').implement({
  description: "Whether the domain's statuses allow an action now, by the same table that refuses it.",
  fields: (t) => ({
    action: t.expose('action', { type: DomainActionEnum, description: 'Which action.' }),
    allowed: t.boolean({
      description: 'Whether it is allowed.',
      resolve: ({ reasons }) => reasons.length === 0,
    }),
    reasons: t.field({
      type: [ActionReasonRef],
      description: 'Why it is not; empty when it is.',
      resolve: ({ reasons }) => [...reasons],
    }),
  }),
});

builder.objectFields(DomainRef, (t) => ({
  renewQuote: t.field({
    type: RenewQuoteRef,
    nullable: true,
    description: 'What renewing it would cost; null where the period has no price.',
    args: {
      period: t.arg({
        type: 'Duration',
        defaultValue: 'P1Y',
        description: 'For how long: P3M, P6M, P9M, P1Y to P10Y.',
      }),
    },
    resolve: (domain, { period }, context) =>
      quotes(context).load({ domain, months: monthsOf(period ?? 'P1Y') }),
  }),
  allowedActions: t.field({
    type: [AllowedActionRef],
    description: 'What its statuses and disputes allow now, and why not the rest.',
    resolve: async (domain, _, context) => {
      const settings = await settingsOf(context);
      return domainActions.map((action) => ({
        action,
        reasons: reasonsAgainst(action, domain, settings, context),
      }));
    },
  }),
}));

const settingsOf = createContextCache(({ database }: Context) => registrySettings(database.db));

function reasonsAgainst(
  action: DomainAction,
  { statuses, disputed, expires_at }: DomainNode,
  { daysToRenewDomainBeforeExpire }: RegistrySettings,
  { clock, calendar }: Context,
): Failure[] {
  const tooEarly =
    action === 'renew' &&
    !renewalWindowOpen(expires_at, clock.now(), daysToRenewDomainBeforeExpire, calendar);
  return [
    ...forbiddenBy(action, statuses),
    ...(disputed ? forbiddenByDispute(action) : []),
    ...(tooEarly ? [renewalWindowClosed(expires_at, daysToRenewDomainBeforeExpire, calendar)] : []),
  ];
}
