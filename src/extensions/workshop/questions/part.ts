import { cellAt } from '../../../apis/graphql/files/cell.ts';
import type { Format } from '../../../apis/graphql/files/format.ts';
import type { Column } from '../../../apis/graphql/files/selected.ts';
import { Html, html } from '../../kit/html.ts';
import { changeInWords, figureInWords, namedBy, valueInWords } from '../charts/chart-columns.ts';
import { chartOf, choicesOf } from '../charts/chart-model.ts';
import { cautionIn, periodsIn } from '../charts/chart-notes.ts';
import { pictureOf } from '../charts/chart-picture.ts';
import type { Question } from '../store/published.ts';
import type { Words } from '../words-of.ts';

/** Collects the rows of one page of a list for display. */
export class ShownRows implements Format {
  readonly type = 'text/html; charset=utf-8';
  readonly name = 'The page';
  readonly extension = 'html';
  rows: readonly unknown[] = [];
  columns: readonly Column[] = [];

  write(rows: readonly unknown[], columns: readonly Column[]): string {
    this.rows = rows;
    this.columns = columns;
    return '';
  }

  stopped(): string {
    return '';
  }
}

/** The part of an answer that pages show: rows, or one number. */
export interface Shown {
  readonly rows: readonly unknown[];
  readonly columns: readonly Column[];
  /** How many rows the list has. */
  readonly total: number;
  readonly askedOn: string;
  /** A number of a document without a list, which no file can hold. */
  readonly isAlone: boolean;
}

/** The one number of an answer, and what it was before. */
interface Figure {
  readonly name: string;
  readonly text: string;
  readonly before: string | undefined;
}

const drawn = { BARS: 'bars', STACKED_BARS: 'stacked', LINE: 'line', AREA: 'area', SHARE: 'share' } as const;

type Asked = Pick<Question, 'look' | 'name' | 'document'>;

/** How pages say what they show. */
export interface Saying {
  readonly timeZone: string;
  readonly words: Words;
}

/** The sizes of a drawing, for a wide and for a narrow place; the page shows the one that fits (pages.ts). */
interface Sizes {
  readonly width: number;
  readonly height?: number;
}
const narrow = { width: 320 };
/** The sizes on the page of one question, on a desk and on a tablet. */
const wholeSizes = [{ width: 960, height: 400 }, { width: 640 }];

const numbers: ReadonlySet<string> = new Set(['Int', 'BigInt', 'Float', 'Decimal']);

const noneOf: Readonly<Record<string, string>> = { count: '0', sum: '0.00', charged: '0.00' };

/**
 * An answer of one number, alone or beside the same one under `before`: compareTo gives it that name, or an alias
 * does.
 */
export function figureIn({ rows, columns }: Pick<Shown, 'rows' | 'columns'>): Figure | undefined {
  if (columns.length === 0 || rows.length > 1 || !columns.every(({ scalar = '' }) => numbers.has(scalar)))
    return undefined;
  const isBefore = ({ path }: Column): boolean => path.includes('before');
  const [column, ...others] = columns.filter((one) => !isBefore(one));
  const [before, ...more] = columns.filter(isBefore);
  if (!column || others.length > 0 || more.length > 0) return undefined;
  // Without rows, counts and sums are zero.
  const none = rows.length === 0 && (noneOf[column.name] ?? '');
  const [row] = rows;
  const text = none === false ? cellAt(row, column.path) : none;
  if (text === '') return undefined;
  const earlier = before && row !== undefined ? cellAt(row, before.path) : undefined;
  return { name: column.name, text, before: earlier || undefined };
}

/** A number as large as its card allows, with its change. */
function figureOf({ name, text, before }: Figure): Html {
  const shown = figureInWords(name, text);
  return html`<p class="figure" data-long="${shown.length > 9 ? 'yes' : 'no'}">${shown}</p>${
    before !== undefined && changeOf(name, text, before)
  }`;
}

function changeOf(name: string, text: string, before: string): Html {
  const { change, said, part } = changeInWords(name, text, before);
  const was = figureInWords(name, before);
  if (change === 0) return html`<p class="change">unchanged</p>`;
  const [arrow, word] = change > 0 ? ['▲', 'more'] : ['▼', 'less'];
  return html`<p class="change"><b><span aria-hidden="true">${arrow}</span> ${said}${part && ` (${part})`}</b> ${word} than ${was} before</p>`;
}

