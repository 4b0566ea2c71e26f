import { Html } from '../../kit/html.ts';

/** Fields and notices, which the sign-in page has too. */
const formStyle = `
input[type="search"], input[type="password"], input[type="email"], input[type="date"] { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--paper); color: var(--ink); }
.field { display: flex; flex-direction: column; gap: .2rem; margin: 0 0 .8rem; } .field label { font-size: .9rem; font-weight: 600; }
.field input, .field select { width: 100%; max-width: 26rem; } .hint { color: var(--soft); font-size: .85rem; overflow-wrap: break-word; }
.notice.good { background: var(--good-tint); color: var(--good); } .notice.bad { background: var(--bad-tint); color: var(--bad); }
.notice ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.qr svg { display: block; width: 13rem; max-width: 100%; height: auto; }
`;

export const signInStyle = new Html(formStyle);

/** The console's own styles, in addition to those of every page. */
export const consoleStyle = new Html(`${formStyle}
body > header { gap: .35rem .75rem; } .menu { margin-left: auto; }
.places { color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: .75rem 1rem 1rem; box-shadow: var(--shadow);
  inset: 3.75rem .75rem auto auto; margin: 0; width: min(20rem, calc(100vw - 1.5rem)); max-height: calc(100vh - 5rem); overflow-y: auto; }
.places::backdrop { background: #0006; }
.places h2 { font-size: .78rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); margin: .9rem 0 .2rem .65rem; font-weight: 600; }
.places ul { list-style: none; margin: 0; padding: 0; } .places form { margin: 1rem 0 0 .65rem; }
body > header .places a { display: block; padding: .2rem .65rem; color: var(--ink); text-decoration: none; border-radius: 8px; font-size: .95rem; }
.places a:hover { background: var(--tint); } .places a[aria-current] { background: var(--tint); font-weight: 600; }
@media (max-width: 61.99rem) { .places:not(:popover-open) { display: none; } body > header .places:popover-open { display: block; } }
@media (max-width: 34rem) { body > header .places a { padding-block: .4rem; } body > header .places { margin: 0; width: calc(100vw - 1.5rem); } .places ul { display: grid; grid-template-columns: 1fr 1fr; } }
@media (min-width: 62rem) {
  body { display: grid; grid-template: 1fr auto / 15rem minmax(0, 1fr); max-width: 88rem; margin: 0 auto; }
  body > header { grid-row: 1 / 3; flex-direction: column; flex-wrap: nowrap; align-items: stretch; justify-content: flex-start; position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.4rem 0 1rem 1rem; }
  .brand { padding-left: .65rem; } .menu { display: none; }
  body > header .places { display: block; position: static; margin: .75rem 0 0; padding: 0; border: 0; background: none; box-shadow: none; width: auto; max-height: none; overflow: visible; }
  main, body > footer { max-width: none; padding-inline: 2rem; margin: 0; }
}
.bar { margin-bottom: 1rem; } .bar form { display: flex; gap: .5rem; max-width: 44rem; }
.bar input[type="search"] { flex: 1; min-width: 0; background: var(--card); }
.lead { color: var(--soft); max-width: 46rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: -.25rem 0 1rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .45rem .75rem; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); } .tabs a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.filter { display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: end; margin: 0 0 1rem; } .filter .field { margin: 0; flex: 0 1 14rem; min-width: 9rem; }
.filter input, .filter select { background: var(--card); height: 2.75rem; } .filter .field label { font-weight: 400; color: var(--soft); } .filter button { height: 2.75rem; padding: 0 1rem; background: var(--card); } .filter > a { padding: .5rem 0; }
.pager { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; justify-content: space-between; margin-top: 1rem; } .pager nav { display: flex; gap: .5rem; }
.many { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: 0 0 .75rem; } .many label { display: inline-flex; gap: .4rem; align-items: center; } .many label[hidden] { display: none; }
td time { white-space: nowrap; }
progress { accent-color: var(--accent); width: 100%; min-width: 6rem; height: .9rem; } .progress p { margin: .35rem 0 .8rem; }
input[form="many"], .many input[type="checkbox"] { width: 1.15rem; height: 1.15rem; margin: 0; }
.button.compact { padding: .3rem .7rem; font-size: .9rem; }
.row { display: flex; flex-wrap: wrap; gap: .4rem; }
button.danger.sure { background: var(--bad); color: var(--card); }
h1 .tag { vertical-align: middle; margin-left: .35rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures a { display: block; height: 100%; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card);
  box-shadow: var(--shadow); text-decoration: none; color: var(--ink); }
.figures a:hover { border-color: var(--accent); }
.figures strong { display: block; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .9rem; line-height: 1.35; display: block; margin-top: .2rem; }
.figures em { display: inline-block; margin-top: .4rem; font-style: normal; font-size: .8rem; font-weight: 600; } .figures .bad em { color: var(--bad); } .figures .warn em { color: var(--warn); }
.figures .bad a { border-color: var(--bad); } .figures .warn a { border-color: var(--warn); }
.figures .bad strong { color: var(--bad); } .figures .warn strong { color: var(--warn); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.charts > .card { margin: 0; min-width: 0; } .chart svg { max-width: 100%; height: auto; color: var(--soft); }
.charts > .wide { grid-column: 1 / -1; } .chart { min-height: 8rem; } .chart svg { display: block; width: 100%; }
details.act { margin: 0; border-bottom: 1px solid var(--line); } details.act:last-of-type { border-bottom: 0; }
details.act > summary { color: var(--accent); font-weight: 600; padding: .6rem 0; } details.act > form.act { padding: .25rem 0 1rem; }
form.act { border-top: 1px solid var(--line); padding: 1rem 0; } form.act:first-of-type { border-top: 0; padding-top: 0; }
form.inline { display: inline-block; margin: 0; }
form.act fieldset { margin: 0 0 .8rem; max-width: 26rem; } form.act legend { font-size: .9rem; font-weight: 600; color: var(--ink); }
.acts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 0 2rem; }
.acts form.act { border-top: 0; padding: .5rem 0 1rem; }
.life { position: relative; margin: .5rem 0 2.4rem; } .life svg { display: block; width: 100%; height: .8rem; border-radius: 99px; background: var(--line); }
.life rect { fill: var(--accent); } .life .over { fill: var(--warn); } .life .gone { fill: var(--bad); }
.life .today { position: absolute; top: -.3rem; height: 3rem; background: none; border-radius: 0; overflow: visible; } .life .today rect, .life .today text { fill: var(--ink); } .life text { font-size: .8rem; }
.steps { list-style: none; margin: 0; padding: 0 0 0 1.1rem; border-left: 2px solid var(--line); }
.steps li { position: relative; padding: .15rem 0 .55rem; } .steps li::before { content: ""; position: absolute; left: -1.48rem; top: .6rem; width: .6rem;
  height: .6rem; border-radius: 50%; background: var(--accent); border: 2px solid var(--card); }
.steps li.ahead::before { background: var(--card); border-color: var(--soft); }
.events { list-style: none; margin: 0; padding: 0; } .events li { border-bottom: 1px solid var(--line); padding: .5rem 0; } .events li:last-child { border-bottom: 0; }
.event { margin: 0; display: flex; flex-wrap: wrap; gap: .1rem .75rem; justify-content: space-between; }
.changes { margin: .2rem 0 0; font-size: .9rem; } .changes dl { margin-top: .4rem; } .changes summary { overflow-wrap: anywhere; }
del { color: var(--bad); text-decoration: line-through; } ins { color: var(--good); text-decoration: none; }
.may { list-style: none; margin: 0; padding: 0; columns: 13rem; column-gap: 2rem; } .may li { break-inside: avoid; padding: .4rem 0; border-bottom: 1px solid var(--line); } .may li:last-child { border-bottom: 0; }
.scroll + details.act { margin-top: 1rem; border-top: 1px solid var(--line); } dl + form.act { margin-top: 1rem; border-top: 0; padding-bottom: 0; }
.acts details.act { border-bottom: 0; } .card > form.act:only-child { padding: 0; }
td form.inline button { white-space: nowrap; } td.error { max-width: 22rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .filter .field { flex: 1 1 100%; } .filter .field input, .filter .field select { max-width: none; } }
@media (max-width: 34rem) { .figures { grid-template-columns: 1fr 1fr; } .figures a { padding: .7rem .8rem; } }
`);
