// The chart of an answer: drawing, tooltips, and downloads.
import { download, make, say } from './editors.ts';
import { addresses } from './facts.ts';

/** The chart code is loaded with the first chart. */
export const loadCharts = () => import(addresses['charts.js']);

/**
 * Shows a chart. The tooltips of its marks appear at once; browsers would delay them. `open(tip)` is what a press on the mark
 * with that tooltip does; the arrow keys go from mark to mark, and Enter presses.
 */
export function showPicture(place, text, open = () => undefined) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const title of parsed.querySelectorAll('title')) {
    title.parentElement.dataset.tip = title.textContent;
    title.remove();
  }
  const picture = document.importNode(parsed, true);
  picture.addEventListener('pointermove', ({ target }) => showTip(picture, target.closest('[data-tip]')));
  picture.addEventListener('pointerleave', () => showTip(picture, null));
  const marks = [...picture.querySelectorAll('[data-tip]')].filter((mark) => open(mark.dataset.tip));
  for (const mark of marks) {
    mark.style.cursor = 'pointer';
    mark.addEventListener('click', () => open(mark.dataset.tip)());
  }
  place.replaceChildren(picture);
  goThrough(place, picture, marks, open);
}

const ways = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The picture is one stop of the keyboard, however many marks it has. */
function goThrough(place, picture, marks, open) {
  if (marks.length === 0) {
    place.removeAttribute('tabindex');
    place.removeAttribute('role');
    place.removeAttribute('aria-label');
    place.onkeydown = null;
    return;
  }
  place.tabIndex = 0;
  place.role = 'group';
  place.ariaLabel = 'Picture. Arrow keys go through its values, Enter shows the rows of one.';
  let at = -1;
  place.onblur = () => showTip(picture, null);
  place.onkeydown = (event) => {
    const mark = marks[at];
    if (event.key === 'Enter' && mark) open(mark.dataset.tip)();
    const step = ways[event.key];
    if (!step) return;
    event.preventDefault();
    at = (at + step + marks.length) % marks.length;
    showTip(picture, marks[at]);
    say(marks[at].dataset.tip.replaceAll('\n', ', '));
  };
}

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

function showTip(picture, mark) {
  const shown = picture.querySelector('[data-mark="tip"]');
  if (shown && shown.mark === mark) return;
  shown?.remove();
  if (!mark) return;
  const lines = mark.dataset.tip.split('\n');
  const text = svg('text', {}, ...lines.map((line, row) => svg('tspan', { x: 8, y: 18 + row * 16 }, line)));
  const box = svg('rect', { rx: 6, fill: 'var(--paper)', stroke: 'currentColor', 'stroke-opacity': 0.4 });
  const tip = svg('g', { 'data-mark': 'tip', 'pointer-events': 'none' }, box, text);
  tip.mark = mark;
  picture.append(tip);
  const [wide, high] = [text.getBBox().width + 16, lines.length * 16 + 10];
  box.setAttribute('width', wide);
  box.setAttribute('height', high);
  const { x, y, width } = mark.getBBox();
  const { width: whole } = picture.viewBox.baseVal;
  const left = Math.min(Math.max(2, x + width / 2 - wide / 2), whole - wide - 2);
  const above = y - high - 6;
  tip.setAttribute('transform', `translate(${left},${above < 0 ? y + 10 : above})`);
}

const fileName = (title) => title.toLowerCase().replaceAll(/\W+/g, '-');

export const saveSvg = (text, title) =>
  download(new Blob([`${text}\n`], { type: 'image/svg+xml' }), `${fileName(title)}.svg`);

/** For programs that read Vega-Lite. A page over plain http has no clipboard: there it becomes a file. */
export async function copySpecification(button, { specification, title }) {
  const text = specification();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    download(new Blob([`${text}\n`], { type: 'application/json' }), `${fileName(title)}.vl.json`);
    return;
  }
  const { textContent } = button;
  if (textContent === 'Copied') return;
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = textContent;
  }, 2000);
}

export async function savePng(text, title) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const sharp = 2;
  const canvas = make('canvas', { width: image.width * sharp, height: image.height * sharp });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download(blob, `${fileName(title)}.png`), 'image/png');
}
