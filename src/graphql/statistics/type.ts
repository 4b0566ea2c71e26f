import { builder } from '../builder.ts';

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
  description: "One registrar's part of all domains.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The full name of the company.' }),
    domains: t.exposeInt('domains', { description: 'How many domains it had in the month.' }),
    share: t.exposeFloat('share', {
      description: 'Its part of all domains in percent, with one decimal; all parts add up to 100.0.',
    }),
    domainsBefore: t.exposeInt('domainsBefore', {
      description: 'How many domains it had in the month to compare with; 0 when none was named.',
    }),
    shareBefore: t.exposeFloat('shareBefore', { description: 'Its part in percent in that month.' }),
    isViewer: t.exposeBoolean('isViewer', { description: 'Whether this is the registrar that asks.' }),
  }),
});

export const MarketShareRef = builder.objectRef<MarketShare>('MarketShare').implement({
  description: 'How the domains are spread over registrars.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month: 2026-07.' }),
    compareTo: t.exposeString('compareTo', {
      nullable: true,
      description: 'The month it is compared with; null when none was named.',
    }),
    registrars: t.field({
      type: [RegistrarShareRef],
      description: 'Everybody who had domains in either month, those with most of them first.',
      resolve: ({ registrars }) => [...registrars],
    }),
  }),
});
