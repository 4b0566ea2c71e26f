import { listRegistrars } from '../../operations/operator/list-registrars.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { RegistrarRef } from './type.ts';

builder.queryField('registrars', (t) =>
  t.field({
    type: [RegistrarRef],
    nullable: true,
    description: listRegistrars.summary,
    resolve: (_, __, context) => runList(context, listRegistrars, {}),
  }),
);
