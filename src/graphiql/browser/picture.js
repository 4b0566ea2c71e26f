// A chart as one SVG, with its title and its legend inside, so that it is whole wherever it is taken.
import { canBeStacked } from './chart-model.js';
import { download, make } from './editors.js';
import { plainFetch } from './session.js';

let plotLoading;

/** The charting library is fetched when the first chart is drawn. */
export function loadPlot() {
  plotLoading ??= runScript('/assets/charts.js').then(() => globalThis.Plot);
  return plotLoading;
}

async function runScript(path) {
  const response = await plainFetch(path);
  if (!response.ok) throw new Error(`${path} cannot be had now`);
  // The page's policy runs nothing by address; what it has read itself it may run.
  const script = make('script', {
    src: URL.createObjectURL(new Blob([await response.blob()], { type: 'text/javascript' })),
  });
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  URL.revokeObjectURL(script.src);
}

const colours = [
  '#3b7dd8',
  '#e08a1e',
  '#2f9e6e',
  '#c8509b',
  '#8a6fd1',
  '#b0861a',
  '#1f9aa8',
  '#d2573f',
  '#7f8c9a',
  '#7aa02c',
];

// As all our pages write days: 2026-11-16, 2026-11, 2026.
const lengths = { DAY: 10, WEEK: 10, MONTH: 7, YEAR: 4 };

