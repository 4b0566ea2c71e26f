import type { Registrar } from '../../store/registrars.ts';
import { registrarsById } from '../../store/registrars.ts';
import { builder } from '../builder.ts';
import { byId, rowId } from '../loading.ts';
import { nodeIsVisible } from '../node-visibility.ts';

export const RegistrarRef = builder.loadableNodeRef<Registrar, number>('Registrar', {
  id: { resolve: (registrar) => registrar.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await registrarsById(database.db, ids)),
});

RegistrarRef.implement({
  description: 'A company that registers domains for its customers.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its short name: the prefix of its contact codes.' }),
    name: t.exposeString('name', { description: 'Its full name.' }),
    website: t.exposeString('website', {
      nullable: true,
      description: 'Its public web site, if it has one.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Where it can be reached.' }),
  }),
});

nodeIsVisible<Registrar>(
  'Registrar',
  (registrar, actor) =>
    actor.kind === 'operator' || (actor.kind === 'registrar' && actor.registrarId === registrar.id),
);
