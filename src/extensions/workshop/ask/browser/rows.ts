// The functions that make a chart of an answer.
export { chartOf, choicesOf } from '../../charts/chart-model.ts';
export { rowsOf, theList } from '../../charts/table-rows.ts';
