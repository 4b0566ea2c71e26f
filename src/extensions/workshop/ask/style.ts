import { Html } from '../../kit/html.ts';
import { dialogStyle, rowsStyle, segmentsStyle } from '../style.ts';

/** The style of the questions to begin with, each with a small picture. */
export const cardsStyle = `#cards { list-style: none; margin: 1.25rem 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
#cards li { display: flex; } .question { display: flex; align-items: center; gap: 1rem; width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius);
  padding: 1.1rem 1.2rem; color: var(--ink); text-decoration: none; text-align: left; font: inherit; line-height: 1.35; box-shadow: var(--shadow); } .question:hover { border-color: var(--accent); } .question svg { flex: none; color: var(--accent); }`;

/** The table, the chart and the dialog are those of GraphiQL. */
export const askStyle = new Html(`
body > header, main { max-width: 88rem; }
:is(#answer, dialog) { --paper: var(--card); }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; } .top h1 { margin: .5rem 0; }
#tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin-left: auto; }
#tools button, dialog button:not(.close), .save button { font-size: .9rem; padding: .35rem .8rem; }
#sign-out, .save button, .shortcuts button { background: var(--card); color: var(--accent); border-color: var(--line); }
#signed-in { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .2rem .6rem; } #who { font-weight: 600; } #budget, #said, #rows, #as-whom { color: var(--soft); font-size: .9rem; }
${cardsStyle}
#workbench { display: grid; grid-template-columns: minmax(20rem, 31rem) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
#steps > section, #answer { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem 1.15rem; margin: 0 0 .8rem; }
#steps h2 { font-size: 1.05rem; margin: 0 0 .7rem; } #steps h2 i { display: inline-grid; place-items: center; width: 1.6rem; height: 1.6rem; border-radius: 50%; background: var(--tint); color: var(--accent); font-style: normal; font-size: .85rem; margin-right: .35rem; }
.back { margin: 0 0 .6rem; font-size: .95rem; } #steps p.soft { font-size: .9rem; margin: .6rem 0 0; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; border: 0; margin: 0; padding: 0; } .chips legend { padding: 0; margin-bottom: .35rem; font-size: .9rem; }
.chips label { position: relative; cursor: pointer; } .chips input { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0; margin: 0; cursor: pointer; }
.chips span { display: block; padding: .28rem .7rem; border: 1px solid var(--line); border-radius: 99px; font-size: .92rem; line-height: 1.35; background: var(--card); }
.chips input:checked + span { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); } .chips input:disabled + span { opacity: .5; cursor: default; }
.chips input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; } .chips + .chips, .row + .chips, .chips + .row, select + .chips, .chips + .pick { margin-top: .8rem; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; margin: 0 0 .6rem; padding: 0 0 .6rem; border: 0; border-bottom: 1px solid var(--line); } .row .chips { flex-basis: 100%; order: 1; margin-top: .2rem; } .row select { flex: 0 1 auto; max-width: 8rem; }
.row > :is(b, .word) { font-size: .95rem; } .row:has(> button) > b { line-height: 1.75rem; } .row:has(> button) { position: relative; padding-right: 2.2rem; } .row > button.quiet.compact { position: absolute; top: .15rem; right: 0; padding: .1rem .45rem; line-height: 1.2; border-color: transparent; background: none; } .pick { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; margin-top: .6rem; font-size: .92rem; } .pick label { color: var(--soft); }
#steps :is(select, input:not([type="radio"], [type="checkbox"])), #as { font: inherit; font-size: .95rem; padding: .3rem .45rem; border: 1px solid light-dark(#7b8794, #8592a3); border-radius: 8px; background: var(--paper); color: var(--ink); max-width: 100%; }
#steps input[type="number"] { width: 3.9rem; } #steps details { margin-top: .6rem; font-size: .92rem; } #steps details .chips { margin-top: .5rem; } #steps input[type="text"] { width: 10rem; flex: 1; } .own { font-family: var(--mono); font-size: .85rem; overflow-wrap: anywhere; }
#answer { position: sticky; top: .75rem; padding: 1.1rem 1.25rem; } #answer h2 { margin: 0 0 .2rem; } .bar { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; margin: .2rem 0 .8rem; font-size: .9rem; }
#answer[aria-busy="true"] :is(#table-view, #picture, #numbers) { opacity: .55; } #problem:not(:empty) { background: var(--bad-tint); border-radius: 8px; padding: .7rem .9rem; margin-bottom: .8rem; overflow-wrap: anywhere; } #problem button { margin-left: .6rem; }
#table-view { max-height: 62vh; border: 1px solid var(--line); border-radius: 10px; } #table-view th button { background: none; font-size: .85rem; } #table-view th button:hover { background: var(--tint); filter: none; }
#table-view th { font-size: .875rem; padding: 0; } #table-view tr:last-child td { border-bottom: 0; } .chart-bar { display: flex; flex-wrap: wrap; gap: .4rem .8rem; padding: .2rem 0; } .chart-bar label { color: var(--soft); font-size: .9rem; } .chart-bar label:has(#chart-kind) { display: none; }
.chart-bar select { font: inherit; font-size: .9rem; padding: .25rem .4rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); max-width: 60vw; } #picture { padding: .4rem 0 !important; min-height: 12rem; }
#numbers { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; padding: .6rem 0 1rem; } #numbers p { margin: 0; } #numbers b { display: block; font-size: 2.6rem; line-height: 1.15; letter-spacing: -.02em; font-variant-numeric: tabular-nums; } #take, .save { display: flex; flex-wrap: wrap; gap: .5rem; } #take, .save { margin-top: .6rem; } :is(#left-out, #overlap) { font-size: .9rem; padding: .4rem 0 0 !important; margin: 0; } #no-rows { padding-inline: 0 !important; }
#answer .segments { margin-left: auto; border-radius: 8px; } #answer .segments input { width: 100%; height: 100%; } #answer .segments input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 1px; } .written { background: var(--tint); border-radius: 8px; padding: .8rem; overflow: auto; font: .85rem/1.45 var(--mono); margin: .6rem 0; }
${segmentsStyle}
${rowsStyle}
${dialogStyle} dialog button.close { background: none; color: var(--accent); padding: .2rem .5rem; }
@media (max-width: 60rem) { #workbench { grid-template-columns: minmax(0, 1fr); } #workbench { margin-top: .75rem; } #answer { position: static; order: -1; margin: 0; min-width: 0; } #table-view { max-height: none; } }
`);
