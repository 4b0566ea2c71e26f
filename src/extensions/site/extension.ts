import type { Extension } from '../../apis/extension-points.ts';
import { mountChanges } from './changes.ts';
import { mountConfirm } from './confirm.ts';
import { mountDocs } from './docs.ts';
import { mountGuides } from './guides.ts';
import { mountLanding } from './landing.ts';
import { mountSchema } from './schema.ts';

export const extension: Extension = {
  name: 'site',
  about: 'The landing page, guides, REST docs, the page of the schema, change sets, confirmation pages.',
  needs: ['kit'],
  mount: (app, services, { schema }) => {
    mountDocs(app, services);
    mountChanges(app, services);
    mountSchema(app, services, schema);
    mountGuides(app, services, schema);
    mountLanding(app, services, schema);
    mountConfirm(app, services);
  },
};
