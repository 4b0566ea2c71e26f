// The cards of a board on their grid: dragged, or moved and resized with the arrow keys. A card in the way goes below.
import { byId, every, make, targetOf } from '../../kit/browser/dom.ts';

/** A card is one of a question, or of a text. */
export interface Content {
  readonly key: string;
  readonly name: string;
  readonly question?: string;
  readonly text?: string;
}
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface Card extends Content, Place {}

const wallColumns = 12;
const tallestCard = 20;
const mostWallRows = 200;
const wallGrid = byId('board-wall');

/** The cards of the wall, unsorted. */
let wallCards: Card[] = [];
let afterArranging = (): void => {};

export const cardsOnWall = (): Card[] => inWallOrder(wallCards);
export const onArranged = (listener: () => void): void => {
  afterArranging = listener;
};

export function beginWall(cards: readonly Card[]): void {
  wallCards = cards.map((card) => ({ ...card }));
  drawWall();
}

/** Beside the last card if there is room, and otherwise below all. */
export function addToWall(card: Content & Partial<Place>): void {
  const placed = { width: 6, height: 5, ...card };
  const places = inWallOrder(wallCards).map(({ x, y, width }) => ({ ...placed, x: x + width, y }));
  const free = places
    .slice(-1)
    .find((one) => one.x + one.width <= wallColumns && !wallCards.some((other) => cardsMeet(one, other)));
  wallCards.push(free ?? { ...placed, x: 0, y: wallBottom() });
  drawWall();
}

export function takeFromWall(key: string): void {
  wallCards = wallCards.filter((card) => card.key !== key);
  drawWall();
}

export function nameOnWall(key: string, name: Pick<Content, 'name' | 'text'>): void {
  wallCards = wallCards.map((card) => (card.key === key ? { ...card, ...name } : card));
  drawWall();
}

const wallBottom = (): number => Math.max(0, ...wallCards.map(({ y, height }) => y + height));
const inWallOrder = (cards: readonly Card[]): Card[] =>
  cards.toSorted((one, other) => one.y - other.y || one.x - other.x);
const cardsMeet = (one: Place, other: Place): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The card keeps to the grid, and those in its way go below it. */
function rearranged(cards: readonly Card[], card: Card, change: Partial<Place>): Card[] {
  const width = within(card.width + (change.width ?? 0), 1, wallColumns - card.x);
  const moved = {
    ...card,
    width,
    height: within(card.height + (change.height ?? 0), 1, tallestCard),
    x: within(card.x + (change.x ?? 0), 0, wallColumns - width),
    y: within(card.y + (change.y ?? 0), 0, mostWallRows - tallestCard),
  };
  const placed = [moved];
  for (const other of inWallOrder(cards.filter((one) => one.key !== card.key))) {
    let at = other;
    const inTheWay = (): Card | undefined => placed.find((one) => cardsMeet(one, at));
    for (let met = inTheWay(); met; met = inTheWay()) at = { ...at, y: met.y + met.height };
    placed.push(at);
  }
  return placed;
}

function arrange(key: string, change: Partial<Place>, from: readonly Card[] = wallCards): void {
  const moving = from.find((one) => one.key === key);
  if (!moving) return;
  const next = rearranged(from, moving, change);
  if (next.some(({ y, height }) => y + height > mostWallRows)) return;
  wallCards = next;
  for (const card of wallCards) {
    const element = elementOf(card.key);
    if (element) placeOnWall(element, card);
  }
  fitWall();
}

/** Tells a screen reader after each key where the card is. */
function sayPlace(key: string): void {
  const card = wallCards.find((one) => one.key === key);
  if (card) byId('board-place').textContent = placeInWords(card);
  afterArranging();
}
const placeInWords = ({ name, x, y, width, height }: Card): string =>
  `${name}: column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high`;

const elementOf = (key: string): HTMLElement | undefined =>
  every('.place', HTMLElement, wallGrid).find(({ dataset }) => dataset.key === key);
function placeOnWall(element: HTMLElement, card: Card): void {
  element.style.gridArea = `${card.y + 1} / ${card.x + 1} / span ${card.height} / span ${card.width}`;
  element.ariaLabel = placeInWords(card);
}
const fitWall = (): void => {
  wallGrid.style.gridTemplateRows = `repeat(${wallBottom() + 2}, 1.35rem)`;
};

function drawWall(): void {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement ? activeElement.dataset.key : undefined;
  wallGrid.replaceChildren(
    ...inWallOrder(wallCards).map((card) => {
      const element = make(
        'div',
        { className: 'place', tabIndex: 0, role: 'group' },
        make('span', {}, card.name),
        make('i', { className: 'corner' }),
      );
      element.dataset.key = card.key;
      element.setAttribute('aria-describedby', 'board-wall-help');
      element.setAttribute('aria-roledescription', 'card');
      placeOnWall(element, card);
      return element;
    }),
  );
  byId('board-arrangement').hidden = wallCards.length === 0;
  fitWall();
  if (focused) elementOf(focused)?.focus();
}

const arrows: Readonly<Record<string, readonly [place: 'x' | 'y', size: 'width' | 'height', by: number]>> = {
  ArrowLeft: ['x', 'width', -1],
  ArrowRight: ['x', 'width', 1],
  ArrowUp: ['y', 'height', -1],
  ArrowDown: ['y', 'height', 1],
};
wallGrid.addEventListener('keydown', (event) => {
  const arrow = arrows[event.key];
  const key = targetOf(event)?.getAttribute('data-key') ?? undefined;
  if (!arrow || key === undefined) return;
  event.preventDefault();
  const [place, size, by] = arrow;
  arrange(key, { [event.shiftKey ? size : place]: by });
  sayPlace(key);
  elementOf(key)?.scrollIntoView({ block: 'nearest' });
});
wallGrid.addEventListener('pointerdown', (event) => {
  const target = targetOf(event);
  const element = target?.closest('.place');
  if (!target || !(element instanceof HTMLElement) || event.button !== 0) return;
  const { key = '' } = element.dataset;
  const isCorner = target.classList.contains('corner');
  const from = wallCards;
  const { width } = wallGrid.getBoundingClientRect();
  const rows = getComputedStyle(wallGrid);
  const cell = {
    x: width / wallColumns,
    y: Number.parseFloat(rows.gridTemplateRows) + Number.parseFloat(rows.rowGap),
  };
  element.setPointerCapture(event.pointerId);
  element.classList.add('held');
  const drag = ({ clientX, clientY }: PointerEvent): void => {
    const by = {
      x: Math.round((clientX - event.clientX) / cell.x),
      y: Math.round((clientY - event.clientY) / cell.y),
    };
    arrange(key, isCorner ? { width: by.x, height: by.y } : by, from);
  };
  const drop = (): void => {
    element.classList.remove('held');
    element.removeEventListener('pointermove', drag);
    sayPlace(key);
  };
  element.addEventListener('pointermove', drag);
  element.addEventListener('lostpointercapture', drop, { once: true });
});
