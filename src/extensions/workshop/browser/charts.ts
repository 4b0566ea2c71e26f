// The functions that draw a chart.
export { pictureOf } from '../charts/chart-picture.ts';
export { specificationOf } from '../charts/chart-specification.ts';
