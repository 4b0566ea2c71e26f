// The points that are drawn at each place of a chart, alone or stacked.
import { cents, type Period } from './chart-columns.ts';

/** The kinds, with their labels. */
export const chartKinds = {
  bars: 'bars',
  stacked: 'stacked bars',
  line: 'line',
  area: 'area',
  share: 'share (100 %)',
};

export type ChartKind = keyof typeof chartKinds;
export const allKinds: readonly ChartKind[] = ['bars', 'stacked', 'line', 'area', 'share'];

export interface Value {
  readonly place: string;
  readonly part: string;
  readonly value: number;
}
/** A value as it is drawn. */
export interface Point extends Value {
  readonly share?: number;
  readonly from: number;
  readonly to: number;
}

export interface Chart {
  readonly kind: ChartKind;
  /** The kinds that suit the rows. */
  readonly kinds: readonly ChartKind[];
  readonly isTime: boolean;
  readonly points: readonly Point[];
  readonly places: readonly string[];
  readonly parts: readonly string[];
  readonly period: Period | undefined;
  readonly by: string;
  readonly note: string;
  /** The number of rows that are not in the chart. */
  readonly leftOut: number;
  readonly unit: string;
  readonly labels: {
    readonly across: string;
    readonly value: string;
    readonly figure: string;
    readonly by: string;
    place(place: string): string;
    part(part: string): string;
  };
}

/** The start and end of each point: stacked on the earlier ones at its place with the same sign, or on zero. */
export function stackedAs(
  kind: ChartKind,
  points: readonly Value[],
  parts: readonly string[],
  isSplit: boolean,
): readonly Point[] {
  if (kind === 'share' && !isSplit) {
    const whole = points.reduce((sum, { value }) => sum + Math.abs(value), 0);
    return points.map((point) => {
      const share = shareOf(point.value, whole);
      return { ...point, share, from: 0, to: share };
    });
  }
  if (!['stacked', 'area', 'share'].includes(kind))
    return points.map((point) => ({ ...point, from: 0, to: point.value }));
  // A part with only negative values stays below zero even at zero values: otherwise its area would jump.
  const negative = new Set(
    parts.filter((part) => points.every((point) => point.part !== part || point.value <= 0)),
  );
  const tops = new Map<string, { up: number; down: number; whole: number }>();
  const topOf = (place: string): { up: number; down: number; whole: number } => {
    const top = tops.get(place) ?? { up: 0, down: 0, whole: 0 };
    tops.set(place, top);
    return top;
  };
  for (const { place, value } of points) topOf(place).whole += Math.abs(value);
  return points.map((point) => {
    const top = topOf(point.place);
    const share = kind === 'share' ? shareOf(point.value, top.whole) : undefined;
    const size = share ?? point.value;
    const way = size < 0 || (size === 0 && share === undefined && negative.has(point.part)) ? 'down' : 'up';
    const from = top[way];
    top[way] = kind === 'share' ? from + size : cents(from + size);
    return { ...point, ...(share !== undefined && { share }), from, to: top[way] };
  });
}

const shareOf = (value: number, whole: number): number => (whole === 0 ? 0 : (Math.abs(value) / whole) * 100);
