// Draws a chart as one SVG text with its title and legend inside, so that it is complete in a page that the server
// renders, in a browser and in a file. It contains no script and no style (only attributes, which every content
// security policy allows); text takes the colour of the page. Every mark has its value in a <title>, which browsers
// show on hover. chart-model.ts shows how to make a chart.
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Period } from './chart-columns.ts';
import type { Chart, Point } from './chart-points.ts';
import { type Attributes, palette, shortened, tag, textWidth, words } from './svg.ts';

/** The place in which a chart is drawn, and the colour of each part. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly isSmall: boolean;
  readonly colourOf: ColourOf;
}
type ColourOf = (part: string) => string;
interface Drawn {
  readonly text: string;
  readonly height: number;
}
type Band = ReturnType<typeof scaleBand>;
type Scale = (value: number) => number;

/**
 * Draws a chart. `isTitled: false` is for a page that shows the title itself, `isSmall` for one that also explains the
 * axes; `isPaper` is for files, dark on white wherever they are opened. `colours` replace ours.
 */
export function pictureOf(
  chart: Chart,
  {
    title,
    width,
    height = 340,
    isTitled = true,
    isSmall = false,
    isPaper = false,
    colours = palette,
  }: {
    readonly title: string;
    readonly width: number;
    readonly height?: number;
    readonly isTitled?: boolean;
    readonly isSmall?: boolean;
    readonly isPaper?: boolean;
    readonly colours?: readonly string[];
  },
): string {
  const above = isSmall || !isTitled ? 0 : 28;
  const colourOf = (part: string): string =>
    colours[Math.max(0, chart.parts.indexOf(part)) % colours.length] ?? 'currentColor';
  const legend = chart.parts.length === 0 ? { text: '', height: 0 } : legendOf(chart, colourOf, width, above);
  const top = above + (isSmall ? 10 : 24) + legend.height;
  const draw = chart.isTime ? overTime : overWords;
  const drawn = draw(chart, { width, height: height - (isSmall ? 46 : 110), top, isSmall, colourOf });
  const head = isSmall
    ? legend.text
    : (isTitled
        ? tag('text', { y: 16, 'font-size': 15, 'font-weight': 600 }, words(shortened(title, width * 0.8)))
        : '') +
      legend.text +
      tag('text', { y: top - 12 }, words(chart.isTime ? `↑ ${chart.labels.value}` : chart.labels.across));
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${Math.ceil(drawn.height)}`,
      width,
      height: Math.ceil(drawn.height),
      role: 'img',
      'aria-label': `${title}. ${inOneSentence(chart)}`,
      'font-family': 'system-ui, sans-serif',
      'font-size': 12,
      fill: 'currentColor',
      color: isPaper ? '#17202b' : undefined,
    },
    isPaper ? tag('rect', { width: '100%', height: '100%', fill: '#fff' }) : '',
    head,
    drawn.text,
  );
}

const names = { bars: 'Bar', stacked: 'Stacked bar', line: 'Line', area: 'Area', share: 'Share' };

function inOneSentence({ kind, labels, points, parts }: Chart): string {
  const by = parts.length > 0 && labels.by ? ` and ${labels.by}` : '';
  const what = `${labels.value} by ${labels.across}${by}`.toLowerCase().replace('(eur)', '(EUR)');
  return `${names[kind]} chart: ${what}, ${points.length} value${points.length === 1 ? '' : 's'}. The table has them all.`;
}

/** The legend of the colours, in as many lines as it needs. */
function legendOf({ labels, parts }: Chart, colourOf: ColourOf, width: number, top: number): Drawn {
  let x = labels.by ? textWidth(labels.by) + 14 : 0;
  let y = 0;
  const entries = parts.map((part) => {
    const name = shortened(labels.part(part), width - 40);
    const wide = 34 + textWidth(name);
    if (x > 0 && x + wide > width) [x, y] = [0, y + 20];
    const at = x;
    x += wide;
    return tag(
      'g',
      { transform: `translate(${Math.round(at)},${y})` },
      tag('rect', { width: 12, height: 12, y: 2, rx: 2, fill: colourOf(part) }),
      tag('text', { x: 17, y: 12 }, words(name)),
    );
  });
  const by = labels.by ? tag('text', { y: 12, 'font-style': 'italic' }, words(labels.by)) : '';
  return { text: tag('g', { transform: `translate(0,${top})` }, by, ...entries), height: y + 22 };
}

/** Money with its currency, shares in per cent. */
function writing(unit: string, digits: Intl.NumberFormatOptions): (value: number) => string {
  const options: Intl.NumberFormatOptions = unit === 'EUR' ? { style: 'currency', currency: 'EUR' } : {};
  const format = new Intl.NumberFormat('en-GB', { ...options, minimumFractionDigits: 0, ...digits });
  return (value) => (unit === '%' ? `${format.format(value)} %` : format.format(value));
}

const tenths: Intl.NumberFormatOptions = { maximumFractionDigits: 1 };
const exactly: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  EUR: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  '%': tenths,
};

/** The text of a mark under the pointer. */
function tipOf(chart: Chart, { place, part, value, share }: Point): string {
  const unit = chart.unit === '%' && share !== undefined ? '' : chart.unit;
  const number = writing(unit, exactly[unit] ?? {})(value);
  const inShare = share === undefined ? '' : ` (${writing('%', tenths)(share)})`;
  return [
    chart.labels.place(place),
    part && chart.labels.part(part),
    `${chart.labels.figure}: ${number}${inShare}`,
  ]
    .filter(Boolean)
    .join('\n');
}

const titled = (chart: Chart, point: Point): string => tag('title', {}, words(tipOf(chart, point)));

/** The value axis: from zero, in round steps; whole numbers only for counts. */
function valueScale(
  { kind, points, unit }: Chart,
  range: readonly [number, number],
  steps: number,
): { readonly scale: Scale; readonly ticks: readonly number[]; readonly write: (value: number) => string } {
  const ends = points.flatMap(({ from, to }) => [from, to]);
  const least = Math.min(0, ...ends);
  const most = Math.max(0, ...ends);
  const isWhole = unit === '' && ends.every(Number.isInteger);
  const domain: readonly [number, number] =
    kind === 'share'
      ? [0, points.some(({ part }) => part) ? 100 : most || 100]
      : [least, most || (least < 0 ? 0 : 1)];
  const scale = scaleLinear().domain(domain).range(range).nice(steps);
  const ticks = scale.ticks(steps).filter((tick) => !isWhole || Number.isInteger(tick));
  const digits = ticks.every(Number.isInteger) ? { maximumFractionDigits: 0 } : { maximumFractionDigits: 2 };
  return { scale, ticks, write: writing(unit, digits) };
}

const faint = { stroke: 'currentColor', 'stroke-opacity': 0.15 };
const strong = { stroke: 'currentColor', 'stroke-opacity': 0.55 };

function overTime(chart: Chart, { width, height, top, isSmall, colourOf }: Frame): Drawn {
  const { places, labels } = chart;
  const bottom = top + height;
  const { scale, ticks, write } = valueScale(chart, [bottom, top], isSmall ? 4 : 6);
  const left = Math.max(...ticks.map((tick) => textWidth(write(tick)))) + 12;
  const right = width - 8;
  const x = scaleBand().domain(places).range([left, right]).paddingInner(0.2).paddingOuter(0.1);
  const middle = (place: string): number => at(x, place) + x.bandwidth() / 2;
  const grid = ticks.map(
    (tick) =>
      tag('line', {
        x1: left,
        x2: right,
        y1: scale(tick),
        y2: scale(tick),
        ...(tick === 0 ? strong : faint),
      }) + tag('text', { x: left - 6, y: scale(tick) + 4, 'text-anchor': 'end' }, words(write(tick))),
  );
  const named = labelled(places.map(labels.place), chart.period, x.step());
  const axis = named.map(([index, text]) => {
    const place = middle(places[index] ?? '');
    const half = textWidth(text) / 2;
    return (
      tag('line', { x1: place, x2: place, y1: bottom, y2: bottom + 5, ...strong }) +
      tag(
        'text',
        { x: Math.min(Math.max(place, half), width - half), y: bottom + 19, 'text-anchor': 'middle' },
        words(text),
      )
    );
  });
  const marks = ['line', 'area'].includes(chart.kind)
    ? curves(chart, { scale, middle, colourOf, step: x.step() })
    : tag('g', { 'data-mark': 'bar' }, ...uprights(chart, { scale, x, colourOf }));
  const below = isSmall
    ? ''
    : tag('text', { x: right, y: bottom + 38, 'text-anchor': 'end' }, words(`${labels.across} →`));
  return { text: grid.join('') + axis.join('') + marks + below, height: bottom + (isSmall ? 28 : 46) };
}

/** Returns as many period labels as fit, in natural steps. */
function labelled(
  texts: readonly string[],
  period: Period | undefined,
  step: number,
): (readonly [number, string])[] {
  const wide = Math.max(...texts.map(textWidth)) + 14;
  const steps = period && naturalSteps[period];
  const least = Math.max(1, Math.ceil(wide / step));
  const every = steps?.find((one) => one >= least) ?? least;
  return texts.flatMap((text, index) => (index % every === 0 ? [[index, text] as const] : []));
}

const naturalSteps: Readonly<Partial<Record<Period, readonly number[]>>> = {
  MONTH: [1, 2, 3, 6, 12, 24, 60, 120],
  QUARTER: [1, 2, 4, 8, 20, 40],
  DAY: [1, 2, 7, 14, 28],
};

/** Returns where the band of a place begins. */
const at = (band: Band, place: string): number => band(place) ?? 0;

function uprights(
  chart: Chart,
  { scale, x, colourOf }: { readonly scale: Scale; readonly x: Band; readonly colourOf: ColourOf },
): string[] {
  const isBeside = chart.kind === 'bars' && chart.parts.length > 0;
  const inner = scaleBand().domain(chart.parts).range([0, x.bandwidth()]).paddingInner(0.1);
  return chart.points.map((point) => {
    const ends = [scale(point.from), scale(point.to)] as const;
    return tag(
      'rect',
      {
        x: at(x, point.place) + (isBeside ? at(inner, point.part) : 0),
        width: isBeside ? inner.bandwidth() : x.bandwidth(),
        y: Math.min(...ends),
        height: Math.abs(ends[0] - ends[1]),
        fill: colourOf(point.part),
      },
      titled(chart, point),
    );
  });
}

/** A point of a curve; nothing is drawn at a place without a value. */
interface Step {
  readonly place: string;
  readonly point: Point | undefined;
}

function curves(
  chart: Chart,
  {
    scale,
    middle,
    colourOf,
    step,
  }: {
    readonly scale: Scale;
    readonly middle: (place: string) => number;
    readonly colourOf: ColourOf;
    readonly step: number;
  },
): string {
  const isArea = chart.kind === 'area';
  const series = (chart.parts.length > 0 ? chart.parts : ['']).map((part) => {
    const own = new Map(
      chart.points.filter((point) => point.part === part).map((point) => [point.place, point]),
    );
    return { part, points: chart.places.map((place): Step => ({ place, point: own.get(place) })) };
  });
  const isThere = ({ point }: Step): boolean => point !== undefined;
  const across = ({ place }: { readonly place: string }): number => middle(place);
  const paths = (
    name: string,
    path: (points: readonly Step[]) => string | null,
    attributes: (colour: string) => Attributes,
  ): string =>
    tag(
      'g',
      { 'data-mark': name },
      ...series.map(({ part, points }) =>
        tag('path', { d: path(points) ?? '', ...attributes(colourOf(part)) }),
      ),
    );
  const filled = area<Step>()
    .defined(isThere)
    .x(across)
    .y0(({ point }) => scale(point?.from ?? 0))
    .y1(({ point }) => scale(point?.to ?? 0));
  const drawn = line<Step>()
    .defined(isThere)
    .x(across)
    .y(({ point }) => scale(point?.to ?? 0));
  const reach = Math.min(12, Math.max(3, step / 2));
  const dots = series.flatMap(({ part, points }) =>
    points
      .flatMap(({ point }) => point ?? [])
      .map((point) =>
        tag(
          'g',
          { fill: colourOf(part) },
          step > 7 ? tag('circle', { cx: across(point), cy: scale(point.to), r: 3 }) : '',
          tag('circle', { cx: across(point), cy: scale(point.to), r: reach, 'fill-opacity': 0 }),
          titled(chart, point),
        ),
      ),
  );
  return (
    (isArea ? paths('area', filled, (fill) => ({ fill, 'fill-opacity': 0.35 })) : '') +
    paths('line', drawn, (stroke) => ({
      stroke,
      'stroke-width': 2,
      fill: 'none',
      'stroke-linejoin': 'round',
    })) +
    tag('g', { 'data-mark': 'dot' }, ...dots)
  );
}

function overWords(chart: Chart, { width, top, colourOf }: Frame): Drawn {
  const { places, parts, points, labels, kind } = chart;
  const isBeside = kind === 'bars' && parts.length > 0;
  const isAlone = parts.length === 0;
  const room = Math.min(Math.max(...places.map((place) => textWidth(labels.place(place))), 30), width / 2.5);
  const left = room + 12;
  const write = writing(chart.unit, exactly[chart.unit] ?? {});
  const valueRoom = isAlone ? Math.max(...points.map(({ to }) => textWidth(write(to)))) + 8 : 24;
  const isNegative = points.some(({ to }) => to < 0);
  const range: readonly [number, number] = [
    left + (isAlone && isNegative ? valueRoom : 0),
    width - valueRoom,
  ];
  const { scale, ticks, write: tickText } = valueScale(chart, range, (width - left) / 70);
  const band = isBeside ? Math.max(28, parts.length * 14 + 8) : 28;
  const bottom = top + places.length * band;
  const y = scaleBand().domain(places).range([top, bottom]).paddingInner(0.22).paddingOuter(0.11);
  const inner = scaleBand().domain(parts).range([0, y.bandwidth()]).paddingInner(0.1);
  const grid = ticks.map(
    (tick) =>
      tag('line', {
        x1: scale(tick),
        x2: scale(tick),
        y1: top,
        y2: bottom,
        ...(tick === 0 ? strong : faint),
      }) + tag('text', { x: scale(tick), y: bottom + 18, 'text-anchor': 'middle' }, words(tickText(tick))),
  );
  const axis = places.map((place) =>
    tag(
      'text',
      { x: left - 8, y: at(y, place) + y.bandwidth() / 2 + 4, 'text-anchor': 'end' },
      words(shortened(labels.place(place), room)),
      tag('title', {}, words(labels.place(place))),
    ),
  );
  const bars = points.map((point) => {
    const ends = [scale(point.from), scale(point.to)] as const;
    const box = {
      x: Math.min(...ends),
      width: Math.abs(ends[0] - ends[1]),
      y: at(y, point.place) + (isBeside ? at(inner, point.part) : 0),
      height: isBeside ? inner.bandwidth() : y.bandwidth(),
    };
    return tag('rect', { ...box, fill: colourOf(point.part) }, titled(chart, point));
  });
  const ends = isAlone
    ? points.map((point) =>
        tag(
          'text',
          {
            x: scale(point.to) + (point.to < 0 ? -5 : 5),
            y: at(y, point.place) + y.bandwidth() / 2 + 4,
            'text-anchor': point.to < 0 ? 'end' : 'start',
          },
          words(write(point.to)),
        ),
      )
    : [];
  const below = tag(
    'text',
    { x: width - 8, y: bottom + 38, 'text-anchor': 'end' },
    words(`${labels.value} →`),
  );
  return {
    text: grid.join('') + axis.join('') + tag('g', { 'data-mark': 'bar' }, ...bars) + ends.join('') + below,
    height: bottom + 46,
  };
}
