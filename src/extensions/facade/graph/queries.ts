import { showMirror } from '../../../registry/operations/mirror/show-mirror.ts';
import { builder } from '../builder.ts';
import { runQuery } from '../run.ts';
import { MirrorRef } from './type.ts';

builder.queryField('mirror', (t) =>
  t.field({
    type: MirrorRef,
    nullable: true,
    description: `${showMirror.summary} Null at the registry itself, which has no upstream.`,
    resolve: (_, __, context) => runQuery(context, showMirror, {}),
  }),
);
