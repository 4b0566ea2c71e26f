// The chart of an answer: drawing, tooltips, and downloads.
import { every, make } from '../../kit/browser/dom.ts';
import { download, say } from './editors.ts';
import { load } from './facts.ts';

/** Returns what a press on the mark with this tooltip does. */
type Open = (tip: string) => (() => void) | undefined;

/** A chart that is drawn, to make a file of it. */
export interface Drawn {
  readonly title: string;
  readonly paper: () => string;
  readonly specification: () => string;
}

/** The chart code is loaded with the first chart. */
export const loadCharts = () => load<typeof import('./charts.ts')>('charts.js');

/**
 * Shows a chart. The tooltips of its marks appear at once; browsers would delay them. The arrow keys go from mark to
 * mark, and Enter presses.
 */
export function showPicture(place: HTMLElement, text: string, open: Open = () => undefined): void {
  const parsed: Element = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const title of parsed.querySelectorAll('title')) {
    title.parentElement?.setAttribute('data-tip', title.textContent ?? '');
    title.remove();
  }
  const picture = document.importNode(parsed, true);
  if (!(picture instanceof SVGSVGElement)) return;
  picture.addEventListener('pointermove', ({ target }) => {
    const mark = target instanceof Element ? target.closest('[data-tip]') : null;
    showTip(picture, mark instanceof SVGGraphicsElement ? mark : null);
  });
  picture.addEventListener('pointerleave', () => showTip(picture, null));
  const marks = every('[data-tip]', SVGGraphicsElement, picture).filter((mark) => open(tipOf(mark)));
  for (const mark of marks) {
    mark.style.cursor = 'pointer';
    mark.addEventListener('click', () => open(tipOf(mark))?.());
  }
  place.replaceChildren(picture);
  goThrough(place, picture, marks, open);
}

const tipOf = (mark: SVGElement): string => mark.dataset.tip ?? '';

const ways: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Lets the arrow keys go through the marks: a picture is one stop of the keyboard, however many marks it has.
 */
function goThrough(
  place: HTMLElement,
  picture: SVGSVGElement,
  marks: readonly SVGGraphicsElement[],
  open: Open,
): void {
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
    if (event.key === 'Enter' && mark) open(tipOf(mark))?.();
    const step = ways[event.key];
    if (!step) return;
    event.preventDefault();
    at = (at + step + marks.length) % marks.length;
    const next = marks[at];
    if (!next) return;
    showTip(picture, next);
    say(tipOf(next).replaceAll('\n', ', '));
  };
}

const svg = <Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Name] => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

/** The mark that a tooltip is about. */
const marksOfTips = new WeakMap<Element, Element>();

function showTip(picture: SVGSVGElement, mark: SVGGraphicsElement | null): void {
  const shown = picture.querySelector('[data-mark="tip"]');
  if (shown && marksOfTips.get(shown) === mark) return;
  shown?.remove();
  if (!mark) return;
  const lines = tipOf(mark).split('\n');
  const text = svg('text', {}, ...lines.map((line, row) => svg('tspan', { x: 8, y: 18 + row * 16 }, line)));
  const box = svg('rect', { rx: 6, fill: 'var(--paper)', stroke: 'currentColor', 'stroke-opacity': 0.4 });
  const tip = svg('g', { 'data-mark': 'tip', 'pointer-events': 'none' }, box, text);
  marksOfTips.set(tip, mark);
  picture.append(tip);
  const [wide, high]: [number, number] = [text.getBBox().width + 16, lines.length * 16 + 10];
  box.setAttribute('width', String(wide));
  box.setAttribute('height', String(high));
  const { x, y, width } = mark.getBBox();
  const { width: whole } = picture.viewBox.baseVal;
  const left = Math.min(Math.max(2, x + width / 2 - wide / 2), whole - wide - 2);
  const above = y - high - 6;
  tip.setAttribute('transform', `translate(${left},${above < 0 ? y + 10 : above})`);
}

const fileName = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

export const saveSvg = (text: string, title: string): void =>
  download(new Blob([`${text}\n`], { type: 'image/svg+xml' }), `${fileName(title)}.svg`);

/**
 * Copies the specification for programs that read Vega-Lite. A page over plain http does not have a clipboard: there
 * it becomes a file.
 */
export async function copySpecification(button: HTMLElement, { specification, title }: Drawn): Promise<void> {
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

export async function savePng(text: string, title: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const sharp = 2;
  const canvas = make('canvas', { width: image.width * sharp, height: image.height * sharp });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && download(blob, `${fileName(title)}.png`), 'image/png');
}
