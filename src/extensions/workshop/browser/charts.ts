// What draws a chart.
export { pictureOf } from '../charts/chart-picture.ts';
export { specificationOf } from '../charts/chart-specification.ts';
