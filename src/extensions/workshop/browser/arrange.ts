// The cards of a board on their grid: dragged, or moved and resized with the arrow keys. A card in the way goes below.
import { byId, make } from './editors.ts';

const wallColumns = 12;
const tallestCard = 20;
const mostWallRows = 200;
const wallGrid = byId('board-wall');

/** { key, name, question or text, x, y, width, height }, in no order. */
let wallCards = [];
let afterArranging = () => {};

export const cardsOnWall = () => inWallOrder(wallCards);
export const onArranged = (listener) => {
  afterArranging = listener;
};

export function beginWall(cards) {
  wallCards = cards.map((card) => ({ ...card }));
  drawWall();
}

/** Beside the last card if there is room, and otherwise below all. */
export function addToWall(card) {
  const placed = { width: 6, height: 5, ...card };
  const places = inWallOrder(wallCards).map(({ x, y, width }) => ({ ...placed, x: x + width, y }));
  const free = places
    .slice(-1)
    .find((one) => one.x + one.width <= wallColumns && !wallCards.some((other) => cardsMeet(one, other)));
  wallCards.push(free ?? { ...placed, x: 0, y: wallBottom() });
  drawWall();
}

export function takeFromWall(key) {
  wallCards = wallCards.filter((card) => card.key !== key);
  drawWall();
}

export function nameOnWall(key, name) {
  const card = wallCards.find((one) => one.key === key);
  Object.assign(card, name);
  drawWall();
}

const wallBottom = () => Math.max(0, ...wallCards.map(({ y, height }) => y + height));
const inWallOrder = (cards) => cards.toSorted((one, other) => one.y - other.y || one.x - other.x);
const cardsMeet = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** The card keeps to the grid, and those in its way go below it. */
function rearranged(cards, key, change) {
  const card = cards.find((one) => one.key === key);
  const width = within(card.width + (change.width ?? 0), 1, wallColumns - card.x);
  const moved = {
    ...card,
    width,
    height: within(card.height + (change.height ?? 0), 1, tallestCard),
    x: within(card.x + (change.x ?? 0), 0, wallColumns - width),
    y: within(card.y + (change.y ?? 0), 0, mostWallRows - tallestCard),
  };
  const placed = [moved];
  for (const other of inWallOrder(cards.filter((one) => one.key !== key))) {
    let at = other;
    for (let met = at; met; ) {
      met = placed.find((one) => cardsMeet(one, at));
      if (met) at = { ...at, y: met.y + met.height };
    }
    placed.push(at);
  }
  return placed;
}

function arrange(key, change, from = wallCards) {
  const next = rearranged(from, key, change);
  if (next.some(({ y, height }) => y + height > mostWallRows)) return;
  wallCards = next;
  for (const card of wallCards) placeOnWall(elementOf(card.key), card);
  fitWall();
}

/** What a screen reader hears after each key. */
function sayPlace(key) {
  byId('board-place').textContent = placeInWords(wallCards.find((one) => one.key === key));
  afterArranging();
}
const placeInWords = ({ name, x, y, width, height }) =>
  `${name}: column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high`;

const elementOf = (key) => [...wallGrid.children].find((one) => one.dataset.key === key);
function placeOnWall(element, card) {
  element.style.gridArea = `${card.y + 1} / ${card.x + 1} / span ${card.height} / span ${card.width}`;
  element.ariaLabel = placeInWords(card);
}
const fitWall = () => {
  wallGrid.style.gridTemplateRows = `repeat(${wallBottom() + 2}, 1.35rem)`;
};

function drawWall() {
  const focused = document.activeElement?.dataset?.key;
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

const arrows = {
  ArrowLeft: ['x', 'width', -1],
  ArrowRight: ['x', 'width', 1],
  ArrowUp: ['y', 'height', -1],
  ArrowDown: ['y', 'height', 1],
};
wallGrid.addEventListener('keydown', (event) => {
  const { key: pressed, shiftKey, target } = event;
  const { key } = target.dataset;
  if (!arrows[pressed] || key === undefined) return;
  event.preventDefault();
  const [place, size, by] = arrows[pressed];
  arrange(key, { [shiftKey ? size : place]: by });
  sayPlace(key);
  elementOf(key).scrollIntoView({ block: 'nearest' });
});
wallGrid.addEventListener('pointerdown', (event) => {
  const element = event.target.closest('.place');
  if (!element || event.button !== 0) return;
  const { key } = element.dataset;
  const isCorner = event.target.classList.contains('corner');
  const from = wallCards;
  const { width } = wallGrid.getBoundingClientRect();
  const rows = getComputedStyle(wallGrid);
  const cell = {
    x: width / wallColumns,
    y: Number.parseFloat(rows.gridTemplateRows) + Number.parseFloat(rows.rowGap),
  };
  element.setPointerCapture(event.pointerId);
  element.classList.add('held');
  const drag = ({ clientX, clientY }) => {
    const by = {
      x: Math.round((clientX - event.clientX) / cell.x),
      y: Math.round((clientY - event.clientY) / cell.y),
    };
    arrange(key, isCorner ? { width: by.x, height: by.y } : by, from);
  };
  const drop = () => {
    element.classList.remove('held');
    element.removeEventListener('pointermove', drag);
    sayPlace(key);
  };
  element.addEventListener('pointermove', drag);
  element.addEventListener('lostpointercapture', drop, { once: true });
});
