import { limit } from '../../../base/limits.ts';
import { inWords } from '../../../base/text.ts';
import { type Html, html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import type { OperatorPersonQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { section } from './parts.ts';

type Person = NonNullable<OperatorPersonQuery['person']>;

/** The key by which a person is searched: one of the two. */
export interface AskedPerson {
  readonly ident?: string;
  readonly email?: string;
}

const here = '/operator/person';

const mostShown = limit('rows of a table on the page of a person', 100, 'The files have all.');

/** Everything that is held about a person, also as files to hand over. */
export function personPage(asked: AskedPerson, person: Person | null | undefined): ConsolePage {
  const same = new URLSearchParams({ ...asked }).toString();
  return {
    title: 'What is held about a person',
    here,
    main: html`<h1>What is held about a person</h1>
<form action="${here}" class="inline"><label>Identity code <input type="text" name="ident" value="${asked.ident ?? ''}" placeholder="EE:37605030299"></label>
<label>or e-mail address <input name="email" type="email" value="${asked.email ?? ''}"></label> <button>Search</button></form>
<p class="soft">Searches everything that is stored, which takes a while in a large registry. Each search is written to the access log.</p>
${person && personFound(person)}
${
  person &&
  html`<p>To hand over: <a href="${here}.html?${same}" download="person.html">a document</a>, <a href="${here}.json?${same}" download>the same as JSON</a></p>
${actionForm(actions.personErase, { fixed: { ident: asked.ident ?? '', email: asked.email ?? '' }, back: `${here}?${same}` })}`
}`,
  };
}

const personFound = ({ key, contacts, places }: Person): Html => html`
<p>Held about <strong>${key}</strong>${contacts.length > 0 && html`, who is or was the contact ${contacts.join(', ')}`}: ${places.length} kinds of records.</p>
${places.map(({ name, kept, isWhole, rows }) =>
  section(
    `place-${name}`,
    inWords(name),
    html`<p class="soft">${kept === null ? 'Erasure removes these.' : `Kept: ${kept}.`} ${rows.length > mostShown && `The newest ${mostShown} of ${isWhole ? '' : 'more than '}${rows.length}; the files have more.`}</p>
${rows.slice(0, mostShown).map((row) => facts(row))}`,
  ),
)}`;

const facts = (row: unknown): Html =>
  html`<dl class="facts">${Object.entries(row as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        html`<dt>${inWords(name)}</dt><dd>${typeof value === 'object' ? html`<code>${JSON.stringify(value)}</code>` : String(value)}</dd>`,
    )}</dl>`;
