// The chart of rows: what it shows can be chosen above it. For answers of GraphiQL and of SQL.
import { byId, element, make, one } from '../../kit/browser/dom.ts';
import { eachNumber, namedBy, type Row, type Words } from '../charts/chart-columns.ts';
import { type Choice, chartOf, choicesOf, nothing } from '../charts/chart-model.ts';
import { cautionIn } from '../charts/chart-notes.ts';
import { type Chart, chartKinds } from '../charts/chart-points.ts';
import { timeZone } from './facts.ts';
import { copySpecification, type Drawn, loadCharts, savePng, saveSvg, showPicture } from './picture.ts';
import type { Behind } from './table.ts';

/** The chart that is drawn. */
interface Drawing {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  readonly document: string;
  readonly title: string;
  readonly choice?: Choice | undefined;
  readonly behind?: Behind | undefined;
  /** How many different rows there are, where groups overlap. */
  readonly different?: number | undefined;
  /** The words that people use for the columns. */
  readonly words?: Words | Promise<Words> | undefined;
  /** Tells whether the rows are still wanted when the words and the code for charts have loaded. */
  readonly isStill: () => boolean;
  /** False where the page says the title itself. */
  readonly isTitled?: boolean;
}

function offer(
  id: string,
  options: readonly (readonly [string, string])[],
  chosen: string | undefined,
): void {
  const select = element(id, HTMLSelectElement);
  select.replaceChildren(...options.map(([value, text]) => make('option', { value, textContent: text })));
  select.value = chosen ?? '';
}
const worded = (columns: readonly string[], named: (column: string) => string): [string, string][] =>
  columns.map((column) => [column, named(column)]);

/** The parts of an earlier choice, or of a link's, that fit these rows. */
function possible(
  { kind, across = '', value = '', by }: Choice,
  keys: readonly string[],
  values: readonly string[],
): Choice {
  return {
    ...(kind && { kind }),
    ...(keys.includes(across) && { across }),
    ...(values.includes(value) && { value }),
    ...((by === '' || (by !== undefined && keys.includes(by) && by !== across)) && { by }),
  };
}

/** The rows that were drawn last, and the chart, to draw it again for a file. */
let given: (Drawing & { readonly choice: Choice }) | undefined;
let drawn: Drawn | undefined;
let listener: (choice: Choice) => void = () => undefined;

/** Calls back with every choice that is made above the chart. */
export const onChartChoice = (called: (choice: Choice) => void): void => {
  listener = called;
};

/** Returns the chart that is shown, with the defaults of these rows. */
export const chosenChart = (): Choice | undefined => given?.choice;

export async function drawChart(next: Drawing): Promise<void> {
  const { rows, columns, document, title, isStill, isTitled = true } = next;
  const { across, values, chosen } = choicesOf(rows, columns);
  const wanted: Choice = { ...chosen, ...possible(next.choice ?? {}, across, values) };
  // This is set at once: somebody may publish it meanwhile.
  given = { ...next, choice: wanted };
  // A page that has the words, as /ask, reads the fields above the chart at once.
  const words = next.words instanceof Promise ? await next.words : next.words;
  if (next.words instanceof Promise && !isStill()) return;
  const named = namedBy(words);
  const chart = chartOf(rows, wanted, { document, timeZone, words });
  const choice = { ...wanted, by: chart.by };
  if (given.choice === wanted) given = { ...given, choice };
  offer(
    'chart-kind',
    [...chart.kinds.map((kind) => [kind, chartKinds[kind]] as const), ['table', 'table']],
    chart.kind,
  );
  offer('chart-across', worded(across, named), choice.across);
  offer('chart-value', worded(values, named), choice.value);
  const others = across.filter((column) => column !== choice.across);
  offer('chart-by', [['', 'nothing'], ...worded(others, named)], choice.by);
  element('chart-by', HTMLSelectElement).disabled = choice.value === eachNumber;
  const { pictureOf, specificationOf } = await loadCharts();
  if (!isStill()) return;
  drawnWidth = widthOfPicture();
  drawn = {
    title,
    paper: () => pictureOf(chart, { title, width: drawnWidth, isPaper: true }),
    specification: () => JSON.stringify(specificationOf(chart, { title }), null, 2),
  };
  const marks = opening(next, words, choice, chart);
  const open = (tip: string): (() => void) | undefined => marks.get(tip.split('\n').slice(0, -1).join('\n'));
  showPicture(byId('picture'), pictureOf(chart, { title, width: drawnWidth, isTitled }), open);
  byId('left-out').textContent = [
    chart.leftOut > 0 ? `${chart.leftOut} more are not in the chart.` : '',
    chart.note,
    cautionIn(columns, document, next.different),
    marks.size > 0 ? 'Press a value to see its rows.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns what a press on a mark does, by how its tooltip begins: `behind(row, column)` gets the keys that the
 * picture shows. Marks of periods that no row has do nothing.
 */
function opening(
  { rows, behind }: Drawing,
  words: Words | undefined,
  { across = '', value = '', by }: Choice,
  { points, labels }: Chart,
): ReadonlyMap<string, () => void> {
  const marks = new Map<string, () => void>();
  if (!behind) return marks;
  const isEach = value === eachNumber;
  for (const { place, part } of points) {
    const row = rows.find(
      (one) => (one[across] || nothing) === place && (isEach || !by || (one[by] || nothing) === part),
    );
    const column = isEach ? Object.keys(row ?? {}).find((name) => namedBy(words)(name) === part) : value;
    const keys = [across, ...(by && !isEach ? [by] : [])];
    const open =
      row && column && behind(Object.fromEntries(keys.map((key) => [key, row[key] ?? ''])), column);
    const begins = [labels.place(place), part && labels.part(part)].filter(Boolean).join('\n');
    if (open) marks.set(begins, open);
  }
  return marks;
}

for (const [id, part] of [
  ['chart-kind', 'kind'],
  ['chart-across', 'across'],
  ['chart-value', 'value'],
  ['chart-by', 'by'],
] as const) {
  const select = element(id, HTMLSelectElement);
  select.addEventListener('change', () => {
    if (select.value === 'table') {
      one('[name="view"][value="table"]', HTMLInputElement).click();
      return;
    }
    if (!given) return;
    const choice = { ...given.choice, [part]: select.value, ...(part === 'across' && { by: '' }) };
    listener(choice);
    drawChart({ ...given, choice });
  });
}
byId('save-svg').addEventListener('click', () => drawn && saveSvg(drawn.paper(), drawn.title));
byId('save-png').addEventListener('click', () => drawn && savePng(drawn.paper(), drawn.title));

const copying = byId('copy-specification');
copying.addEventListener('click', () => drawn && copySpecification(copying, drawn));

let resized: number | undefined;
let drawnWidth = 0;
const widthOfPicture = (): number => Math.max(280, byId('picture').clientWidth - 28);
// Drawing a chart changes the height of its container, which must not trigger another drawing.
new ResizeObserver(() => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (given?.isStill() && widthOfPicture() !== drawnWidth) drawChart(given);
  }, 150);
}).observe(byId('picture'));
