import type { Guards } from '../../../base/actor.ts';
import { add, type Money, money, negate } from '../../../base/money.ts';
import { accessToken } from '../../../registry/entities/access-token.ts';
import { accessTokenRows } from '../../../registry/operations/readers/rows.ts';
import type { AccessToken } from '../../../registry/operations/readers/shown.ts';
import { periodOf, spentSince } from '../../../registry/rules/registrar/guards.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { currency } from '../currency.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumListFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { measure } from '../measures.ts';
import { OperatorRoleEnum } from '../nouns/operator.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';

const AccessTokenScopeEnum = enumOf(
  'AccessTokenScope',
  'The scopes of access tokens. Each includes READ, and none includes another.',
  {
    READ: 'Queries and subscriptions; balance and invoices are refused, fields of type Secret are null.',
    WRITE: 'Also whatever the user may change about domains, contacts, messages and addresses.',
    SECRETS: 'Also shows transfer codes and auth info.',
    BILLING: 'Also the balance, invoices and topping up.',
  },
);

const SpendPeriodEnum = enumOf(
  'SpendPeriod',
  "The period in which spending is counted, by the registry's calendar.",
  {
    DAY: 'From midnight to midnight.',
    MONTH: 'From the first to the last day of the month.',
  },
);

const SpendLimitRef = builder
  .objectRef<NonNullable<Guards['spendLimit']>>('AccessTokenSpendLimit')
  .implement({
    description: 'How much the writes of a token may charge in total in a period.',
    fields: (t) => ({
      amount: t.field({
        type: 'Decimal',
        extensions: measure('PRICE', 'EUR'),
        description: 'The greatest amount, in euros.',
        resolve: ({ amount }) => money(amount),
      }),
      currency: currency(t),
      per: t.expose('per', {
        type: SpendPeriodEnum,
        description: 'The period in which charges are added up.',
      }),
    }),
  });

/** The amount that a token has spent in the present period; null without a limit. */
function spentBy(token: AccessToken, { calendar, clock }: Pick<Context, 'calendar' | 'clock'>): Money | null {
  const limit = token.guards?.spendLimit;
  return limit ? spentSince(token, periodOf(limit.per, clock.now(), calendar)) : null;
}

const GuardsRef = builder.objectRef<AccessToken>('AccessTokenGuards').implement({
  description:
    'The limits of the writes of an access token, besides its scopes; a field that is null sets no limit.',
  fields: (t) => ({
    domains: t.stringList({
      nullable: true,
      description: 'The domains that it may write to; *.ee stands for a whole zone.',
      resolve: ({ guards }) => (guards?.domains ? [...guards.domains] : null),
    }),
    spendLimit: t.field({
      type: SpendLimitRef,
      nullable: true,
      description: 'The greatest sum that its writes may charge.',
      resolve: ({ guards }) => guards?.spendLimit,
    }),
    maxPrice: t.field({
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      nullable: true,
      description: 'The greatest single charge, in euros.',
      resolve: ({ guards }) => (guards?.maxPrice === undefined ? null : money(guards.maxPrice)),
    }),
    currency: currency(t),
    outcomeNeeded: t.boolean({
      description:
        'Whether it may write only with ifOutcome, so that nothing happens that was not shown first.',
      resolve: ({ guards }) => guards?.outcomeNeeded ?? false,
    }),
    approvalNeeded: t.boolean({
      description: 'Whether each of its writes waits until a person of the registrar approves it.',
      resolve: ({ guards }) => guards?.approvalNeeded ?? false,
    }),
    spent: t.field({
      type: 'Decimal',
      extensions: measure('AMOUNT', 'EUR'),
      nullable: true,
      description: 'How much its writes have charged in this period, in euros; null without spendLimit.',
      resolve: (token, _, context) => spentBy(token, context),
    }),
    left: t.field({
      type: 'Decimal',
      extensions: measure('LEVEL', 'EUR'),
      nullable: true,
      description: 'How much its writes may still charge in this period, in euros; null without spendLimit.',
      resolve: (token, _, context) => {
        const spent = spentBy(token, context);
        const limit = token.guards?.spendLimit;
        return spent === null || !limit ? null : add(money(limit.amount), negate(spent));
      },
    }),
  }),
});

export const AccessTokenRef = rowNode<AccessToken>('AccessToken', accessTokenRows.many);

AccessTokenRef.implement({
  description:
    'A token that a page, a notebook or a script sends instead of a password: Authorization: Bearer zg_... The token itself is shown once, when it is made.',
  fields: (t) => ({
    ...plainFields(t, accessToken),
    scopes: t.field({
      type: [AccessTokenScopeEnum],
      description: 'Its scopes; a token never has more rights than its maker.',
      resolve: ({ scopes }) => scopes ?? [],
    }),
    role: t.field({
      type: OperatorRoleEnum,
      nullable: true,
      description: "The role of an operator's token; null for registrars.",
      resolve: ({ operator_role }) => operator_role,
    }),
    guards: t.field({
      type: GuardsRef,
      nullable: true,
      description: 'The limits of its writes; null when it has no guards.',
      resolve: (token) => (token.guards ? token : null),
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: "The registrar it acts for; null when it is an operator's.",
      resolve: ({ registrar_id }) => registrar_id,
    }),
  }),
});

export const accessTokens = listOf(AccessTokenRef, accessToken, {
  many: 'access tokens',
  where: {
    registrar: [
      StringFilter,
      'By the code of the registrar that it acts for; {isNull: true} are those of operators.',
    ],
  },
  filters: {
    scopes: enumListFilter(
      'AccessTokenScopeListFilter',
      AccessTokenScopeEnum,
      'Conditions on the scopes of a token; all that are given must hold: {contains: [WRITE]}.',
    ),
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that they act for.'),
    SCOPE: key(AccessTokenScopeEnum, 'What they are for; one with two scopes counts in both.'),
  },
});
