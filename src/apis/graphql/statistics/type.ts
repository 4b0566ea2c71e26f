import type { DomainStatistics } from '../../../registry/operations/statistics/show-domain-statistics.ts';
import { builder } from '../builder.ts';
import { enumOf } from '../enum-of.ts';
import { measure } from '../measures.ts';
import { RegistrarRef } from '../registrar/type.ts';

interface Part {
  readonly name: string;
  readonly domains: number;
  readonly share: number;
  readonly domainsBefore: number;
  readonly shareBefore: number;
  readonly isViewer: boolean;
}

export interface MarketShare {
  readonly month: string;
  readonly compareTo: string | null;
  readonly registrars: readonly Part[];
}

const RegistrarShareRef = builder.objectRef<Part>('RegistrarShare').implement({
  description: "One registrar's share of all domains.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The full name of the company.' }),
    domains: t.exposeInt('domains', {
      extensions: measure('LEVEL'),
      description: 'How many domains it had in the month.',
    }),
    share: t.exposeFloat('share', {
      extensions: measure('SHARE', 'PERCENT'),
      description: 'Its share of all domains in percent, with one decimal; all shares add up to 100.0.',
    }),
    domainsBefore: t.exposeInt('domainsBefore', {
      extensions: measure('LEVEL'),
      description: 'How many domains it had in the month to compare with; 0 when none was named.',
    }),
    shareBefore: t.exposeFloat('shareBefore', {
      extensions: measure('SHARE', 'PERCENT'),
      description: 'Its share in percent in that month.',
    }),
    isViewer: t.exposeBoolean('isViewer', { description: 'Whether this is the calling registrar.' }),
  }),
});

export const MarketShareRef = builder.objectRef<MarketShare>('MarketShare').implement({
  description: 'How the domains are distributed over registrars.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month: 2026-07.' }),
    compareTo: t.exposeString('compareTo', {
      nullable: true,
      description: 'The month it is compared with; null when none was named.',
    }),
    registrars: t.field({
      type: [RegistrarShareRef],
      description: 'Every registrar that had domains in either month, the largest first.',
      resolve: ({ registrars }) => [...registrars],
    }),
  }),
});

export const DomainStatisticsKeyEnum = enumOf(
  'DomainStatisticsKey',
  'What the statistics of domains can be split by.',
  {
    zone: 'The zone under which the names are registered.',
    registrar: 'Their registrar; for operators only.',
  },
);

/** Statistics, with the earlier ones if a comparison was requested. */
export interface ComparedStatistics extends DomainStatistics {
  readonly before?: DomainStatistics | undefined;
}

export const DomainStatisticsRef = builder.objectRef<ComparedStatistics>('DomainStatistics');
DomainStatisticsRef.implement({
  description:
    'The number of domains gained and lost in a period. atEnd is the atEnd before it, plus registered and transferredIn, less deleted and transferredOut.',
  fields: (t) => ({
    period: t.expose('period', { type: 'Date', description: 'The first day of the period.' }),
    zone: t.exposeString('zone', {
      nullable: true,
      description: 'The zone; null unless grouped by ZONE.',
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar; null unless grouped by REGISTRAR.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    before: t.field({
      type: DomainStatisticsRef,
      nullable: true,
      description: 'The same zone and registrar, earlier by the duration in compareTo; null without it.',
      resolve: ({ before }) => before ?? null,
    }),
    registered: t.exposeInt('registered', {
      extensions: measure('COUNT'),
      description: 'How many names were registered that were free before.',
    }),
    renewed: t.exposeInt('renewed', {
      extensions: measure('COUNT'),
      description: 'How many renewals were made, whenever the domain expires.',
    }),
    expired: t.int({
      extensions: measure('COUNT'),
      description:
        'How many domains reached their date of expiry without having been renewed, also if they were brought back later.',
      resolve: ({ terms }) => terms?.expired ?? 0,
    }),
    termsEnded: t.int({
      extensions: measure('COUNT'),
      description:
        'How many terms of registration ended: their date of expiry was in the period, and the domain was not deleted before.',
      resolve: ({ terms }) => terms?.ended ?? 0,
    }),
    termsRenewed: t.int({
      extensions: measure('COUNT'),
      description:
        'How many of termsEnded were renewed, before or after: a domain that is brought back late counts in the period of its expiry.',
      resolve: ({ terms }) => terms?.prolonged ?? 0,
    }),
    renewalRate: t.float({
      extensions: measure('RATE', 'PERCENT'),
      nullable: true,
      description:
        'The share of termsRenewed in termsEnded, in percent; null where no term ended. While expired domains can still be brought back, it can rise.',
      resolve: ({ terms }) =>
        terms && terms.ended > 0 ? Math.round((terms.prolonged / terms.ended) * 10_000) / 100 : null,
    }),
    transferredIn: t.exposeInt('transferred_in', {
      extensions: measure('COUNT'),
      description: 'How many domains came from another registrar; all transfers unless grouped by REGISTRAR.',
    }),
    transferredOut: t.exposeInt('transferred_out', {
      extensions: measure('COUNT'),
      description:
        'The number of domains transferred to another registrar; all transfers unless grouped by REGISTRAR.',
    }),
    deleted: t.exposeInt('deleted', {
      extensions: measure('COUNT'),
      description: 'How many domains were removed.',
    }),
    atEnd: t.exposeInt('atEnd', {
      extensions: measure('LEVEL'),
      description: 'How many domains there were when the period ended; now, while it is not over.',
    }),
  }),
});
