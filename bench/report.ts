import type { Traffic } from './counting-relay.ts';
import { Cell } from './measure.ts';
import type { Scenario } from './scenarios.ts';
import type { Written } from './writes.ts';

export interface Measured {
  readonly scenario: Scenario;
  readonly traffic: Traffic;
  readonly cells: ReadonlyMap<number, Cell>;
  /** The most that its process held after one of its rounds. */
  residentBytes: number;
}

export function report(measured: readonly Measured[], connections: readonly number[]): string {
  const rows = measured.map(({ scenario, traffic, cells, residentBytes }) => [
    scenario.title,
    ...connections.flatMap((count) => {
      const cell = cells.get(count);
      return [perSecond(cell), milliseconds(cell, 0.5), milliseconds(cell, 0.99)];
    }),
    String([...cells.values()].reduce((sum, { refused }) => sum + refused, 0)),
    String(traffic.statements),
    String(traffic.trips),
    String(traffic.waits),
    writtenEach(cells, ({ walBytes }) => walBytes, 0),
    writtenEach(cells, ({ rows }) => rows, 2),
    String(Math.round(residentBytes / 1024 / 1024)),
  ]);
  const header = [
    '',
    ...connections.flatMap((count) => [`${count} conn: req/s`, 'p50 ms', 'p99 ms']),
    'refused',
    'SQL/req',
    'trips/req',
    'waits/req',
    'WAL B/req',
    'rows/req',
    'RSS MB',
  ];
  return `${table([header, ...rows])}\n\n${costs(measured, connections)}\n\n${table([
    ['Ours against the limits', ...connections.map((count) => `${count} conn`)],
    ...ratios(measured, connections),
  ])}`;
}

/** Processor time for each request, and how many cores all three keep busy: what is left is what more processes could use. */
function costs(measured: readonly Measured[], connections: readonly number[]): string {
  const header = connections.flatMap((count) => [`${count} conn: server`, 'PostgreSQL', 'asking', 'cores']);
  const rows = measured.map(({ scenario, cells }) => [
    scenario.title,
    ...connections.flatMap((count) => {
      const { spent, answered } = cells.get(count) ?? new Cell();
      const { server, postgres, asker, wall } = spent;
      const each = [server, postgres, asker].map((ms) => (ms / answered).toFixed(2));
      return [...each, ((server + postgres + asker) / wall).toFixed(2)];
    }),
  ]);
  return table([['CPU ms for each request', ...header], ...rows]);
}

function ratios(measured: readonly Measured[], connections: readonly number[]): string[][] {
  return measured
    .filter(({ scenario }) => scenario.server !== 'product')
    .map((beside) => {
      const ours = measured.find(
        ({ scenario }) => scenario.group === beside.scenario.group && scenario.server === 'product',
      );
      // More workers are held against one, and one against what is possible.
      const [upper, lower] = beside.scenario.server === 'workers' ? [beside, ours] : [ours, beside];
      return [
        `${upper?.scenario.title} / ${lower?.scenario.title.trim()}`,
        ...connections.map((count) => {
          const [one, other] = [upper?.cells.get(count)?.perSecond, lower?.cells.get(count)?.perSecond];
          return one !== undefined && other ? (one / other).toFixed(2) : '-';
        }),
      ];
    });
}

/** Over all numbers of connections: what the server writes twice a second is shared by more requests where there are more. */
function writtenEach(
  cells: ReadonlyMap<number, Cell>,
  count: (written: Written) => number,
  digits: number,
): string {
  const all = [...cells.values()];
  const written = all.reduce((sum, cell) => sum + count(cell.written), 0);
  return (written / all.reduce((sum, { answered }) => sum + answered, 0)).toFixed(digits);
}

const perSecond = (cell: Cell | undefined): string =>
  cell ? cell.perSecond.toFixed(cell.perSecond < 100 ? 1 : 0) : '-';

const milliseconds = (cell: Cell | undefined, share: number): string =>
  cell && cell.perSecond > 0 ? cell.percentile(share).toFixed(1) : '-';

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
