import type { Extension } from '../../apis/extension-points.ts';
import { beginWith } from '../kit/beginning.ts';
import { mountAsk } from './ask/mount.ts';
import { GraphiQLPage } from './page.ts';
import './questions/graph/mutations.ts';
import './questions/graph/queries.ts';
import { mountQuestions } from './questions/mount.ts';
import './spreadsheets.ts';
import { mountSql } from './sql/mount.ts';

export const extension: Extension = {
  name: 'workshop',
  about: 'Questions: the page of GraphiQL, /ask, /sql, charts, published questions and boards.',
  needs: ['kit'],
  graphiql: (services, schema) => new GraphiQLPage(services, schema),
  mount: (app, services, { schema, ask, notFound }) => {
    const { wordsOf, ...beginning } = mountAsk(app, services, schema);
    beginWith(app, beginning);
    mountSql(app, services, schema);
    mountQuestions(app, services, { schema, ask, wordsOf }, notFound);
  },
};
