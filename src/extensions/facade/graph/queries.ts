import { builder } from '../../../apis/graphql/builder.ts';
import { runQuery } from '../../../apis/graphql/run.ts';
import { showMirror } from '../operations/show-mirror.ts';
import { MirrorRef } from './type.ts';

builder.queryField('mirror', (t) =>
  t.field({
    type: MirrorRef,
    nullable: true,
    description: `${showMirror.summary} Null at the registry itself, which has no upstream.`,
    resolve: (_, __, context) => runQuery(context, showMirror, {}),
  }),
);
