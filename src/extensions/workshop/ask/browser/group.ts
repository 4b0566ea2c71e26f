// The third step: what a row is, what is counted and added up, and in which order.
import { make } from '../../../kit/browser/dom.ts';
import type { Column, List, Named } from '../list.ts';
import { adding, button, chips, choice, options, row, severalChips, typed } from './controls.ts';
import { comparesWhole, type GroupKey, orderOf, type Question } from './question.ts';
import type { SetPart } from './which.ts';

const periodWords: Readonly<Record<string, string>> = {
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
  QUARTER: 'quarter',
  YEAR: 'year',
};
const comparisons = options([
  ['', 'nothing'],
  ['P1W', 'a week ago'],
  ['P1M', 'a month ago'],
  ['P3M', 'a quarter ago'],
  ['P52W', '52 weeks ago'],
  ['P1Y', 'a year ago'],
]);
/** 52 weeks are for weeks only: a year is not a whole number of them. */
const isOffered = (question: Question, list: List): ((comparison: Named) => boolean) => {
  const isByWeek = !comparesWhole('P1Y', question, list);
  return ({ name }) => comparesWhole(name, question, list) && (name !== 'P52W' || isByWeek);
};

const picked = (label: string, ...controls: readonly HTMLElement[]): HTMLElement =>
  make('div', { className: 'pick' }, make('span', { className: 'word' }, label), ...controls);

export function groupStep(question: Question, list: List, set: SetPart): HTMLElement[] {
  if (list.periods) return seriesStep(question, list, set);
  const ways = chips({
    at: 'rows',
    label: 'What a row is',
    isHidden: true,
    options: options([
      ['groups', 'Groups'],
      ['list', 'Each one'],
      ['number', 'All together'],
    ]),
    chosen: question.rows,
    onChange: (rows) =>
      set({
        rows,
        sort: undefined,
        first: '',
        view: rows === 'list' ? 'table' : rows === 'number' ? 'number' : '',
      }),
  });
  if (question.rows === 'list') return [ways, ...listControls(question, list, set)];
  return [
    ways,
    ...(question.rows === 'groups' ? keyRows(question, list, set) : []),
    numberChips(question, list, set),
    ...(question.rows === 'groups' ? groupLimits(question, list, set) : []),
    ...comparison(question, list, set),
  ];
}

function keyRows(question: Question, list: List, set: SetPart): HTMLElement[] {
  const replace = (index: number, next?: GroupKey): void =>
    set({ by: question.by.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one])) });
  const rows = question.by.map((one, index) => {
    const key = list.keys.find(({ name }) => name === one.key);
    const title = key?.title ?? one.key;
    const per = choice({
      at: `group.${index}.per`,
      label: `${title}: by`,
      options: options(Object.entries(periodWords)),
      chosen: one.per,
      onChange: (value) => replace(index, { ...one, per: value }),
    });
    return row(
      make('b', {}, title),
      ...(key?.isTime ? [make('span', { className: 'word' }, 'by'), per] : []),
      button({
        at: `group.${index}.remove`,
        label: `Do not group by: ${title}`,
        text: '×',
        onClick: () => replace(index),
      }),
    );
  });
  const others = list.keys.filter(({ name }) => !question.by.some(({ key }) => key === name));
  const add = adding({
    at: 'group.add',
    label: 'Group by',
    options: [{ name: '', title: rows.length > 0 ? '+ and by …' : '+ group by …' }, ...others],
    onChange: (name) =>
      set({
        by: [
          ...question.by,
          { key: name, per: others.find((one) => one.name === name)?.isTime ? 'MONTH' : '' },
        ],
      }),
  });
  return rows.length < 3 ? [...rows.map(spaced), add] : rows.map(spaced);
}
const spaced = (element: HTMLElement, index: number): HTMLElement => {
  if (index === 0) element.style.marginTop = '.8rem';
  return element;
};

const numberChips = (question: Question, list: List, set: SetPart): HTMLElement =>
  severalChips({
    at: 'show',
    label: 'Show',
    options: list.numbers,
    chosen: question.show,
    onChange: (show) => set({ show }),
  });

