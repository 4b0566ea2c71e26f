// The texts of /sql about its work: what a statement needs and costs, and how far it is.

import { byId, element } from '../../../kit/browser/dom.ts';
import { sessionNow } from '../../browser/caller.ts';
import type { Needed } from './engine.ts';
import type { Progress } from './orders.ts';

export const number = new Intl.NumberFormat('en-GB');
export const several = (count: number, one: string): string =>
  `${number.format(count)} ${one}${count === 1 ? '' : 's'}`;
const size = (megabytes: number): string =>
  megabytes < 0.1 ? 'less than 0.1 MB' : `about ${megabytes.toFixed(1)} MB`;

export const needsInWords = (needed: readonly Needed[]): string =>
  needed
    .map(
      ({ name, rows, megabytes, points, columns }) =>
        `${name} (${several(rows, 'row')}, ${several(columns.length, 'column')}, ${size(megabytes)}, ${costOf(points)})`,
    )
    .join(' and ');
const costOf = (points: number): string =>
  sessionNow()?.budget
    ? `at most ${several(points, 'point')}`
    : `${several(points, 'point')}, which are free here`;

const runButton = element('run', HTMLButtonElement);
const bar = element('progress-bar', HTMLProgressElement);

export const isBusy = (): boolean => !byId('cancel').hidden;

export function showBusy(text: string, done?: number): void {
  runButton.disabled = true;
  byId('cancel').hidden = false;
  byId('progress').hidden = false;
  byId('progress-text').textContent = text;
  if (done === undefined) bar.removeAttribute('value');
  else bar.value = done;
}
export function showIdle(): void {
  runButton.disabled = false;
  byId('cancel').hidden = true;
  byId('progress').hidden = true;
}

export function showProgress({
  name,
  total,
  rows = 0,
  bytes = 0,
  waits,
  filled,
}: Progress & { readonly name: string; readonly total: number }): void {
  if (filled !== undefined) {
    showBusy(`${name}: filling the table`, filled);
    return;
  }
  const read = `${name}: ${number.format(rows)} of ${several(total, 'row')}, ${(bytes / 1e6).toFixed(1)} MB read`;
  showBusy(
    waits === undefined ? read : `${read}; waiting ${several(waits, 'second')} for new points`,
    total ? rows / total : undefined,
  );
}
