import { Html, html } from '../../kit/html.ts';
import type { Page } from '../../kit/page.ts';
import type { Question } from '../store/published.ts';
import type { Answer } from './answers.ts';
import { type Saying, type Shown, wholePart } from './part.ts';

/** The caching of every page and file of a published question. */
export const cacheControl = 'private, max-age=60';

const files = { csv: 'CSV', ndjson: 'NDJSON', json: 'JSON', parquet: 'Parquet', xlsx: 'Excel' };

/** HEAD has headers alone. */
const nothing: Shown = { rows: [], columns: [], total: 0, askedOn: '', isAlone: false };

/** Returns what an answer for a page has (reading.ts). */
export function shownIn({ body }: Answer): Shown {
  const text = body.toString();
  return text === '' ? nothing : JSON.parse(text);
}

/** The page of a question: its name, its rows or its number, and links to them as files. */
export function questionPage(question: Question, address: string, answer: Answer, saying: Saying): Page {
  const { name } = question;
  const shown = shownIn(answer);
  const link = ([extension, label]: readonly string[], index: number): Html =>
    html`${index > 0 && ', '}<a href="${address}.${extension}">${label}</a>`;
  return {
    title: name,
    cacheControl,
    css: partStyle,
    main: html`<h1>${name}</h1>
<div class="card">${wholePart(shown, question, saying)}</div>
${
  shown.isAlone
    ? html`<p class="soft small">For programs: ${link(['json', 'JSON'], 0)}</p>`
    : html`<p class="soft small">The whole list as a file: ${Object.entries(files).map(link)}</p>`
}`,
  };
}

/** A chart is drawn in two sizes, and on a page of its own in three; CSS shows the one that fits. */
export const partStyle = new Html(`
.drawn { container-type: inline-size; margin-bottom: 1rem; } .drawn svg { display: block; max-width: 100%; height: auto; } td.when { white-space: nowrap; }
@container (width < 30rem) { .drawn svg:not(:last-child) { display: none; } }
@container (width >= 30rem) { .drawn svg:last-child { display: none; } }
@container (30rem <= width < 56rem) { .whole svg:first-child { display: none; } }
@container (width >= 56rem) { .whole svg:nth-child(2) { display: none; } }
.figure { font-size: clamp(2.6rem, 7vw, 4.5rem); font-weight: 700; line-height: 1.1; letter-spacing: -.03em; margin: 0 0 .5rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.change { margin: 0; color: var(--soft); } .change b { color: var(--ink); font-weight: 600; } .change span { font-size: .8em; color: var(--accent); }
`);
