import { html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import { byRegistrar } from './finding.ts';
import { actionForm } from './forms.ts';
import { all, type Filter, list, type Query } from './lists.ts';
import { registrarLink, tag, when } from './parts.ts';
import { mayRevoke } from './role.ts';

const tabs = { '/operator/questions': 'Questions', '/operator/boards': 'Boards' };

const filters: readonly Filter[] = [
  { name: 'q', label: 'Name or owner' },
  byRegistrar,
  { name: 'state', label: 'State', none: 'can be read', choices: { ended: 'ended' } },
];

const chosen = ({ q, registrar, state }: Query) => [
  { expiresAt: state === 'ended' ? { lt: 'PT0S' } : { gte: 'PT0S' } },
  q && { or: [{ name: { contains: q } }, { createdBy: { contains: q } }] },
  registrar && { registrar: { eq: registrar } },
];

interface Published {
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly registrar: { readonly code: string } | null;
}

const published = [
  {
    head: 'Owner',
    cell: ({ registrar }: Published) => (registrar ? registrarLink(registrar.code) : tag('no registrar')),
  },
  {
    head: 'Published',
    cell: ({ createdAt, createdBy }: Published) =>
      html`${when(createdAt)} <span class="soft">by ${createdBy}</span>`,
  },
  { head: 'Until', cell: ({ expiresAt }: Published) => when(expiresAt) },
];

const questions = list({
  name: 'questions',
  path: '/questions',
  title: 'Published questions',
  about:
    'Queries that anyone with the address can read without signing in, with the rights of the user who published them. Only that user knows the address.',
  tabs,
  filters: [
    ...filters,
    { name: 'personal', label: 'Personal data', choices: { yes: 'may show it', no: 'none' } },
  ],
  ask: (page, query) => ({
    ...page,
    where: all(...chosen(query), query.personal && { personalData: { eq: query.personal === 'yes' } }),
  }),
  rows: (data) => data.questions,
  columns: (back) => [
    {
      head: 'Name',
      cell: ({ name, document, variables, personalData }) =>
        html`${name} ${personalData && tag('personal data', 'warn')}
<details class="changes"><summary>Query</summary><pre tabindex="0">${document}</pre>
${Object.keys(variables ?? {}).length > 0 && html`<pre tabindex="0">${JSON.stringify(variables, null, 2)}</pre>`}</details>`,
    },
    ...published,
    {
      head: 'Read',
      cell: ({ reads, lastReadAt }) =>
        html`${reads === 1 ? 'once' : `${reads} times`}${lastReadAt && html`, last ${when(lastReadAt)}`}`,
    },
    {
      head: '',
      cell: ({ id, name, ...made }) =>
        mayRevoke(made) &&
        actionForm(actions.questionRevoke, { fixed: { id }, back, isCompact: true, about: name }),
    },
  ],
  many: {
    whole: 'questions',
    actions: [actions.questionRevoke],
    of: ({ id, name, registrar, createdBy, createdAt }) =>
      mayRevoke({ registrar, createdBy }) && {
        about: `${name}, published by ${createdBy} on ${createdAt.slice(0, 19).replace('T', ' ')}`,
        fields: { id },
      },
  },
});

const boards = list({
  name: 'boards',
  path: '/boards',
  title: 'Boards',
  about: 'Pages that show several published questions at an address of their own.',
  tabs,
  filters,
  ask: (page, query) => ({ ...page, where: all(...chosen(query)) }),
  rows: (data) => data.boards,
  columns: (back) => [
    { head: 'Name', cell: ({ name }) => name },
    ...published,
    { head: 'Shows', cell: ({ questions: shown }) => shown.map((one) => one.name).join(', ') },
    {
      head: '',
      cell: ({ id, name, ...made }) =>
        mayRevoke(made) &&
        actionForm(actions.boardRevoke, { fixed: { id }, back, isCompact: true, about: name }),
    },
  ],
  many: {
    whole: 'boards',
    actions: [actions.boardRevoke],
    of: ({ id, name, registrar, createdBy, createdAt }) =>
      mayRevoke({ registrar, createdBy }) && {
        about: `${name}, published by ${createdBy} on ${createdAt.slice(0, 19).replace('T', ' ')}`,
        fields: { id },
      },
  },
});

export const publishedLists = [questions, boards];
