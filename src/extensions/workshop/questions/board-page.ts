import { Html, html } from '../../kit/html.ts';
import type { Page } from '../../kit/page.ts';
import { pageScript } from '../../kit/scripts.ts';
import type { Question } from '../store/published.ts';
import type { Words } from '../words-of.ts';
import type { Answer } from './answers.ts';
import type { Choice } from './choices.ts';
import { cacheControl, partStyle, shownIn } from './pages.ts';
import { cardPart } from './part.ts';
import type { BoardFilter, Card } from './walls.ts';

/** A card of a board; without `part` it is a text, or its question has ended. */
export interface CardShown {
  readonly card: Card;
  readonly part?: {
    readonly question: Question;
    readonly answer: Answer;
    readonly words: Words;
    /** The choices that do not apply to it. */
    readonly unmet: readonly BoardFilter[];
  };
}

interface Facts {
  readonly readOn: string;
  readonly timeZone: string;
}

/**
 * The wall: cards on their grid, one below the other on a phone; reloaded while the tab is visible
 * (src/extensions/kit/browser/board.ts).
 */
export function boardPage(
  name: string,
  cards: readonly CardShown[],
  choices: readonly Choice[],
  { readOn, timeZone }: Facts,
): Page {
  const places = cards.map(({ card }) => placeOf(card));
  return {
    title: name,
    cacheControl,
    css: new Html(`${partStyle.text}${wallStyle.text}${placing(places)}`),
    script: pageScript('board.ts'),
    main: html`<div class="wall-head"><h1>${name}</h1>${formOf(choices)}
<p class="tools" hidden><button type="button" class="quiet compact" id="full-screen">Full screen</button>
<button type="button" class="quiet compact" id="print">Print</button></p></div>
<div class="wall" data-places="${places.join(' ')}">${cards.map((one, index) => cardOf(one, index, timeZone))}</div>
<p class="soft small" id="read">Read on ${readOn}.</p>`,
  };
}

