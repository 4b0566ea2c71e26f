import type { Format } from '../../apis/graphql/files/format.ts';
import type { Column } from '../../apis/graphql/files/selected.ts';
import { chartOf, choicesOf, overlapIn } from '../../core/chart-model.js';
import { pictureOf } from '../../core/chart-picture.js';
import { cellAt } from '../../core/table-rows.js';
import type { Question } from '../../registry/operations/readers/shown.ts';
import { Html, html } from '../shared/html.ts';

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

const drawn = { BARS: 'bars', STACKED_BARS: 'stacked', LINE: 'line', AREA: 'area', SHARE: 'share' } as const;
/** A size for desktops and walls, and one for phones; the page shows the one that fits (pages.ts). */
const widths = [640, 320];

/** The published chart, drawn on the server so that the page needs no script; undefined if there is nothing to draw. */
export function chartIn(
  { rows, columns }: ShownRows,
  { look, name, document }: Pick<Question, 'look' | 'name' | 'document'>,
  timeZone: string,
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
  const chart = chartOf(cells, choice, { document, timeZone });
  // `pictureOf` escapes all text in the chart.
  const drawing = (width: number): Html =>
    new Html(pictureOf(chart, { title: name, width, isTitled: false }));
  return html`<div class="drawn">${widths.map(drawing)}</div>`;
}

/** A table that needs no script. */
export const tableOf = ({ rows, columns }: ShownRows, caption: string): Html =>
  rows.length === 0
    ? html`<p>No rows.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.name}</th>`)}</tr></thead>
<tbody>${rows.map(
        (row) =>
          html`<tr>${columns.map((column) => html`<td${classOf(column)}>${shownCell(row, column)}</td>`)}</tr>
`,
      )}</tbody>
</table></div>${overlapOf(columns)}`;

/** Said below the table, which stands below the chart. */
function overlapOf(columns: readonly Column[]): Html | undefined {
  const said = overlapIn(columns.map(({ name }) => name));
  return said ? html`<p class="soft small">${said}</p>` : undefined;
}

const numbers: ReadonlySet<string> = new Set(['Int', 'BigInt', 'Float', 'Decimal']);

/** Dates and timestamps stay on one line. */
const times: ReadonlySet<string> = new Set(['Date', 'DateTime']);

function classOf({ scalar = '' }: Column): Html {
  if (numbers.has(scalar)) return html` class="number"`;
  return times.has(scalar) ? html` class="when"` : html``;
}

/** Timestamps in a readable format; the graph gives them in the registry's time zone. */
function shownCell(row: unknown, { path, scalar }: Column): string {
  const text = cellAt(row, path);
  return scalar === 'DateTime' && text.length > 16 ? `${text.slice(0, 10)} ${text.slice(11, 16)}` : text;
}
