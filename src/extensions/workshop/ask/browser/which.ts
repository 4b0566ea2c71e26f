// The second step: conditions, each with the control that suits its type.
import { make } from '../../../kit/browser/dom.ts';
import type { Filter, List, Named } from '../list.ts';
import { adding, button, choice, options, row, severalChips, typed, valueTitle } from './controls.ts';
import type { Condition, Question } from './question.ts';

/** Takes the changed part of a question; `isDrawn` is false while somebody types. */
export type SetPart = (part: Partial<Question>, isDrawn?: boolean) => void;
/** Replaces a condition, or removes it. */
type Replace = (index: number, next?: Condition, isDrawn?: boolean) => void;
/** Takes a value of a condition by its place. */
type Keep = (place: number, value: string, isDrawn?: boolean) => void;

const ofMoments = {
  next: 'in the next',
  last: 'in the last',
  older: 'longer ago than',
  later: 'later than in',
  past: 'has passed',
  future: 'is still to come',
  between: 'from … until …',
  empty: 'is not known',
  filled: 'is known',
};
const ofNumbers = { atLeast: 'is at least', atMost: 'is at most', is: 'is', within: 'is between' };
const ofKinds: Readonly<Record<Filter['kind'], Readonly<Record<string, string>>>> = {
  moment: ofMoments,
  day: ofMoments,
  text: {
    is: 'is',
    contains: 'contains',
    starts: 'begins with',
    any: 'is one of',
    not: 'is not',
    empty: 'is not known',
    filled: 'is known',
  },
  number: ofNumbers,
  amount: ofNumbers,
  choice: { in: 'is', out: 'is not' },
  states: { any: 'is', without: 'is not' },
  texts: { any: 'is one of', without: 'is not' },
  yesno: { yes: 'yes', no: 'no' },
};
const spans = options([
  ['D', 'days'],
  ['W', 'weeks'],
  ['M', 'months'],
  ['Y', 'years'],
]);
/** The sentences that suit a moment: what lies behind us does not expire in the next 30 days. */
const opsOf = ({ kind, ahead }: Filter): Named[] =>
  options(Object.entries(ofKinds[kind])).filter(
    ({ name }) => ahead || !['next', 'later', 'future', 'past'].includes(name),
  );
const beginning = (filter: Filter): Omit<Condition, 'field'> => {
  if (filter.kind === 'moment' || filter.kind === 'day')
    return { op: filter.ahead ? 'next' : 'last', values: ['30', 'D'] };
  return { op: Object.keys(ofKinds[filter.kind])[0] ?? 'is', values: [] };
};

export function whichStep(question: Question, list: List, set: SetPart): HTMLElement[] {
  const replace: Replace = (index, next, isDrawn = true) =>
    set(
      { where: question.where.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one])) },
      isDrawn,
    );
  if (list.periods) return [periodRow(question, replace)];
  const rows = question.where.map((one, index) => filterRow(one, index, list, replace));
  const add = adding({
    at: 'which.add',
    label: 'Add a condition',
    options: [{ name: '', title: rows.length > 0 ? '+ and …' : '+ only those …' }, ...list.filters],
    onChange: (name) => {
      const filter = list.filters.find((one) => one.name === name);
      if (filter) set({ where: [...question.where, { field: name, ...beginning(filter) }] });
    },
  });
  const all = make('p', { className: 'soft' }, 'All of them, unless you add a condition.');
  return [...rows, add, ...(rows.length === 0 ? [all] : [])];
}

function filterRow(one: Condition, index: number, list: List, replace: Replace): HTMLElement {
  const at = `which.${index}`;
  const remove = (title: string): HTMLElement =>
    button({
      at: `${at}.remove`,
      label: `Remove the condition: ${title}`,
      text: '×',
      onClick: () => replace(index),
    });
  const filter = list.filters.find(({ name }) => name === one.field);
  const [written = ''] = one.values;
  if (one.op === 'own' || !filter) return row(make('code', { className: 'own' }, written), remove(written));
  const op = choice({
    at: `${at}.op`,
    label: `${filter.title}: how`,
    options: opsOf(filter),
    chosen: one.op,
    onChange: (value) => replace(index, { ...one, op: value, values: keptValues(one, value) }),
  });
  const keep: Keep = (place, value, isDrawn = false) => {
    // The values are kept in place, because the row is not drawn anew while somebody types.
    one.values[place] = value;
    replace(index, one, isDrawn);
  };
  return row(make('b', {}, filter.title), op, ...valuesOf(one, filter, at, keep), remove(filter.title));
}

