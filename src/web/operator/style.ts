import { Html } from '../html.ts';

/** What the console has beside the design of every page. */
export const consoleStyle = new Html(`
.bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-bottom: 1rem; }
.bar form[role="search"] { display: flex; gap: .5rem; flex: 1 1 20rem; }
.bar input[type="search"] { flex: 1; min-width: 0; }
input[type="search"], input[type="password"], input[type="date"] { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--paper); color: var(--ink); }
h1 .tag { vertical-align: middle; margin-left: .35rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures a { display: block; height: 100%; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card);
  box-shadow: var(--shadow); text-decoration: none; color: var(--ink); }
.figures a:hover { border-color: var(--accent); }
.figures strong { display: block; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .9rem; line-height: 1.35; display: block; margin-top: .2rem; }
.figures .bad strong { color: var(--bad); } .figures .warn strong { color: var(--warn); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.charts > .card { margin: 0; min-width: 0; } .chart svg { max-width: 100%; height: auto; color: var(--soft); --bars: var(--accent); }
.chart { min-height: 8rem; } .chart svg { width: 100%; }
details.act { margin: 0; border-bottom: 1px solid var(--line); } details.act:last-of-type { border-bottom: 0; }
details.act > summary { color: var(--accent); font-weight: 600; padding: .6rem 0; } details.act > form.act { padding: .25rem 0 1rem; }
form.act { border-top: 1px solid var(--line); padding: 1rem 0; } form.act:first-of-type { border-top: 0; padding-top: 0; }
form.inline { display: inline-block; margin: 0; }
.field { display: flex; flex-direction: column; gap: .2rem; margin: 0 0 .8rem; } .field label { font-size: .9rem; font-weight: 600; }
.field input, .field select { width: 100%; max-width: 26rem; } .hint { color: var(--soft); font-size: .85rem; }
form.act fieldset { margin: 0 0 .8rem; max-width: 26rem; } form.act legend { font-size: .9rem; font-weight: 600; color: var(--ink); }
.acts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: 0 2rem; }
.acts form.act { border-top: 0; padding: .5rem 0 1rem; }
.notice.good { background: var(--good-tint); color: var(--good); } .notice.bad { background: var(--bad-tint); color: var(--bad); }
.notice ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.life { position: relative; margin: .5rem 0 2.2rem; padding: 0; list-style: none; display: flex; height: .8rem; border-radius: 99px; overflow: visible; background: var(--line); }
.life i { display: block; height: 100%; background: var(--accent); } .life i:first-child { border-radius: 99px 0 0 99px; }
.life i.over { background: var(--warn); } .life i.gone { background: var(--bad); }
.life b { position: absolute; top: -.35rem; bottom: -.35rem; width: 3px; margin-left: -1px; background: var(--ink); border-radius: 2px; }
.life b span { position: absolute; top: 1.6rem; left: 50%; transform: translateX(-50%); font-size: .8rem; white-space: nowrap; color: var(--ink); }
.steps { list-style: none; margin: 0; padding: 0 0 0 1.1rem; border-left: 2px solid var(--line); }
.steps li { position: relative; padding: .15rem 0 .55rem; } .steps li::before { content: ""; position: absolute; left: -1.48rem; top: .6rem; width: .6rem;
  height: .6rem; border-radius: 50%; background: var(--accent); border: 2px solid var(--card); }
.steps li.ahead::before { background: var(--card); border-color: var(--soft); }
.events { list-style: none; margin: 0; padding: 0; } .events li { border-bottom: 1px solid var(--line); padding: .5rem 0; } .events li:last-child { border-bottom: 0; }
.event { margin: 0; display: flex; flex-wrap: wrap; gap: .1rem .75rem; justify-content: space-between; }
.changes { margin: .2rem 0 0; font-size: .9rem; } .changes dl { margin-top: .4rem; } .changes summary { overflow-wrap: anywhere; }
del { color: var(--bad); text-decoration: line-through; } ins { color: var(--good); text-decoration: none; }
.may { list-style: none; margin: 0; padding: 0; } .may li { padding: .4rem 0; border-bottom: 1px solid var(--line); } .may li:last-child { border-bottom: 0; }
.scroll + details.act { margin-top: 1rem; border-top: 1px solid var(--line); } dl + form.act { margin-top: 1rem; border-top: 0; padding-bottom: 0; }
.acts details.act { border-bottom: 0; } .card > form.act:only-child { padding: 0; }
td form.inline button { white-space: nowrap; } td.error { max-width: 22rem; overflow-wrap: anywhere; }
body > footer form.inline { margin-right: .75rem; }
@media (max-width: 34rem) { .figures { grid-template-columns: 1fr 1fr; } .figures a { padding: .7rem .8rem; } }
`);
