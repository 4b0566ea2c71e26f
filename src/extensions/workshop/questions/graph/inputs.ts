import { enumOf } from '../../../../apis/graphql/enum-of.ts';
import type { chartKinds, views } from '../published-rules.ts';
import type { BoardFilter } from '../walls.ts';

enumOf<(typeof views)[number]>('QuestionView', 'How the page of a question shows its rows.', {
  TABLE: 'As a table alone.',
  CHART: 'As a chart, with the table below it.',
});

enumOf<(typeof chartKinds)[number]>('ChartKind', 'How a chart on the page of a question draws its numbers.', {
  BARS: 'Bars, side by side.',
  STACKED_BARS: 'Bars made of parts.',
  LINE: 'A line for each part.',
  AREA: 'The areas below lines, one upon the other.',
  SHARE: 'Bars of the same height, whose parts are shares of the whole.',
});

export const BoardFilterEnum = enumOf<BoardFilter>(
  'BoardFilter',
  'By what the readers of a board may narrow all its cards.',
  {
    REGISTRAR: 'By registrar; on boards of operators.',
    ZONE: 'By one of the zones that the registry has, such as ee.',
    PERIOD: 'By a period until now.',
  },
);
