// How the answer is shown: the view, and the chart that was chosen for a query.

import { every, one } from '../../kit/browser/dom.ts';
import type { Choice } from '../charts/chart-model.ts';

export const shownAs = (): string => one('[name="view"]:checked', HTMLInputElement).value;

/** The chosen charts by the text of the query, to draw the same chart when the query is sent again. */
const charts = new Map<string, Choice>();
export const chartOfQuestion = (query: string): Choice | undefined => charts.get(query);
export const drawAs = (query: string, chart: Choice): void => void charts.set(query, chart);

/** Chooses a view, which answer.ts shows. */
export function showAs(view: string | undefined): void {
  const input = every('[name="view"]', HTMLInputElement).find(({ value }) => value === view);
  if (input) input.checked = true;
  dispatchEvent(new Event('zonegraph:look'));
}
