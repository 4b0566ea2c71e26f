import { registrarRows } from '../../operations/readers/rows.ts';
import type { Registrar } from '../../store/registry/registrars.ts';
import { builder } from '../builder.ts';
import { byId, rowId } from '../loading.ts';

export const RegistrarRef = builder.loadableNodeRef<Registrar, number>('Registrar', {
  id: { resolve: (registrar) => registrar.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await registrarRows.many(database.db, ids)),
});

RegistrarRef.implement({
  description: 'A company through which people and organisations register their domains.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'The short name by which the registry knows it, and with which its contact codes begin: ALPHA.',
    }),
    name: t.exposeString('name', { description: 'The full name of the company.' }),
    website: t.exposeString('website', {
      nullable: true,
      description: 'The address of its public web site; null when it has none.',
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address at which the registry reaches it; null when it has given none.',
    }),
  }),
});
