import { chartKinds, views } from '../../rules/published.ts';
import { builder } from '../builder.ts';
import { BooleanFilter, DateTimeFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

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

export const QuestionWhere = whereInput(
  'QuestionWhere',
  'Which questions to list; all conditions that are given must hold.',
  {
    name: [StringFilter, 'By what it is called.'],
    registrar: [
      StringFilter,
      'By the code of the registrar whose user made it; {isNull: true} are those of all others.',
    ],
    createdBy: [StringFilter, 'By who made it: {eq: "alpha"}.'],
    personalData: [BooleanFilter, 'Whether it may show personal data.'],
    createdAt: [DateTimeFilter, 'By when it was published: {gte: "-P7D"} is the last week.'],
    expiresAt: [DateTimeFilter, 'By when it ends: {gte: "PT0S"} are those that can still be read.'],
    lastReadAt: [DateTimeFilter, 'By when it was last read: {isNull: true} are those that never were.'],
  },
);

export const BoardWhere = whereInput(
  'BoardWhere',
  'Which boards to list; all conditions that are given must hold.',
  {
    name: [StringFilter, 'By what it is called.'],
    registrar: [
      StringFilter,
      'By the code of the registrar whose user made it; {isNull: true} are those of all others.',
    ],
    createdBy: [StringFilter, 'By who made it: {eq: "alpha"}.'],
    createdAt: [DateTimeFilter, 'By when it was published: {gte: "-P7D"} is the last week.'],
    expiresAt: [DateTimeFilter, 'By when it ends: {gte: "PT0S"} are those that can still be read.'],
  },
);

const orders = {
  CREATED_AT: { value: 'createdAt', description: 'By when they were published.' },
  EXPIRES_AT: { value: 'expiresAt', description: 'By when they end.' },
} as const;

export const QuestionOrder = orderInput('Question', 'questions', orders);
export const BoardOrder = orderInput('Board', 'boards', orders);
