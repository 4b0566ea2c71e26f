// What draws a chart.
export { pictureOf } from '../charts/chart-picture.js';
export { specificationOf } from '../charts/chart-specification.js';
