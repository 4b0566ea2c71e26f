import { Html } from './html.ts';

/** The design of every page: light and dark, on desktops and phones. */
export const stylesheet = new Html(`
:root {
  --ink: #17202b; --soft: #556170; --paper: #f7f6f2; --card: #ffffff; --line: #dcdfe4; --tint: #eef3f8;
  --accent: #0a4f96; --accent-ink: #ffffff; --good: #14633a; --bad: #a3201a; --warn: #7d5200;
  --good-tint: #e4f3ea; --bad-tint: #fbe9e7; --warn-tint: #fbf1dd; --shadow: 0 1px 2px #1720260d, 0 8px 24px -16px #17202640;
  --radius: 12px; --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9edf2; --soft: #a3afbd; --paper: #0f141a; --card: #171e27; --line: #2a3542; --tint: #1b2632;
    --accent: #86bfff; --accent-ink: #0b1219; --good: #86d8a6; --bad: #ffa299; --warn: #f0c36a;
    --good-tint: #16291f; --bad-tint: #301b1b; --warn-tint: #2c2415; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  min-height: 100vh; display: flex; flex-direction: column; }
body > header, main, body > footer { width: 100%; max-width: 66rem; margin: 0 auto; padding: 1.1rem 1.25rem; }
main { flex: 1; padding-bottom: 3rem; }
body > header { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1rem; }
body > header nav { display: flex; flex-wrap: wrap; gap: .1rem .35rem; margin-left: auto; }
body > header nav a { color: var(--soft); text-decoration: none; padding: .4rem .5rem; border-radius: 8px; font-size: .95rem; }
body > header nav a:hover { color: var(--ink); background: var(--tint); }
body > header nav a[aria-current] { color: var(--ink); font-weight: 600; }
body > footer { position: relative; color: var(--soft); font-size: .9rem; padding-block: 1.25rem 2rem; }
body > footer::before { content: ""; position: absolute; top: 0; inset-inline: 1.25rem; border-top: 1px solid var(--line); }
a.search { display: inline-flex; align-items: center; gap: .4rem; padding: .35rem .7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  color: var(--soft); font-size: .95rem; text-decoration: none; } a.search:hover { color: var(--ink); border-color: var(--soft); }
.icon { width: 1.1em; height: 1.1em; flex: none; vertical-align: -.18em; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.skeleton i { display: block; height: 1rem; margin: 0 0 1rem; border-radius: 6px; background: linear-gradient(100deg, var(--tint) 40%, var(--line) 50%, var(--tint) 60%) 100% 0 / 300% 100%; animation: shine 1.6s linear infinite; }
.skeleton i:nth-child(3n + 1) { width: 72%; height: 1.6rem; } .skeleton i:nth-child(3n) { width: 88%; } @keyframes shine { to { background-position: -50% 0; } }
form[role="search"] { position: relative; }
.hits { list-style: none; margin: 0; padding: .35rem; max-height: min(26rem, 60vh); overflow-y: auto; background: var(--card); text-align: left; }
form .hits { position: absolute; z-index: 8; top: calc(100% + .35rem); left: 0; width: min(34rem, 92vw); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: 0 12px 32px -12px #0006; }
.hits li { display: flex; align-items: center; gap: .75rem; padding: .45rem .6rem; border-radius: 7px; font-size: .92rem; line-height: 1.35; } .hits [aria-selected="true"] { background: var(--tint); }
.hits a { flex: 1; min-width: 0; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; } .hits a::after { content: ""; } .hits strong { display: block; font-weight: 600; }
.hits small { color: var(--soft); font-size: .85rem; }
.search-dialog { width: min(38rem, calc(100vw - 2rem)); margin: 12vh auto auto; padding: .75rem; border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: var(--ink);
  box-shadow: 0 24px 64px -16px #0008; } .search-dialog::backdrop { background: #0b121966; }
.search-dialog input { width: 100%; font: inherit; padding: .7rem .85rem; border: 1px solid var(--soft); border-radius: 9px; background: var(--paper); color: var(--ink); }
.search-dialog .hits { position: static; width: auto; border: 0; box-shadow: none; padding: .35rem 0 0; } .search-dialog p.small { margin: .5rem .25rem 0; }
.brand { display: inline-flex; align-items: center; gap: .55rem; font-weight: 700; font-size: 1.1rem; letter-spacing: -.01em;
  color: var(--ink); text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); }
.language { margin-left: auto; padding: .4rem .65rem; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
h1 { font-size: clamp(1.6rem, 1.2rem + 1.6vw, 2.1rem); line-height: 1.18; letter-spacing: -.02em; margin: .75rem 0 1rem; text-wrap: balance; }
h2 { font-size: 1.35rem; line-height: 1.3; letter-spacing: -.015em; margin: 2.75rem 0 .75rem; }
h2.first { margin-top: 0; }
h3 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .35rem; } .actions + * h3 { margin-top: 1.5rem; }
p { margin: .5rem 0 1rem; } p:last-child { margin-bottom: 0; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem 1.35rem; margin: 1rem 0;
  box-shadow: var(--shadow); }
.card > p:first-child, form.card > p:first-of-type, .card > h1:first-child { margin-top: 0; }
.narrow { max-width: 35rem; margin-inline: auto; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.small { font-size: .9rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem; margin: 1rem 0; }
.grid > .card { margin: 0; }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; align-items: start; }
.halves > .card { margin: 0; min-width: 0; }
.mail { margin: 0; border-bottom: 1px solid var(--line); padding: .55rem 0; } .mail:last-child { border-bottom: 0; }
.mail summary { color: var(--ink); overflow-wrap: anywhere; } .mail pre { white-space: pre-wrap; }
button, .button { display: inline-block; font: inherit; font-weight: 600; line-height: 1.3; cursor: pointer; border-radius: 9px;
  padding: .65rem 1.15rem; border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.08); }
button:disabled, button[aria-disabled] { opacity: .55; cursor: default; }
button.quiet, .button.quiet { background: transparent; color: var(--accent); border-color: var(--line); }
:is(button, .button).compact { padding: .3rem .7rem; font-size: .9rem; } button.quiet.compact { background: var(--card); }
.copyable { position: relative; margin-top: .75rem; } .copyable pre { margin: 0; padding-right: 5rem; }
.copyable button { position: absolute; top: .5rem; right: .5rem; } .copyable + p { margin-top: .75rem; }
button.danger { background: transparent; border-color: var(--bad); color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; } .actions:first-child { margin-top: 0; }
.notice { background: var(--warn-tint); color: var(--warn); border-radius: 8px; padding: .6rem .9rem; margin: 0 0 1.25rem; font-size: .95rem; }
.tag { display: inline-block; font-size: .8rem; font-weight: 600; line-height: 1.4; padding: .1rem .5rem; border-radius: 99px;
  background: var(--tint); color: var(--soft); white-space: nowrap; }
.tag.good { background: var(--good-tint); color: var(--good); } .tag.bad { background: var(--bad-tint); color: var(--bad); }
.tag.warn { background: var(--warn-tint); color: var(--warn); }
.amount { font-size: 2.4rem; font-weight: 700; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 1rem; font-variant-numeric: tabular-nums; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: .75rem 1rem; margin: 1.25rem 0 0; }
legend { color: var(--soft); padding: 0 .4rem; }
.choices label { display: block; padding: .35rem 0; cursor: pointer; }
input[name="amount"], select, input[type="text"] { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--paper); color: var(--ink); }
details { margin-top: 1.25rem; } summary { cursor: pointer; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem; margin: 0; }
h1, h2, h3 { overflow-wrap: anywhere; } p { overflow-wrap: break-word; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th { font-weight: 600; color: var(--soft); font-size: .85rem; }
th, td { text-align: left; padding: .55rem 1rem .55rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; } td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { background: var(--tint); border-radius: 5px; padding: .1em .35em; overflow-wrap: anywhere; } .notice code { background: none; padding: 0; font-weight: 600; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1rem; margin: .75rem 0 0; overflow-x: auto;
  line-height: 1.5; tab-size: 2; }
@media (max-width: 40rem) {
  .stack thead { position: absolute; left: -999rem; } .stack, .stack tbody, .stack tr, .stack td { display: block; }
  .stack tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } .stack tr:last-child { border-bottom: 0; }
  .stack td, .stack td.number { border: 0; padding: .12rem 0; text-align: left; white-space: normal; overflow-wrap: anywhere; } .stack td:empty { display: none; }
  .stack td[data-head] { padding-left: 7.5rem; }
  .stack td[data-head]::before { content: attr(data-head); display: inline-block; width: 7rem; margin: 0 .5rem 0 -7.5rem; color: var(--soft); font-size: .85rem; }
  .stack td:first-child { font-weight: 600; } .stack td:first-child::before { font-weight: 400; } .stack td:not([data-head]) { padding-top: .4rem; }
}
@media (max-width: 34rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .7rem; }
  body > header a.search { margin-left: auto; } body > header nav { order: 2; margin-inline: -1.25rem; padding-inline: .75rem; width: calc(100% + 2.5rem); flex-wrap: nowrap; overflow-x: auto; scroll-padding-inline: .75rem; scrollbar-width: none; }
  body > header nav a { padding: .4rem .5rem; white-space: nowrap; } body > header nav a[aria-current] { scroll-initial-target: nearest; }
  .copyable pre { padding-right: 1rem; padding-top: 3rem; } .credentials code { white-space: nowrap; }
  .actions > * { flex: 1 1 auto; text-align: center; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } *, ::before, ::after, ::backdrop { animation: none !important; transition: none !important; } }
`);