/** The published chart, drawn on the server so that the page needs no script; undefined if there is nothing to draw. */
function chartIn(
  { rows, columns }: Shown,
  { look, name, document }: Asked,
  saying: Saying,
  sizes: readonly Sizes[],
): Html | undefined {
  if (look?.as !== 'CHART') return undefined;
  const names = columns.map((column) => column.name);
  const cells = rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, cellAt(row, column.path)])),
  );
  const { chosen } = choicesOf(cells, names);
  const named = (name: string | undefined): string | undefined =>
    name !== undefined && names.includes(name) ? name : undefined;
  const choice = {
    across: named(look.across) ?? chosen.across,
    value: named(look.value) ?? chosen.value,
    by: named(look.stackedBy) ?? (look.across || look.value ? '' : chosen.by),
    kind: look.kind && drawn[look.kind],
  };
  if (cells.length === 0 || !choice.across) return undefined;
  const chart = chartOf(cells, choice, { document, ...saying });
  // `pictureOf` escapes all text in the chart. A legend takes its room from the height.
  const drawing = ({ width, height = 340 }: Sizes): Html =>
    new Html(
      pictureOf(chart, {
        title: name,
        isTitled: false,
        width,
        height: chart.parts.length > 0 ? height - 22 : height,
      }),
    );
  const note = chart.note && html`<p class="soft small">${chart.note}</p>`;
  const classes = ['drawn', chart.isTime && 'fits', sizes.length > 1 && 'whole'].filter(Boolean).join(' ');
  return html`<div class="${classes}">${[...sizes, narrow].map(drawing)}</div>${note}`;
}

/** A table that needs no script. */
const tableOf = ({ rows, columns }: Shown, { name: caption, document }: Asked, { words }: Saying): Html =>
  rows.length === 0
    ? html`<p class="soft">No rows.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${titlesOf(columns, words, document).map((title, index) => html`<th scope="col"${classOf(columns[index])}>${title}</th>`)}</tr></thead>
<tbody>${rows.map(
        (row) =>
          html`<tr>${columns.map((column) => html`<td${classOf(column)}>${shownCell(row, column)}</td>`)}</tr>
`,
      )}</tbody>
</table></div>`;

/** Returns the titles in words, unless two columns would have the same. */
function titlesOf(columns: readonly Column[], words: Words, document: string): readonly string[] {
  const named = namedBy(words);
  const times = periodsIn(document);
  const titles = columns.map(({ name }) =>
    name === times?.column ? `${named(name)}, by ${times.period?.toLowerCase()}` : named(name),
  );
  return titles.map((title, index) =>
    titles.filter((other) => other === title).length > 1 ? (columns[index]?.name ?? title) : title,
  );
}

const countOf = ({ rows, total }: Shown): string => {
  if (rows.length < total) return `${rows.length} of ${total} rows`;
  return total === 1 ? '1 row' : `${total} rows`;
};

function cautionOf({ columns }: Shown, { document }: Asked): Html | undefined {
  const said = cautionIn(
    columns.map(({ name }) => name),
    document,
  );
  return said ? html`<p class="soft small">${said}</p>` : undefined;
}

/** The page of a question: the chart with its table below, or the number. */
export function wholePart(shown: Shown, question: Asked, saying: Saying): Html {
  const figure = figureIn(shown);
  const asked = html`<p class="soft small">Asked on ${shown.askedOn}.${!figure && ` ${countOf(shown)}.`}</p>`;
  if (figure) return html`${figureOf(figure)}\n${asked}`;
  return html`${chartIn(shown, question, saying, wholeSizes)}
${tableOf(shown, question, saying)}${cautionOf(shown, question)}
${asked}`;
}

/**
 * Draws a card on a wall: the chart alone, with its table on demand; the table where there is no chart; or the
 * number.
 */
export function cardPart(shown: Shown, question: Asked, saying: Saying, wide: Sizes): Html {
  const figure = figureIn(shown);
  if (figure) return figureOf(figure);
  const chart = chartIn(shown, question, saying, [wide]);
  const table = tableOf(shown, { ...question, name: `Rows of ${question.name}` }, saying);
  const said = cautionOf(shown, question);
  if (!chart)
    return html`${table}${said}${shown.rows.length > 0 && html`<p class="soft small">${countOf(shown)}</p>`}`;
  return html`${chart}<details class="rows"><summary>Table<span>, ${countOf(shown)}</span></summary>${table}</details>${said}`;
}

/** Dates and timestamps stay on one line. */
const times: ReadonlySet<string> = new Set(['Date', 'DateTime']);

function classOf({ scalar = '' }: Pick<Column, 'scalar'> = {}): Html {
  if (numbers.has(scalar)) return html` class="number"`;
  return times.has(scalar) ? html` class="when"` : html``;
}

/** The scalars of what people write, which stays as it is; the names of enumerations become words. */
const texts: ReadonlySet<string> = new Set(['String', 'ID']);

/** Timestamps in a readable format; the graph gives them in the registry's time zone. */
function shownCell(row: unknown, { name, path, scalar }: Column): string {
  const text = cellAt(row, path);
  if (scalar === 'Boolean') return text === 'true' ? 'yes' : text === 'false' ? 'no' : text;
  if (scalar !== undefined && !texts.has(scalar) && !times.has(scalar))
    return valueInWords(name, text, namedBy(undefined));
  return scalar === 'DateTime' && text.length > 16 ? `${text.slice(0, 10)} ${text.slice(11, 16)}` : text;
}
