import { showOutbox } from '../../operations/operator/show-outbox.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { OutboxRef } from './type.ts';

builder.queryField('outbox', (t) =>
  t.field({
    type: OutboxRef,
    nullable: true,
    description: showOutbox.summary,
    resolve: (_, __, context) => runList(context, showOutbox, {}),
  }),
);
