// Reads a query as the steps of /ask, and finds what they know of it.
export { documentOf, totalOf } from './document.ts';
export { rowsBehind } from './drill.ts';
export { fitting } from './question.ts';
export { questionOf } from './reading.ts';
export { statementOf } from './statement.ts';
