// The four steps: draws the controls of a question, and says when something was chosen.
import { byId, make } from '../../../kit/browser/dom.ts';
import type { List } from '../list.ts';
import { chips, choice, fill, options, typed } from './controls.ts';
import { groupStep } from './group.ts';
import { emptyQuestion, type Question } from './question.ts';
import { type SetPart, whichStep } from './which.ts';

interface Asked {
  readonly question: Question;
  readonly lists: readonly List[];
  readonly list: List;
  /** The registry's day. */
  readonly today: string;
}
type Change = (question: Question, isDrawn?: boolean) => void;

/** Draws the steps. `change(question)` gets the next question; with `false` the controls stay as they are. */
export function drawSteps({ question, lists, list, today }: Asked, change: Change): void {
  const set: SetPart = (part, isDrawn = true) => change({ ...question, ...part }, isDrawn);
  fill(byId('data'), ...dataStep({ question, lists, list, today }, set, change));
  fill(byId('which'), ...whichStep(question, list, set));
  fill(byId('group'), ...groupStep(question, list, set));
}

function dataStep({ question, lists, list, today }: Asked, set: SetPart, change: Change): HTMLElement[] {
  const parts = [
    chips({
      at: 'data',
      label: 'What you ask about',
      isHidden: true,
      options: lists,
      chosen: list.name,
      onChange: (name) => change({ ...emptyQuestion(name), view: '' }),
    }),
    make('p', { className: 'soft' }, list.about),
  ];
  if (!list.hasPast) return parts;
  const isPast = question.asOf !== '';
  return [
    ...parts,
    make(
      'div',
      { className: 'pick' },
      choice({
        at: 'asOf',
        label: 'At which time',
        options: options([
          ['', 'as it is now'],
          ['past', 'as it was on'],
        ]),
        chosen: isPast ? 'past' : '',
        onChange: (value) => set({ asOf: value ? '-P1Y' : '' }),
      }),
      ...(isPast ? pastDay(question, today, set) : []),
    ),
  ];
}

/** A day, or an age such as -P1Y. */
function pastDay({ asOf }: Question, today: string, set: SetPart): HTMLElement[] {
  const ages = options([
    ['-P1M', 'a month ago'],
    ['-P3M', 'three months ago'],
    ['-P6M', 'half a year ago'],
    ['-P1Y', 'a year ago'],
    ['day', 'a day …'],
  ]);
  const isAge = ages.some(({ name }) => name === asOf);
  return [
    choice({
      at: 'asOf.age',
      label: 'When',
      options: ages,
      chosen: isAge ? asOf : 'day',
      onChange: (value) => set({ asOf: value === 'day' ? today : value }),
    }),
    ...(isAge
      ? []
      : [
          typed({
            at: 'asOf.day',
            label: 'The day',
            type: 'date',
            value: asOf,
            max: today,
            onInput: (value) => void (value && set({ asOf: value }, false)),
          }),
          make('span', { className: 'word' }, 'when the day began'),
        ]),
  ];
}
