// Reads a query as the steps of /ask, and finds what they know of it.
export { documentOf, totalOf } from './document.js';
export { rowsBehind } from './drill.js';
export { fitting } from './question.js';
export { questionOf } from './reading.js';
export { statementOf } from './statement.js';
