// The chart of rows: what it shows can be chosen above it. For answers of GraphiQL and of SQL.
import { eachNumber, namedBy } from '../charts/chart-columns.ts';
import { chartKinds, chartOf, choicesOf, nothing } from '../charts/chart-model.ts';
import { cautionIn } from '../charts/chart-notes.ts';
import { byId, make } from './editors.ts';
import { timeZone } from './facts.ts';
import { copySpecification, loadCharts, savePng, saveSvg, showPicture } from './picture.ts';

function offer(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make('option', { value, textContent: text })));
  select.value = chosen;
}
const worded = (columns, named) => columns.map((column) => [column, named(column)]);

/** The parts of an earlier choice, or of a link's, that fit these rows. */
function possible({ kind, across, value, by } = {}, keys, values) {
  return {
    ...(kind && { kind }),
    ...(keys.includes(across) && { across }),
    ...(values.includes(value) && { value }),
    ...((by === '' || (keys.includes(by) && by !== across)) && { by }),
  };
}

/** The rows that were drawn last, and the chart, to draw it again for a file. */
let given;
let drawn;
let listener = () => undefined;

/** Calls back with every choice that is made above the chart. */
export const onChartChoice = (called) => {
  listener = called;
};

/** What is shown, with the defaults of these rows. */
export const chosenChart = () => given?.choice;

/**
 * `isStill` says whether the rows are still wanted when the words and the code for charts have loaded; `words(column)`, perhaps promised, is
 * what people call a column, or undefined. `isTitled` is false where the page says the title itself.
 */
export async function drawChart(next) {
  const { rows, columns, document, title, isStill, isTitled = true } = next;
  const { across, values, chosen } = choicesOf(rows, columns);
  const choice = { ...chosen, ...possible(next.choice, across, values) };
  // At once: somebody may publish it meanwhile.
  given = { ...next, choice };
  // A page that has the words, as /ask, reads the fields above the chart at once.
  const words = next.words instanceof Promise ? await next.words : next.words;
  if (next.words instanceof Promise && !isStill()) return;
  const named = namedBy(words);
  const chart = chartOf(rows, choice, { document, timeZone, words });
  offer(
    byId('chart-kind'),
    [...chart.kinds.map((kind) => [kind, chartKinds[kind]]), ['table', 'table']],
    chart.kind,
  );
  offer(byId('chart-across'), worded(across, named), choice.across);
  offer(byId('chart-value'), worded(values, named), choice.value);
  const others = across.filter((column) => column !== choice.across);
  choice.by = chart.by;
  offer(byId('chart-by'), [['', 'nothing'], ...worded(others, named)], choice.by);
  byId('chart-by').disabled = choice.value === eachNumber;
  const { pictureOf, specificationOf } = await loadCharts();
  if (!isStill()) return;
  drawnWidth = widthOfPicture();
  drawn = {
    title,
    paper: () => pictureOf(chart, { title, width: drawnWidth, isPaper: true }),
    specification: () => JSON.stringify(specificationOf(chart, { title }), null, 2),
  };
  const marks = opening({ ...next, words }, choice, chart);
  const open = (tip) => marks.get(tip.split('\n').slice(0, -1).join('\n'));
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
 * What a press on a mark does, by how its tooltip begins: `behind(row, column)` gets the keys that the picture shows. Marks of periods
 * that no row has do nothing.
 */
function opening({ rows, behind, words }, { across, value, by }, { points, labels }) {
  const marks = new Map();
  if (!behind) return marks;
  const isEach = value === eachNumber;
  for (const { place, part } of points) {
    const row = rows.find(
      (one) => (one[across] || nothing) === place && (isEach || !by || (one[by] || nothing) === part),
    );
    const column = isEach ? Object.keys(row ?? {}).find((name) => namedBy(words)(name) === part) : value;
    const keys = [across, ...(by && !isEach ? [by] : [])];
    const open = row && column && behind(Object.fromEntries(keys.map((key) => [key, row[key]])), column);
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
])
  byId(id).addEventListener('change', ({ target }) => {
    if (target.value === 'table') {
      document.querySelector('[name="view"][value="table"]').click();
      return;
    }
    const choice = { ...given.choice, [part]: target.value, ...(part === 'across' && { by: '' }) };
    listener(choice);
    drawChart({ ...given, choice });
  });
byId('save-svg').addEventListener('click', () => drawn && saveSvg(drawn.paper(), drawn.title));
byId('save-png').addEventListener('click', () => drawn && savePng(drawn.paper(), drawn.title));

byId('copy-specification').addEventListener(
  'click',
  ({ target }) => drawn && copySpecification(target, drawn),
);

let resized;
let drawnWidth = 0;
const widthOfPicture = () => Math.max(280, byId('picture').clientWidth - 28);
// Drawing a chart changes the height of its container, which must not trigger another drawing.
new ResizeObserver(() => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (given?.isStill() && widthOfPicture() !== drawnWidth) drawChart(given);
  }, 150);
}).observe(byId('picture'));
