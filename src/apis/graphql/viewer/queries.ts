import { builder } from '../builder.ts';
import { permitted } from '../node-visibility.ts';
import { notSignedIn } from '../refusals.ts';
import { ViewerRef } from './type.ts';

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    extensions: permitted(['registrar', 'portal', 'billing', 'operator']),
    description: 'Shows who you are to the registry: the first thing to check when something is FORBIDDEN.',
    resolve: (_, __, { actor }) => {
      if (actor.kind === 'anonymous') throw notSignedIn();
      return actor;
    },
  }),
);
