import { accessTokens } from '../../../../apis/graphql/access-token/type.ts';
import { apiUsers } from '../../../../apis/graphql/api-user/type.ts';
import { builder } from '../../../../apis/graphql/builder.ts';
import { contacts } from '../../../../apis/graphql/contact/type.ts';
import type { Context } from '../../../../apis/graphql/context.ts';
import { currency } from '../../../../apis/graphql/currency.ts';
import { domains } from '../../../../apis/graphql/domain/type.ts';
import { invoices, payments } from '../../../../apis/graphql/invoice/type.ts';
import { measure } from '../../../../apis/graphql/measures.ts';
import { defineMutation, type PayloadFields } from '../../../../apis/graphql/mutation.ts';
import { blockedNames, disputes, reservedNames } from '../../../../apis/graphql/name/type.ts';
import { operators } from '../../../../apis/graphql/nouns/operator.ts';
import { outbox } from '../../../../apis/graphql/nouns/outbox.ts';
import { paymentDisagreements } from '../../../../apis/graphql/nouns/payment-disagreement.ts';
import { result } from '../../../../apis/graphql/payload.ts';
import { registrars } from '../../../../apis/graphql/registrar/type.ts';
import { reservations } from '../../../../apis/graphql/reservation/type.ts';
import { callOf } from '../../../../apis/graphql/run.ts';
import { toFilter } from '../../../../apis/graphql/where.ts';
import { byPeople, byRegistry } from '../../../../apis/graphql/written.ts';
import { operatorOf } from '../../../../base/actor.ts';
import type { Filter } from '../../../../base/filter.ts';
import { getOrCreate } from '../../../../base/get-or-create.ts';
import { type Money, times, zero } from '../../../../base/money.ts';
import type { Db } from '../../../../registry/operations/operation.ts';
import { boards, questions } from '../../../workshop/questions/graph/type.ts';
import type { BulkWork } from '../../store/bulk-works.ts';
import { type Glance, glanceAt } from '../operations/do-rows.ts';
import { movePortfolio } from '../operations/move-portfolio.ts';
import { startBulk } from '../operations/start-bulk.ts';
import type { Started } from '../operations/start-work.ts';
import { stopBulk } from '../operations/stop-bulk.ts';
import { BulkWorkRef, bulkWorkRows } from './type.ts';

/** The filters of the lists, by the names that the operation gives them. */
const filters: Readonly<Record<string, Parameters<typeof toFilter>[1]>> = {
  domains: domains.Where,
  contacts: contacts.Where,
  registrars: registrars.Where,
  apiUsers: apiUsers.Where,
  accessTokens: accessTokens.Where,
  operators: operators.Where,
  reservations: reservations.Where,
  reservedNames: reservedNames.Where,
  blockedNames: blockedNames.Where,
  disputes: disputes.Where,
  questions: questions.Where,
  boards: boards.Where,
  invoices: invoices.Where,
  payments: payments.Where,
  paymentDisagreements: paymentDisagreements.Where,
  outbox: outbox.Where,
};

type Seen = Glance & Pick<Started, 'total' | 'returned'>;

const BulkRefusalRef = builder.objectRef<Glance['refusals'][number]>('BulkRefusal').implement({
  description: 'An object that would be refused.',
  fields: (t) => ({
    subject: t.exposeString('subject', {
      extensions: byPeople,
      description: 'The object: a domain name, the code of a contact.',
    }),
    message: t.exposeString('message', {
      extensions: byRegistry,
      description: 'Why it would be refused.',
    }),
  }),
});

