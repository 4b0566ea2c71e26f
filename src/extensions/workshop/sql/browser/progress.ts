// What the page of /sql says of its work: what a statement needs and costs, and how far it is.
import { sessionNow } from '../../browser/caller.ts';
import { byId } from '../../browser/editors.ts';

export const number = new Intl.NumberFormat('en-GB');
export const several = (count, one) => `${number.format(count)} ${one}${count === 1 ? '' : 's'}`;
const size = (megabytes) => (megabytes < 0.1 ? 'less than 0.1 MB' : `about ${megabytes.toFixed(1)} MB`);

export const needsInWords = (needed) =>
  needed
    .map(
      ({ name, rows, megabytes, points, columns }) =>
        `${name} (${several(rows, 'row')}, ${several(columns.length, 'column')}, ${size(megabytes)}, ${costOf(points)})`,
    )
    .join(' and ');
const costOf = (points) =>
  sessionNow()?.budget
    ? `at most ${several(points, 'point')}`
    : `${several(points, 'point')}, which are free here`;

export const isBusy = () => !byId('cancel').hidden;

export function showBusy(text, done) {
  byId('run').disabled = true;
  byId('cancel').hidden = false;
  byId('progress').hidden = false;
  byId('progress-text').textContent = text;
  if (done === undefined) byId('progress-bar').removeAttribute('value');
  else byId('progress-bar').value = done;
}
export function showIdle() {
  byId('run').disabled = false;
  byId('cancel').hidden = true;
  byId('progress').hidden = true;
}

export function showProgress({ name, total, rows, bytes, waits, filled }) {
  if (filled !== undefined) return showBusy(`${name}: filling the table`, filled);
  const read = `${name}: ${number.format(rows)} of ${several(total, 'row')}, ${(bytes / 1e6).toFixed(1)} MB read`;
  showBusy(
    waits === undefined ? read : `${read}; waiting ${several(waits, 'second')} for new points`,
    total ? rows / total : undefined,
  );
}