const counted = ['next', 'last', 'older', 'later'];
const keptValues = ({ op, values }: Condition, next: string): string[] =>
  counted.includes(next)
    ? counted.includes(op)
      ? values
      : ['30', 'D']
    : next === 'between' || next === 'within'
      ? []
      : counted.includes(op)
        ? []
        : values;

function spanControls({ values }: Condition, title: string, at: string, keep: Keep): HTMLElement[] {
  return [
    typed({
      at: `${at}.count`,
      label: `${title}: how many`,
      type: 'number',
      min: '1',
      max: '9999',
      value: values[0] ?? '',
      onInput: (value) => keep(0, value),
    }),
    choice({
      at: `${at}.unit`,
      label: `${title}: days or months`,
      options: spans,
      chosen: values[1] ?? 'D',
      onChange: (value) => keep(1, value, true),
    }),
  ];
}

function dayControls({ values }: Condition, title: string, at: string, keep: Keep): HTMLElement[] {
  return [
    typed({
      at: `${at}.from`,
      label: `${title}: from`,
      type: 'date',
      value: values[0] ?? '',
      onInput: (value) => keep(0, value),
    }),
    make('span', { className: 'word' }, 'until'),
    typed({
      at: `${at}.to`,
      label: `${title}: until`,
      type: 'date',
      value: values[1] ?? '',
      onInput: (value) => keep(1, value),
    }),
  ];
}

function valuesOf(one: Condition, filter: Filter, at: string, keep: Keep): HTMLElement[] {
  const { kind, title } = filter;
  if (['empty', 'filled', 'past', 'future', 'yes', 'no'].includes(one.op)) return [];
  if (counted.includes(one.op)) return spanControls(one, title, at, keep);
  if (one.op === 'between') return dayControls(one, title, at, keep);
  if (kind === 'choice' || kind === 'states') {
    const take = (values: string[]): void => {
      one.values = values;
      keep(0, values[0] ?? '', true);
      one.values = values;
    };
    return [
      severalChips({
        at: `${at}.values`,
        label: title,
        isHidden: true,
        options: (filter.options ?? []).map(({ name }) => ({ name, title: valueTitle(name) })),
        chosen: one.values,
        onChange: take,
      }),
    ];
  }
  if (kind === 'texts')
    return [
      typed({
        at: `${at}.value`,
        label: title,
        type: 'text',
        value: one.values.join(', '),
        spellcheck: false,
        onInput: (value) => {
          one.values = value.split(/[\s,;]+/).filter(Boolean);
          keep(0, one.values[0] ?? '');
        },
      }),
    ];
  const type = kind === 'number' || kind === 'amount' ? 'number' : 'text';
  const hint = one.op === 'any' ? 'several, with commas' : '';
  const first = typed({
    at: `${at}.value`,
    label: title,
    type,
    step: 'any',
    placeholder: hint,
    spellcheck: false,
    value: one.values[0] ?? '',
    onInput: (value) => keep(0, value),
  });
  if (one.op !== 'within') return [first];
  const last = typed({
    at: `${at}.to`,
    label: `${title}: at most`,
    type,
    step: 'any',
    value: one.values[1] ?? '',
    onInput: (value) => keep(1, value),
  });
  return [first, make('span', { className: 'word' }, 'and'), last];
}

function periodRow({ where: [one] }: Question, replace: Replace): HTMLElement {
  if (!one) return row();
  const keep: Keep = (place, value, isDrawn = false) => {
    one.values[place] = value;
    replace(0, one, isDrawn);
  };
  const op = choice({
    at: 'which.0.op',
    label: 'Which period',
    options: options([
      ['last', 'in the last'],
      ['between', 'from … until …'],
    ]),
    chosen: one.op,
    onChange: (value) => replace(0, { ...one, op: value, values: value === 'last' ? ['12', 'M'] : [] }),
  });
  const values =
    one.op === 'between'
      ? dayControls(one, 'Period', 'which.0', keep)
      : spanControls(one, 'Period', 'which.0', keep);
  return row(op, ...values);
}
