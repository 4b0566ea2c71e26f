import { type Actor, nameOf } from '../../core/actor.ts';
import { failure } from '../../core/errors.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { graphqlError } from '../refusals.ts';
import { RegistrarRef } from '../registrar/registrar.ts';

const kinds = {
  registrar: 'REGISTRAR',
  portal: 'PORTAL',
  billing: 'BILLING_CLIENT',
  operator: 'OPERATOR',
} as const;

const ViewerKind = builder.enumType('ViewerKind', {
  description: 'What kind of caller it is.',
  values: {
    REGISTRAR: { value: 'REGISTRAR', description: 'A user of a registrar.' },
    PORTAL: { value: 'PORTAL', description: 'The business registry portal.' },
    BILLING_CLIENT: { value: 'BILLING_CLIENT', description: 'A service that bills through the registry.' },
    OPERATOR: { value: 'OPERATOR', description: 'Whoever runs the registry.' },
  } as const,
});

type RateLimit = NonNullable<Context['rateLimit']>;

const RateLimitRef = builder.objectRef<RateLimit>('RateLimit').implement({
  description: 'What is left of a budget that both doors share.',
  fields: (t) => ({
    cost: t.exposeInt('cost', { description: 'What this request may cost.' }),
    limit: t.exposeInt('limit', { description: 'Points in a window.' }),
    remaining: t.exposeInt('remaining', { description: 'Points left in this window.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the window ends.',
      resolve: ({ resetAt }, _, { calendar }) => calendar.format(resetAt),
    }),
  }),
});

const ViewerRef = builder.objectRef<Actor>('Viewer').implement({
  description: 'The caller, as the registry sees it.',
  fields: (t) => ({
    kind: t.field({
      type: ViewerKind,
      description: 'What kind of caller it is.',
      resolve: (actor) => kinds[actor.kind as keyof typeof kinds],
    }),
    name: t.string({ description: 'The name that history keeps.', resolve: nameOf }),
    roles: t.stringList({
      description: "A registrar user's roles; empty for others.",
      resolve: (actor) => (actor.kind === 'registrar' ? [...actor.roles] : []),
    }),
    rateLimit: t.field({
      type: RateLimitRef,
      nullable: true,
      description: 'Your budget; null when you have none.',
      resolve: (_, __, { rateLimit }) => rateLimit,
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar it acts for, if it is one.',
      resolve: (actor) => (actor.kind === 'registrar' ? actor.registrarId : null),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'Who is calling.',
    resolve: (_, __, { actor }) => {
      if (actor.kind === 'anonymous')
        throw graphqlError(failure('AUTHORIZATION', 'Say who you are: send an Authorization header'), true);
      return actor;
    },
  }),
);