function nameOfPeriod(day, period) {
  const date = new Date(day);
  if (period === 'QUARTER') return `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
  const name = date.toISOString().slice(0, lengths[period]);
  return period === 'WEEK' ? `Week of ${name}` : name;
}

function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const ruler = document.createElement('canvas').getContext('2d');
ruler.font = '12px system-ui, sans-serif';
const textWidth = (text) => ruler.measureText(text).width;

const words = { 'font-size': 12, fill: 'currentColor', 'text-anchor': 'start' };

/** The legend of the colours, in as many lines as it takes. */
function legendOf(name, parts, width) {
  let [x, y] = [textWidth(name) + 14, 0];
  const entries = parts.map((part, index) => {
    const wide = 34 + textWidth(part);
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20];
    const at = x;
    x += wide;
    return svg(
      'g',
      { transform: `translate(${at},${y})` },
      svg('rect', { width: 12, height: 12, y: 2, rx: 2, fill: colours[index % colours.length] }),
      svg('text', { x: 17, y: 12 }, part),
    );
  });
  const title = svg('text', { y: 12, 'font-style': 'italic' }, name);
  return {
    group: svg('g', { ...words, transform: 'translate(0,30)' }, title, ...entries),
    height: y + 20,
  };
}

export function pictureOf(Plot, chart, { across, value, by, title, width }) {
  const { kind, points, parts, period, isMoney } = chart;
  const money = new Intl.NumberFormat('en-GB', isMoney ? { minimumFractionDigits: 2 } : {});
  const isLine = kind === 'line';
  const data = points.map((point) => {
    const place = isLine ? nameOfPeriod(point.place, period) : point.place;
    return {
      ...point,
      place: isLine ? new Date(point.place) : point.place,
      reported: [place, point.part, `${value}: ${money.format(point.value)}`].filter(Boolean).join('\n'),
    };
  });
  const legend = legendOf(by, parts, width);
  const top = 30 + (parts.length > 0 ? legend.height + 6 : 0);
  const valueLabel = isMoney ? `${value} (EUR)` : value;
  const { height, ...options } = isLine
    ? lineOptions(Plot, data, chart, { value, across: `${across}, by ${period.toLowerCase()}` })
    : barOptions(Plot, data, chart, { value, valueLabel, width });
  const drawing = Plot.plot({
    ...options,
    width,
    height: height + top,
    marginTop: top + 30,
    color: { domain: parts, range: parts.map((_, index) => colours[index % colours.length]) },
    style: { fontSize: '12px', fontFamily: 'system-ui, sans-serif', background: 'transparent' },
  });
  // Parts of a picture have no names of their own; the picture has one.
  for (const part of drawing.querySelectorAll('[aria-label]')) {
    part.dataset.mark = part.getAttribute('aria-label');
    part.removeAttribute('aria-label');
  }
  const what = `${isLine ? 'Line' : 'Bar'} chart: ${value} by ${across}${by ? ` and ${by}` : ''}, ${points.length} values.`;
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', `${title}. ${what} The table has them all.`);
  drawing.prepend(
    svg('text', { ...words, y: 16, 'font-size': 15, 'font-weight': 600 }, title),
    ...(parts.length > 0 ? [legend.group] : []),
    svg('text', { ...words, y: top + 14 }, isLine ? `↑ ${valueLabel}` : across),
  );
  return drawing;
}

/** An axis of counts has whole numbers only. */
const wholeTicks = (data) => {
  const areWhole = data.every(({ value }) => Number.isInteger(value));
  return (tick) => (areWhole && !Number.isInteger(tick) ? '' : tick.toLocaleString('en-GB'));
};

function lineOptions(Plot, data, chart, { value, across }) {
  const isSplit = chart.parts.length > 0;
  const isStacked = isSplit && canBeStacked(value);
  const paint = isSplit ? 'part' : colours[0];
  const place = { x: 'place', y: 'value', z: 'part' };
  const stacked = (channels) => (isStacked ? Plot.stackY2(channels) : channels);
  return {
    height: 340,
    marginLeft: 64,
    marginRight: 24,
    marginBottom: 44,
    x: { type: 'utc', label: across, ...(chart.places.length === 1 && { ticks: 1 }) },
    y: { label: null, grid: true, nice: true, zero: true, tickFormat: wholeTicks(data) },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      ...(isStacked ? [Plot.areaY(data, Plot.stackY({ ...place, fill: paint, fillOpacity: 0.35 }))] : []),
      Plot.lineY(data, stacked({ ...place, stroke: paint, strokeWidth: 2 })),
      Plot.dot(data, stacked({ ...place, fill: paint, r: 3 })),
      Plot.tip(data, Plot.pointerX(stacked({ ...place, title: 'reported' }))),
    ],
  };
}

function barOptions(Plot, data, chart, { value, valueLabel, width }) {
  const { places } = chart;
  const isSplit = chart.parts.length > 0;
  const isStacked = isSplit && canBeStacked(value);
  const longest = Math.max(...places.map((place) => textWidth(place)));
  // Bars that cannot be stacked stand beside each other, each in its own band.
  const beside = isSplit && !isStacked;
  const place = { x: 'value', y: beside ? 'part' : 'place', ...(beside && { fy: 'place' }), z: 'part' };
  const stacked = (channels) => (isStacked ? Plot.stackX(channels) : channels);
  const bands = places.length * (beside ? chart.parts.length : 1);
  return {
    height: bands * 28 + 70,
    marginLeft: Math.min(Math.max(60, longest + 16), width / 2.5),
    marginRight: 32,
    marginBottom: 44,
    x: {
      label: valueLabel,
      grid: true,
      nice: true,
      zero: true,
      tickFormat: wholeTicks(data),
      ticks: width < 500 ? 4 : 8,
    },
    ...(beside
      ? { fy: { domain: places, label: null }, y: { axis: null } }
      : { y: { domain: places, label: null } }),
    marks: [
      Plot.barX(data, stacked({ ...place, fill: isSplit ? 'part' : colours[0] })),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.tip(data, Plot.pointerY(stacked({ ...place, title: 'reported' }))),
    ],
  };
}

/** On paper, whatever the screen looks like. */
function standalone(picture) {
  const copy = picture.cloneNode(true);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('style', 'color:#17202b;background:#fff;font:12px system-ui,sans-serif');
  for (const tip of copy.querySelectorAll('[aria-label="tip"], [data-mark="tip"]')) tip.remove();
  return new XMLSerializer().serializeToString(copy);
}

const fileName = (picture) => picture.querySelector('text').textContent.toLowerCase().replaceAll(/\W+/g, '-');

export const saveSvg = (picture) =>
  download(new Blob([standalone(picture)], { type: 'image/svg+xml' }), `${fileName(picture)}.svg`);

export async function savePng(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standalone(picture))}`;
  await image.decode();
  const sharp = 2;
  const canvas = make('canvas', { width: image.width * sharp, height: image.height * sharp });
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download(blob, `${fileName(picture)}.png`), 'image/png');
}