function cardOf({ card, part }: CardShown, index: number, timeZone: string): Html {
  const id = `card-${index + 1}`;
  if (card.text !== undefined)
    return html`<section class="card text" id="${id}"><div class="inside">${textOf(card.text)}</div></section>`;
  if (!part)
    return html`<section class="card" id="${id}"><p class="soft">This question has ended.</p></section>`;
  const { question, answer, words, unmet } = part;
  const body =
    answer.status === 200
      ? cardPart(shownIn(answer), question, { timeZone, words }, sizeOf(card))
      : html`<p class="soft">${answer.body.toString()}</p>`;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name">${question.name}</h2>
<div class="inside">${body}</div>${
    unmet.length > 0 &&
    html`<p class="unmet">Not by ${unmet.map((one) => one.toLowerCase()).join(' or ')}.</p>`
  }</section>`;
}

/** Paragraphs, and headings of lines that begin with #. */
function textOf(text: string): readonly Html[] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isHeading = line.startsWith('# ');
    const isEmpty = line.trim() === '';
    if (isOpen && !isHeading && !isEmpty) blocks.at(-1)?.push(line);
    else if (!isEmpty) blocks.push([line]);
    isOpen = !isHeading && !isEmpty;
  }
  return blocks.map((lines) =>
    lines[0]?.startsWith('# ')
      ? html`<h2>${lines[0].slice(2).trim()}</h2>`
      : html`<p>${lines.map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)}</p>`,
  );
}

const placeOf = ({ x, y, width, height }: Card): string =>
  `${y + 1}/${x + 1}/span\u00a0${height}/span\u00a0${width}`;

const placing = (places: readonly string[]): string =>
  `@media (width > 48rem) { ${places
    .map(
      (place, index) =>
        `#card-${index + 1} { grid-area: ${place.replaceAll('\u00a0', ' ').replaceAll('/', ' / ')}; }`,
    )
    .join(' ')} }`;

/** The room of a drawing in pixels, on a screen of 1440. */
const column = 115;
const row = 92;
const sizeOf = ({ width, height }: Card) => ({
  width: Math.max(320, Math.round(width * column - 54)),
  height: Math.max(200, Math.round(height * row - 75)),
});

function formOf(choices: readonly Choice[]): Html | undefined {
  if (choices.length === 0) return undefined;
  return html`<form class="choices" method="get" aria-label="Narrow all cards">${choices.map(
    ({ name, label, all, options, chosen }) =>
      html`<label>${label} <select name="${name}" id="by-${name}"><option value="">${all}</option>${[
        ...options,
      ].map(
        ([value, text]) =>
          html`<option value="${value}"${value === chosen && new Html(' selected')}>${text}</option>`,
      )}</select></label>`,
  )}<button class="quiet compact">Show</button></form>${
    choices.some(({ chosen }) => chosen !== undefined) &&
    html`<p class="chosen">${choices
      .flatMap(({ chosen, label, options }) =>
        chosen === undefined ? [] : `${label}: ${options.get(chosen)}`,
      )
      .join('; ')}</p>`
  }`;
}

/**
 * The style of boards, which are as wide as their screen. The height of a row follows the width, so that a wall looks
 * the same everywhere.
 */
const wallStyle = new Html(`
body > header, main { max-width: 160rem; } main { padding-top: 0; }
.wall-head { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; margin: .25rem 0 1rem; } .wall-head h1 { margin: 0; font-size: 1.6rem; }
.wall-head .tools, .wall-head form { margin: 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; } .wall-head .tools { margin-left: auto; } .wall-head [hidden] { display: none; }
.choices label { color: var(--soft); font-size: .9rem; padding: 0 !important; } .choices select { margin-left: .25rem; padding: .3rem .45rem; font-size: .9rem; border-color: light-dark(#7b8794, #8592a3); background: var(--card); max-width: 14rem; }
.chosen { display: none; }
.wall { display: grid; gap: 1rem; grid-template-columns: repeat(12, minmax(0, 1fr)); grid-auto-rows: max(4.75rem, 5.28vw); } .wall[aria-busy="true"] { opacity: .6; }
.wall > .card { margin: 0; padding: .9rem 1.1rem; min-width: 0; display: flex; flex-direction: column; overflow: hidden; }
.wall h2 { margin: 0 0 .5rem; font-size: 1rem; line-height: 1.3; letter-spacing: -.005em; color: var(--soft); font-weight: 600; }
.inside { flex: 1; min-height: 0; overflow: auto; display: flex; flex-direction: column; container-type: inline-size; } .inside > .scroll { overflow: visible; min-width: min-content; }
.wall table { font-size: .9rem; } .wall .inside > .scroll th { position: sticky; top: 0; background: var(--card); }
.wall .drawn { margin: 0; } .drawn.fits { flex: 1; min-height: 10rem; } .drawn.fits svg { width: 100%; height: 100%; } .drawn:not(.fits) svg { width: 100%; }
.rows { margin: .35rem 0 0; font-size: .85rem; } .rows summary span { color: var(--soft); } .rows[open] { margin-bottom: .25rem; } .unmet { margin: .35rem 0 0; font-size: .8rem; color: var(--warn); }
.wall .figure { font-size: clamp(1.9rem, 20cqi, 4.5rem); margin: auto 0 .2rem; } .wall .figure[data-long="yes"] { font-size: clamp(1.5rem, 13cqi, 3.5rem); } .wall .figure:last-child { margin-bottom: auto; } .wall .change { font-size: .875rem; line-height: 1.35; margin-bottom: auto; }
.wall > .text { background: transparent; border-color: transparent; box-shadow: none; } .text h2 { color: var(--ink); font-size: 1.25rem; } .text p { margin: 0 0 .6rem; }
#read { margin: 1rem 0 0; }
:root:fullscreen { overflow: auto; } :root:fullscreen body > header, :root:fullscreen #print { display: none; } :root:fullscreen main { padding-top: 1rem; }
@media (width <= 48rem) { .wall { grid-template-columns: minmax(0, 1fr); grid-auto-rows: auto; } .wall > .card { max-height: 34rem; } .drawn.fits { min-height: 0; } .drawn.fits svg { height: auto; } .wall .figure { margin: 0 0 .2rem; } .wall > .text { padding-inline: 0; } }
@media print {
  @page { size: A4 landscape; margin: 11mm; }
  :root { color-scheme: light; --ink: #17202b; --soft: #4a5562; --paper: #fff; --card: #fff; --line: #c9ced6; --tint: #eef3f8; --accent: #0a4f96; --warn: #7d5200; --shadow: none; }
  body { font-size: 10.5pt; background: #fff; } body > header, .tools, .choices, .skip { display: none !important; } main { padding: 0; } .chosen { display: block; margin: 0; }
  .wall { gap: .6rem; grid-auto-rows: minmax(3.6rem, auto); } .wall > .card { break-inside: avoid; overflow: visible; padding: .6rem .8rem; } .inside { overflow: visible; } .rows:not([open]) { display: none; } .wall :is(td, th) { padding-block: .2rem; }
  .drawn.fits svg { height: auto; }
}
`);
