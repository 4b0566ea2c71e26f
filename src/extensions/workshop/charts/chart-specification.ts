// A chart of chart-model.ts as a specification of Vega-Lite with its data inside: to open it in another program,
// change its looks and keep it in a document. docs/decisions/0031-charts-are-our-own.md says why we do not draw with
// it ourselves.

import type { Chart } from './chart-points.ts';

const marks = { bars: 'bar', stacked: 'bar', share: 'bar', line: 'line', area: 'area' };

/** The names of places and parts are those that the chart shows; equal ones would become one. */
function namesOf(keys: readonly string[], nameOf: (key: string) => string): ReadonlyMap<string, string> {
  const taken = new Map<string, number>();
  return new Map(
    keys.map((key) => {
      const name = nameOf(key);
      const times = (taken.get(name) ?? 0) + 1;
      taken.set(name, times);
      return [key, times > 1 ? `${name} (${times})` : name];
    }),
  );
}

/** A plain object, ready for JSON. */
export function specificationOf(chart: Chart, { title }: { readonly title: string }) {
  const { kind, isTime, points, places, parts, labels } = chart;
  const placeNames = namesOf(places, labels.place);
  const partNames = namesOf(parts, labels.part);
  const isDivided = parts.length > 0;
  const isBeside = kind === 'bars' && isDivided;
  const along = {
    field: 'place',
    type: 'ordinal',
    title: labels.across,
    sort: [...placeNames.values()],
    scale: { domain: [...placeNames.values()] },
  };
  const isStacked = points.some(({ from }) => from !== 0);
  const figure = {
    field: 'value',
    type: 'quantitative',
    title: labels.value,
    stack: isDivided && isStacked ? 'zero' : null,
  };
  const colour = {
    field: 'part',
    type: 'nominal',
    title: labels.by || null,
    sort: [...partNames.values()],
    scale: { domain: [...partNames.values()] },
  };
  const [across, up, offset] = isTime ? (['x', 'y', 'xOffset'] as const) : (['y', 'x', 'yOffset'] as const);
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title,
    width: isTime ? 640 : 480,
    ...(isTime && { height: 320 }),
    data: {
      values: points.map(({ place, part, from, to }) => ({
        place: placeNames.get(place),
        ...(isDivided && { part: partNames.get(part) }),
        value: Math.round((to - from) * 1e6) / 1e6,
      })),
    },
    mark: { type: marks[kind], tooltip: true, ...(kind === 'line' && { point: true }) },
    encoding: {
      [across]: along,
      [up]: figure,
      ...(isDivided && { color: colour }),
      ...(isBeside && { [offset]: { field: 'part', sort: colour.sort } }),
    },
  };
}