const BulkRefundsRef = builder.objectRef<NonNullable<Started['returned']>>('BulkRefunds').implement({
  description:
    'The money that refunds of everything that a filter finds would return, as far as the payment provider has reported it.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      extensions: measure('COUNT'),
      description:
        'For how many objects money would be returned. The others have nothing left to return, or would be refused.',
    }),
    least: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('AMOUNT', 'EUR') },
      description: 'The smallest amount that one of them would return.',
      resolve: ({ least }) => least,
    }),
    most: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('AMOUNT', 'EUR') },
      description: 'The largest amount that one of them would return.',
      resolve: ({ most }) => most,
    }),
    total: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('AMOUNT', 'EUR') },
      description: 'The sum that all of them would return.',
      resolve: ({ total }) => total,
    }),
    credit: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('AMOUNT', 'EUR') },
      description:
        'What registrars would lose of their credit, because the payments were top-ups. The refund of a top-up that is spent is refused.',
      resolve: ({ credit }) => credit,
    }),
    currency: currency(t),
  }),
});

const BulkGlanceRef = builder.objectRef<Seen>('BulkGlance').implement({
  description: 'What the write would do to the first objects of a list, at most 50, each tried as a dry run.',
  fields: (t) => ({
    lookedAt: t.exposeInt('lookedAt', { extensions: measure('COUNT'), description: 'How many were tried.' }),
    refused: t.exposeInt('refused', {
      extensions: measure('COUNT'),
      description: 'How many of them would be refused.',
    }),
    refusals: t.field({
      type: [BulkRefusalRef],
      description: 'Those that would be refused, and why.',
      resolve: ({ refusals }) => [...refusals],
    }),
    price: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('PRICE', 'EUR') },
      description: 'The highest price of one of them; a refund has none.',
      resolve: ({ price, returned }): Money => (returned ? zero : price),
    }),
    totalPrice: t.field({
      type: 'Decimal',
      extensions: { ...byRegistry, ...measure('PRICE', 'EUR') },
      description: 'What all objects of the list would cost at that price.',
      resolve: ({ price, total, returned }): Money => (returned ? zero : times(price, total)),
    }),
    currency: currency(t),
    refunds: t.field({
      type: BulkRefundsRef,
      nullable: true,
      description: 'For refunds, the money that would leave the registry; null for other writes.',
      resolve: ({ returned }) => returned,
    }),
  }),
});

interface Shown {
  readonly work: BulkWork | null;
  /** The work that a dry run would start; undefined otherwise. */
  readonly tries: Started | undefined;
}

const show = async (
  db: Db,
  value: Started,
  _: Context,
  __: unknown,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Shown> => ({
  work: await bulkWorkRows.one(db, value),
  tries: isDryRun ? value : undefined,
});

/** One for each dry run, however often a document asks for it. */
const glances = new WeakMap<Started, Promise<Glance>>();

const payload = (t: PayloadFields<Shown>) => ({
  work: t.field({
    type: BulkWorkRef,
    nullable: true,
    description: 'The work that has begun; null when it was refused.',
    resolve: ({ shown }) => shown?.work ?? null,
  }),
  glance: t.field({
    type: BulkGlanceRef,
    nullable: true,
    description: 'For a dry run, what would happen to the first objects; null otherwise.',
    resolve: async ({ shown }, _, context) => {
      if (!shown?.tries) return null;
      const { trial, total, returned } = shown.tries;
      const { request } = callOf(context);
      const call = { actor: operatorOf(context.actor), request };
      const glance = await getOrCreate(glances, shown.tries, () => glanceAt(context.runner, trial, call));
      return { ...glance, total, returned };
    },
  }),
});

defineMutation(startBulk, {
  more: 'A dry run tells how many there are, and tries the first of them (glance).',
  translate: ({ list, write }, context) => ({
    list: Object.fromEntries(
      Object.entries(list).flatMap(([name, where]) => {
        const filter = filters[name];
        return where && filter
          ? [[name, toFilter(where as object, filter, context) ?? ({ and: [] } satisfies Filter)]]
          : [];
      }),
    ),
    write,
  }),
  show,
  payload,
});

defineMutation(movePortfolio, {
  more: 'Each domain is transferred without a code, with its contacts as in any transfer; a dry run tells how many there are, and tries the first of them.',
  show,
  payload,
});

defineMutation(stopBulk, {
  show: bulkWorkRows.one,
  payload: result('work', BulkWorkRef, 'The work after the stop'),
});