interface Order {
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

function sorting(
  { sort }: Pick<Question, 'sort'>,
  choices: readonly Order[],
  set: SetPart,
  asItComes: string | false,
): HTMLElement {
  const ways = choices.flatMap(({ name, up, down }): [string, string][] => [
    [`${name}~ASC`, up],
    [`${name}~DESC`, down],
  ]);
  return choice({
    at: 'sort',
    label: 'Order',
    options: options([...(asItComes ? [['', asItComes] as const] : []), ...ways]),
    chosen: sort ? `${sort.by}~${sort.direction}` : '',
    onChange: (value) => {
      const [by = '', direction = ''] = value.split('~');
      set({ sort: value ? { by, direction } : undefined });
    },
  });
}

const wordsOfOrder: Readonly<Record<string, readonly [up: string, down: string]>> = {
  KEY: ['by name', 'by name, from the end'],
  COUNT: ['fewest first', 'most first'],
  SUM: ['smallest sum first', 'largest sum first'],
};

const isInTime = ({ by }: Question, list: List): boolean =>
  by.some(({ key }) => list.keys.find(({ name }) => name === key)?.isTime);

function groupLimits(question: Question, list: List, set: SetPart): HTMLElement[] {
  if (question.by.length === 0) return [];
  const orders = list.groupOrders.map((name) => ({
    name,
    up: wordsOfOrder[name]?.[0] ?? name,
    down: wordsOfOrder[name]?.[1] ?? name,
  }));
  return [
    picked(
      'In which order',
      sorting(
        { sort: orderOf(question, list) },
        orders,
        set,
        isInTime(question, list) && 'in the order of time',
      ),
    ),
    picked(
      'Only the first',
      typed({
        at: 'first',
        label: 'Only the first groups',
        type: 'number',
        min: '1',
        max: '1000',
        placeholder: 'all',
        value: question.first,
        onInput: (first) => set({ first }, false),
      }),
      make('span', { className: 'word' }, 'with at least'),
      typed({
        at: 'atLeast',
        label: 'Only groups with at least',
        type: 'number',
        min: '1',
        placeholder: '1',
        value: question.atLeast,
        onInput: (atLeast) => set({ atLeast }, false),
      }),
    ),
  ];
}

const comparison = (question: Question, list: List, set: SetPart): HTMLElement[] =>
  list.compares
    ? [
        picked(
          'Beside it, the numbers of',
          choice({
            at: 'compare',
            label: 'Compare with',
            options: comparisons.filter(isOffered(question, list)),
            chosen: question.compare,
            onChange: (compare) => set({ compare }),
          }),
        ),
      ]
    : [];

/** More columns than this are shown when somebody wants them. */
const fewColumns = 12;
let areMoreOpen = false;

/** The columns that people want first, and those that are chosen; the others below. */
function columnChips(question: Question, list: List, set: SetPart): HTMLElement[] {
  const some = (at: string, label: string, columns: readonly Column[], isHidden = false): HTMLElement =>
    severalChips({
      at,
      label,
      isHidden,
      options: columns,
      chosen: question.columns,
      onChange: (chosen) => {
        const names = columns.map(({ name }) => name);
        const next = list.columns
          .map(({ name }) => name)
          .filter((name) => (names.includes(name) ? chosen : question.columns).includes(name));
        if (next.length > 0) set({ columns: next });
      },
    });
  const few = list.columns.length > fewColumns + 2 ? fewColumns : list.columns.length;
  const [front, rest] = [list.columns.slice(0, few), list.columns.slice(few)];
  if (rest.length === 0) return [some('columns', 'Columns', front)];
  const chosen = rest.filter(({ name }) => question.columns.includes(name)).length;
  const more = make(
    'details',
    { open: areMoreOpen },
    make('summary', {}, `${rest.length} more columns${chosen > 0 ? `, ${chosen} chosen` : ''}`),
    some('columns.more', 'More columns', rest, true),
  );
  more.addEventListener('toggle', () => {
    areMoreOpen = more.open;
  });
  return [some('columns', 'Columns', front), more];
}

function listControls(question: Question, list: List, set: SetPart): HTMLElement[] {
  const orders = list.orders.map(({ name, title }) => ({
    name,
    up: `${title}, upwards`,
    down: `${title}, downwards`,
  }));
  return [
    ...columnChips(question, list, set),
    picked('In which order', sorting(question, orders, set, 'as it comes')),
    picked(
      'Show',
      typed({
        at: 'first',
        label: 'How many rows',
        type: 'number',
        min: '1',
        max: '100',
        placeholder: '50',
        value: question.first,
        onInput: (first) => set({ first }, false),
      }),
      make('span', { className: 'word' }, 'rows; files have all'),
    ),
  ];
}

function seriesStep(question: Question, list: List, set: SetPart): HTMLElement[] {
  const per = chips({
    at: 'per',
    label: 'A row for each',
    options: (list.periods ?? []).map((name) => ({ name, title: periodWords[name] ?? name })),
    chosen: question.per,
    onChange: (value) => set({ per: value }),
  });
  const divided = severalChips({
    at: 'by',
    label: 'And for each',
    options: list.keys,
    chosen: question.by.map(({ key }) => key),
    onChange: (keys) => set({ by: keys.map((key) => ({ key, per: '' })) }),
  });
  return [
    per,
    ...(list.keys.length > 0 ? [divided] : []),
    ...(list.numbers.length > 1 ? [numberChips(question, list, set)] : []),
    ...comparison(question, list, set),
  ];
}
