import { failure } from '../../core/errors.ts';
import { builder } from '../builder.ts';
import { graphqlError } from '../refusals.ts';
import { ViewerRef } from './type.ts';

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    description: 'Tells who you are to the registry: the first thing to ask when something is FORBIDDEN.',
    resolve: (_, __, { actor }) => {
      if (actor.kind === 'anonymous')
        throw graphqlError(failure('AUTHORIZATION', 'Say who you are: send an Authorization header'), true);
      return actor;
    },
  }),
);
