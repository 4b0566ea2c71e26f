import { Html } from './html.ts';

/** One small design for every page: readable, light and dark, fine on a phone. */
export const stylesheet = new Html(`
:root {
  --ink: #1b2430; --soft: #5a6675; --paper: #fbfbf9; --card: #ffffff; --line: #dfe3e8;
  --accent: #0b57a4; --accent-ink: #ffffff; --good: #17693a; --bad: #a02018; --warn: #8a5a00;
  --radius: 10px; --mono: ui-monospace, "SF Mono", "Cascadia Code", "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ecf1; --soft: #a4b0be; --paper: #12171e; --card: #1a212b; --line: #2e3947;
    --accent: #7ab8ff; --accent-ink: #0c1218; --good: #7fd6a0; --bad: #ff9c93; --warn: #f0c060;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1.25rem; }
.brand { font-weight: 700; letter-spacing: .01em; color: var(--ink); text-decoration: none; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1.25rem; margin: 1rem 0; }
.narrow { max-width: 34rem; margin-inline: auto; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
button, .button { font: inherit; font-weight: 600; cursor: pointer; border-radius: 8px; padding: .6rem 1.1rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); text-decoration: none; }
button.quiet { background: transparent; color: var(--accent); }
button.danger { background: transparent; border-color: var(--bad); color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.notice { color: var(--warn); border-left: 4px solid var(--warn); padding-left: .75rem; margin: 0 0 1rem; }
.amount { font-size: 2.2rem; font-weight: 700; line-height: 1.2; margin: 0 0 1rem; font-variant-numeric: tabular-nums; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: .75rem 1rem; margin: 1.25rem 0 0; }
legend { color: var(--soft); padding: 0 .4rem; }
.choices label { display: block; padding: .3rem 0; cursor: pointer; }
input[name="amount"] { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--paper); color: var(--ink); }
details { margin-top: 1.25rem; } summary { cursor: pointer; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
code, pre { font-family: var(--mono); font-size: .9em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; overflow-x: auto; }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } h1 { font-size: 1.5rem; } }
`);
