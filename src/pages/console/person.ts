import { type Html, html } from '../shared/html.ts';

import { actions } from './actions.ts';
import type { OperatorPersonQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { inWords, section } from './parts.ts';

type Person = NonNullable<OperatorPersonQuery['personData']>;

const here = '/operator/person';

/** Everything that is held about a person, as a document that can be printed and handed over. */
export function personPage(asked: string, person: Person | null | undefined): ConsolePage {
  return {
    title: 'What is held about a person',
    here,
    main: html`<h1>What is held about a person</h1>
<form action="${here}" class="inline"><label>Identity code or e-mail address <input name="person" value="${asked}" required></label> <button>Look</button></form>
<p class="soft">Looks through everything that is stored, and takes a while in a large registry. Each look is written to the access log.</p>
${person && personDocument(person)}
${
  person &&
  html`<p><a href="${here}.json?person=${encodeURIComponent(person.key)}" download>The same as JSON</a></p>
${actionForm(actions.personErase, { fixed: { person: person.key }, back: here })}`
}`,
  };
}

const personDocument = ({ key, contacts, places }: Person): Html => html`
<p>Held about <strong>${key}</strong>${contacts.length > 0 && html`, who is or was the contact ${contacts.join(', ')}`}: ${places.length} kinds of records.</p>
${places.map(({ name, kept, isWhole, rows }) =>
  section(
    `place-${name}`,
    inWords(name),
    html`<p class="soft">${kept === null ? 'Erasure removes these.' : `Kept: ${kept}.`} ${!isWhole && 'Only the first 500 are shown.'}</p>
${rows.map((row) => facts(row))}`,
  ),
)}`;

const facts = (row: unknown): Html =>
  html`<dl class="facts">${Object.entries(row as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        html`<dt>${inWords(name)}</dt><dd>${typeof value === 'object' ? html`<code>${JSON.stringify(value)}</code>` : String(value)}</dd>`,
    )}</dl>`;
