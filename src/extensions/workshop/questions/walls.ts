import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isBlank } from '../../../registry/rules/text.ts';

/** A card on the wall of a board: a question or a text, and its place on the grid, counted from 0. */
export interface Card {
  readonly question?: number | undefined;
  readonly text?: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The filters by which the readers of a board may narrow all its cards. */
export const boardFilters = ['REGISTRAR', 'ZONE', 'PERIOD'] as const;
export type BoardFilter = (typeof boardFilters)[number];

/** How a board is arranged, as it is stored; null is a board that nobody has arranged. */
export interface Wall {
  readonly cards: readonly Card[];
  readonly filters: readonly BoardFilter[];
}

/** The grid has twelve columns; a wall does not have more rows than `mostRows`. */
const gridColumns = 12;
const tallest = 20;
const mostRows = limit('rows of the grid of a board', 200, 'More than anybody scrolls.');
const mostTexts = limit('texts on a board', 20, 'It is for numbers.');
const longestText = limit('characters of a text on a board', 2000, 'It is for numbers.');

/** Two in a row, as tall as a chart. */
const usual = { width: 6, height: 5 };

interface Arranged {
  readonly question_ids: readonly number[];
  readonly wall: Wall | null;
}

/** Every question of the board has a card: one that was added without a place stands below the others. */
export function cardsOf({ question_ids, wall }: Arranged): readonly Card[] {
  const placed = (wall?.cards ?? []).filter(
    ({ question }) => question === undefined || question_ids.includes(question),
  );
  const below = Math.max(0, ...placed.map(({ y, height }) => y + height));
  const added = question_ids
    .filter((id) => !placed.some(({ question }) => question === id))
    .map((question, index) => ({
      question,
      x: (index % 2) * usual.width,
      y: below + Math.floor(index / 2) * usual.height,
      ...usual,
    }));
  return inReadingOrder([...placed, ...added]);
}

/** Sorts cards from the top, each row from the left: the order on a phone, on paper and for the keyboard. */
export const inReadingOrder = (cards: readonly Card[]): Card[] =>
  cards.toSorted((one, other) => one.y - other.y || one.x - other.x);

export const questionsIn = (cards: readonly Card[]): number[] =>
  inReadingOrder(cards).flatMap(({ question }) => question ?? []);

/** Why cards cannot stand like this. */
export function cardsFailure(cards: readonly Card[]): Failure | undefined {
  for (const [index, card] of cards.entries()) {
    const path = ['cards', String(index)];
    const problem = contentProblem(card) ?? placeProblem(card);
    if (problem) return failure('PARAMETER_VALUE_RANGE', problem, { path });
    const other = cards.findIndex((one, before) => before < index && overlap(one, card));
    if (other !== -1)
      return failure('PARAMETER_VALUE_POLICY', `Cards ${other + 1} and ${index + 1} overlap`, { path });
  }
  if (cards.filter(({ text }) => text !== undefined).length > mostTexts)
    return failure('PARAMETER_VALUE_RANGE', `A board has at most ${mostTexts} texts`, { path: ['cards'] });
  return undefined;
}

function contentProblem({ question, text }: Card): string | undefined {
  if ((question === undefined) === (text === undefined)) return 'A card shows either a question or a text';
  if (text === undefined) return undefined;
  if (isBlank(text)) return 'The text of a card is empty';
  return text.length > longestText ? `The text of a card has at most ${longestText} characters` : undefined;
}

function placeProblem({ x, y, width, height }: Card): string | undefined {
  if (x < 0 || width < 1 || x + width > gridColumns)
    return `A card stands within ${gridColumns} columns: x is 0 or more, width is 1 or more, together at most ${gridColumns}`;
  if (height < 1 || height > tallest) return `The height of a card is 1 to ${tallest}`;
  return y < 0 || y + height > mostRows ? `A card stands within ${mostRows} rows` : undefined;
}

const overlap = (one: Card, other: Card): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
