import type { Question } from '../../registry/operations/readers/shown.ts';
import { Html, html } from '../shared/html.ts';
import type { Page } from '../shared/page.ts';
import { pageScript } from '../shared/scripts.ts';
import type { Answer } from './answers.ts';

/** The answer of a question on a board; undefined if the question has ended. */
type Part = { readonly name: string; readonly answer: Answer } | undefined;

/** The caching of every page and file of a published question. */
export const cacheControl = 'private, max-age=60';

const files = { csv: 'CSV', ndjson: 'NDJSON', json: 'JSON', parquet: 'Parquet', xlsx: 'Excel' };

/** The page of a question: its name, its rows, and links to them as files. */
export const questionPage = ({ name }: Question, address: string, answer: Answer): Page => ({
  title: name,
  cacheControl,
  css: style,
  main: html`<h1>${name}</h1>
<div class="card">${markup(answer)}</div>
<p class="soft small">The whole list as a file: ${Object.entries(files).map(
    ([extension, label], index) => html`${index > 0 && ', '}<a href="${address}.${extension}">${label}</a>`,
  )}</p>`,
});

/** Two questions in a row, one on a phone; reloaded while the tab is visible (src/pages/browser/board.js). */
export const boardPage = (name: string, parts: readonly Part[], readOn: string): Page => ({
  title: name,
  cacheControl,
  css: boardStyle,
  script: pageScript('board.js'),
  main: html`<h1>${name}</h1>
<div class="halves">${parts.map((part) => html`<section class="card">${shown(part)}</section>`)}</div>
<p class="soft small" id="read">Read on ${readOn}.</p>`,
});

function shown(part: Part): Html {
  if (!part) return html`<p class="soft">This question has ended.</p>`;
  const { name, answer } = part;
  const isRead = answer.status === 200;
  return html`<h2 class="first">${name}</h2>${
    isRead ? markup(answer) : html`<p class="soft">${answer.body.toString()}</p>`
  }`;
}

/** Rendered by part.ts, which escapes all values. */
const markup = ({ body }: Answer): Html => new Html(body.toString());

/** A chart is drawn in two sizes; CSS shows the one that fits. */
const style = new Html(`
.drawn { container-type: inline-size; margin-bottom: 1rem; } .drawn svg { display: block; max-width: 100%; height: auto; } td.when { white-space: nowrap; }
@container (width < 30rem) { .drawn svg:first-child { display: none; } }
@container (width >= 30rem) { .drawn svg:last-child { display: none; } }
`);

/** Boards are wider than other pages, because they are made for wall screens. */
const boardStyle = new Html(`${style.text}
body > header, main { max-width: 110rem; } .halves { grid-template-columns: repeat(auto-fit, minmax(max(24rem, 45%), 1fr)); }
@media (max-width: 56rem) { .halves { grid-template-columns: minmax(0, 1fr); } }
`);
