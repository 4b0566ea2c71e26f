import { Html } from '../../kit/html.ts';
import { cardsStyle } from '../ask/style.ts';
import { dialogStyle, rowsStyle, segmentsStyle } from '../style.ts';

/** The table, the chart and the dialog are those of GraphiQL. */
export const sqlStyle = new Html(`
body > header, main { max-width: 100rem; }
:is(#result, dialog) { --paper: var(--card); }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; } .top h1 { margin: .5rem 0; }
#tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin-left: auto; }
#tools button, dialog button:not(.close), .save button { font-size: .9rem; padding: .35rem .8rem; }
#sign-out, .save button, .shortcuts button { background: var(--card); color: var(--accent); border-color: var(--line); }
#signed-in { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .2rem .6rem; } #who { font-weight: 600; } #budget, #said, #rows, #needs, #as-whom { color: var(--soft); font-size: .9rem; }
#workbench { display: grid; grid-template-columns: minmax(14rem, 20rem) minmax(0, 1fr); gap: 1.25rem; align-items: start; }
aside { position: sticky; top: .75rem; max-height: calc(100vh - 1.5rem); overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem 1.1rem; }
aside details { margin: 0; border-top: 1px solid var(--line); } aside summary { padding: .45rem 0; color: var(--ink); overflow-wrap: anywhere; } aside summary code { background: none; padding: 0; font-weight: 600; }
aside summary .tag { float: right; } aside ul { list-style: none; margin: 0 0 .6rem; padding: 0; } aside li { padding: .25rem 0; font-size: .85rem; line-height: 1.4; }
aside li button { border: 0; background: none; color: var(--accent); padding: 0; font: 600 .85rem var(--mono); overflow-wrap: anywhere; text-align: left; } aside li small { color: var(--soft); display: block; }
aside li .type { color: var(--soft); font-family: var(--mono); font-size: .78rem; margin-left: .4rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; margin: 0 0 .7rem; } #editor { margin-bottom: .7rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--card); min-height: 12.5rem; }
#editor textarea { display: block; width: 100%; min-height: 12.5rem; border: 0; padding: .7rem; font: .9rem/1.4 var(--mono); background: var(--card); color: var(--ink); resize: vertical; }
.bar select, .chart-bar select { max-width: min(26rem, 60vw); padding: .35rem .5rem; font-size: .9rem; } .chart-bar { display: flex; flex-wrap: wrap; gap: .4rem .8rem; padding: .8rem .9rem .2rem; } .chart-bar label { color: var(--soft); font-size: .9rem; }
#copy-link { margin-left: auto; } #take { margin-left: auto; } progress { width: 14rem; max-width: 60vw; accent-color: var(--accent); }
#progress { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; } #problem { white-space: pre-wrap; overflow-wrap: anywhere; } #problem:not(:empty) { background: var(--bad-tint); border-radius: 8px; padding: .7rem .9rem; margin-bottom: .8rem; }
#problem button { margin: .5rem .5rem 0 0; }
#result { margin-top: 1.2rem; } #result h2 { margin: 0; } #table-view, #chart-view { background: var(--card); border: 1px solid var(--line); border-radius: 10px; } #table-view { max-height: 70vh; }
#table-view th button { background: none; font-size: .85rem; } #table-view th button:hover { background: var(--tint); filter: none; }
${cardsStyle} #beginning h2 { font-size: 1.1rem; margin: 1.6rem 0 0; } #cards { margin-top: .8rem; } #as { padding: .3rem .45rem; font-size: .95rem; }
${segmentsStyle} .segments { border-radius: 8px; } .segments label { padding: 0; }
${rowsStyle}
${dialogStyle} dialog button.close { background: none; color: var(--accent); padding: .2rem .5rem; }
#table-view th { font-size: .875rem; padding: 0; } #table-view tr:last-child td { border-bottom: 0; }
@media (max-width: 56rem) { #workbench { grid-template-columns: minmax(0, 1fr); } aside { position: static; order: 2; max-height: none; } #take, #copy-link { margin-left: 0; } }
`);
