import { chartKinds, views } from '../../rules/published.ts';
import { builder } from '../builder.ts';

builder.enumType('QuestionView', {
  description: 'How the page of a question shows its rows.',
  values: {
    [views[0]]: { value: views[0], description: 'As a table alone.' },
    [views[1]]: { value: views[1], description: 'As a chart, with the table below it.' },
  },
});

const kinds = {
  BARS: 'Bars, side by side.',
  STACKED_BARS: 'Bars made of parts.',
  LINE: 'A line for each part.',
  AREA: 'The areas below lines, one upon the other.',
  SHARE: 'Bars of the same height, whose parts are shares of the whole.',
} as const satisfies Record<(typeof chartKinds)[number], string>;

builder.enumType('ChartKind', {
  description: 'How a chart on the page of a question draws its numbers.',
  values: Object.fromEntries(chartKinds.map((kind) => [kind, { value: kind, description: kinds[kind] }])),
});
