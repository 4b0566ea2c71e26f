/** GraphiQL's elements, including those that it renders outside its container. */
const graphiql =
  ':is(.graphiql-container, .graphiql-dialog, .graphiql-dialog-overlay, .graphiql-tooltip, [data-radix-popper-content-wrapper])';

/** The accent, ink and paper of our pages (src/extensions/kit/stylesheet.ts), in GraphiQL's colour format. */
const dark = `--color-primary: 212, 100%, 76% !important; --color-secondary: 243, 100%, 83% !important;
  --color-neutral: 212, 22%, 76% !important; --color-base: 214, 26%, 12% !important;`;

/** Choices of which one is pressed. */
export const segmentsStyle = `.segments { display: inline-flex; margin: 0; padding: 2px; border: 1px solid var(--line); border-radius: 8px; }
.segments label { position: relative; cursor: pointer; } .segments input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.segments span { display: block; padding: .15rem .65rem; border-radius: 6px; color: var(--soft); }
.segments input:checked + span { background: var(--accent); color: var(--accent-ink); }`;

/** The table and the chart of an answer. */
export const rowsStyle = `#no-rows, #left-out, #overlap { margin: 0; padding: .5rem .9rem; color: var(--soft); }
#left-out:empty, #overlap:empty { display: none; }
#table-view, #chart-view { flex: 1; min-height: 0; overflow: auto; }
#table-view table { background: var(--paper); border-collapse: separate; border-spacing: 0; min-width: 100%; font-size: .875rem; }
#table-view th { position: sticky; top: 0; z-index: 2; background: var(--paper); text-align: left; border-bottom: 1px solid var(--line); }
#table-view :is(th, td):first-child { position: sticky; left: 0; z-index: 1; background: var(--paper); border-right: 1px solid var(--line); }
#table-view th:first-child { z-index: 3; }
#table-view th button { border: 0; border-radius: 0; width: 100%; text-align: inherit; font-weight: 600; color: var(--ink); padding: .4rem .8rem; white-space: nowrap; }
#table-view [aria-sort="ascending"] button::after { content: " \\2191"; } #table-view [aria-sort="descending"] button::after { content: " \\2193"; }
#table-view td { padding: .35rem .8rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
#table-view td.long { white-space: normal; min-width: 20rem; max-width: 36rem; overflow-wrap: break-word; }
#table-view td.long:first-child { min-width: 10rem; max-width: 16rem; }
#table-view .number { text-align: right; font-variant-numeric: tabular-nums; }
#table-view td .behind { font: inherit; font-variant-numeric: inherit; color: var(--accent); background: none; border: 0; padding: 0; cursor: pointer; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em; }
#table-view td .behind:hover { text-decoration-color: currentColor; background: none; filter: none; } #picture:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 8px; }
#table-view tbody tr:hover td { background: var(--tint); }
#picture { padding: .4rem .9rem; } #picture svg { display: block; pointer-events: auto; max-width: 100%; --plot-background: var(--paper); }
[aria-describedby="about-points"] { text-decoration: underline dotted 1px; text-underline-offset: .25em; cursor: help; } [aria-describedby="about-points"]:empty { display: none; }
#about-points { position: fixed; inset: auto; margin: 0; width: max-content; max-width: min(20rem, calc(100vw - 1rem)); padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 9px; background: var(--paper); color: var(--ink); font-size: .875rem; line-height: 1.45; white-space: normal; box-shadow: 0 8px 24px -8px #0006; }`;

export const dialogStyle = `dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.4rem; width: min(26rem, calc(100vw - 2rem));
  box-sizing: border-box; font-size: .95rem; }
dialog::backdrop { background: #0b121980; }
dialog h2 { margin: 0 0 .6rem; font-size: 1.25rem; } dialog h3 { margin: 1.2rem 0 .4rem; font-size: .95rem; display: flex; align-items: center; gap: .6rem; }
dialog p { margin: .4rem 0 .8rem; color: var(--soft); } dialog .close { position: absolute; top: .8rem; right: .8rem; border: 0 !important; font-size: 1.3rem !important; line-height: 1; }
dialog label:not(.segments label) { display: block; margin: .7rem 0 0; }
dialog input:not([type="radio"]) { display: block; width: 100%; box-sizing: border-box; margin-top: .2rem; padding: .45rem .6rem; font: inherit; color: var(--ink);
  background: var(--paper); border: 1px solid light-dark(#7b8794, #8592a3); border-radius: 8px; }
dialog form > button.first { margin-top: 1rem; }
#sign-in-problem { color: var(--bad); min-height: 1.3em; margin: .7rem 0 0; } #sandbox-callers { display: flex; flex-wrap: wrap; gap: .4rem; }`;

/** The styles of our GraphiQL page, in addition to GraphiQL's stylesheet. */
export const graphiqlStyle = `
/* The editors request this font by name; they get the code font of our pages. */
@font-face { font-family: "Fira Code"; src: local("SF Mono"), local("Menlo"), local("Cascadia Code"), local("Consolas"), local("JetBrains Mono"), local("DejaVu Sans Mono"), local("Liberation Mono"); }
${graphiql} { --color-primary: 210, 88%, 31% !important; --color-neutral: 214, 20%, 30% !important; --color-base: 0, 0%, 100% !important;
  --font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif !important;
  --font-family-mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", "DejaVu Sans Mono", monospace !important; }
@media (prefers-color-scheme: dark) { body:not(.graphiql-light) ${graphiql} { ${dark} } }
body.graphiql-dark ${graphiql} { ${dark} }
.graphiql-execute-button svg { color: var(--accent-ink) !important; fill: currentColor; }
.graphiql-container { background: var(--ground) !important; }
body { color-scheme: light dark; height: 100%; margin: 0; overflow: hidden; display: flex; flex-direction: column;
  --ink: light-dark(#17202b, #e9edf2); --soft: light-dark(#4c5868, #b3bfcd); --line: light-dark(#d5dae1, #3a4658);
  --ground: light-dark(#f7f6f2, #0f141a); --paper: light-dark(#ffffff, #171e27); --tint: light-dark(#eef3f8, #1b2632); --accent: light-dark(#0a4f96, #86bfff);
  --accent-ink: light-dark(#ffffff, #0b1219); --bad: light-dark(#a3201a, #ffa299);
  background: var(--ground); color: var(--ink); font: .95rem/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
body.graphiql-light { color-scheme: light; } body.graphiql-dark { color-scheme: dark; }
html { height: 100%; overflow: hidden; }
#work { flex: 1; min-height: 0; display: flex; position: relative; } main { flex: 1; min-width: 0; min-height: 0; position: relative; } #root { height: 100%; }
#root .graphiql-container { height: 100%; width: 100%; }
/* The first look stands in the editor's place until the editor has loaded. */
.first-look { position: absolute; inset: .5rem 1rem 1rem 60px; z-index: 10; display: flex; padding: 38px 8px 8px; border-radius: 20px; background: light-dark(#e9e9e5, #1b2128); }
.first-tabs { position: absolute; inset: 8px 40px auto 8px; display: flex; gap: 8px; overflow: hidden; white-space: nowrap; } .first-tabs span { padding: 4px 28px 5px 8px; border-radius: 8px 8px 0 0; background: light-dark(#dcdcd8, #262d36); color: light-dark(#4c5868, #b3bfcd); cursor: pointer; }
.first-tabs span:first-child { background: var(--paper); color: var(--ink); }
.first-question { position: relative; width: calc(50% - 6px); } .first-answer { flex: 1; min-width: 0; display: flex; flex-direction: column; } .first-answer p { margin: 0; padding: 14px 32px 16px; color: var(--soft); }
#first-look, #first-colours { box-sizing: border-box; width: 100%; height: 100%; margin: 0; padding: 16px 64px 16px 60px; border: 0; resize: none; overflow: auto; white-space: pre; background: var(--paper); border-radius: 0 12px 12px; color: var(--ink); }
#first-look, .first-look pre { font: 15px/20px ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", "DejaVu Sans Mono", monospace; font-feature-settings: "liga" 0, "calt" 0; }
#first-colours { position: absolute; inset: 0; overflow: hidden; pointer-events: none; color: light-dark(#863b00, #9cdcfe); } .first-look:not(.new) :is(.first-tabs, #first-colours) { display: none; }
#first-answer { flex: 1; overflow: auto; margin: 0; padding: 0 32px 16px; } #first-answer:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 8px; }
.first-look .word { color: light-dark(#0000ff, #569cd6); } .first-look .name { color: light-dark(#a31515, #9cdcfe); } .first-look .string { color: light-dark(#0451a5, #ce9178); } .first-look .comment { color: light-dark(#007a00, #7cae68); } .first-look .number { color: light-dark(#08764d, #b5cea8); }
.first-question button { position: absolute; top: 16px; right: 16px; width: 40px; height: 40px; padding: 0; border: 0; border-radius: 8px; background: var(--accent); color: var(--accent-ink); cursor: pointer; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:is(#bar, #answer, dialog) :is(button, input, select, a):focus-visible, .segments input:focus-visible + span, #table-view:focus-visible, .first-look :is(textarea, button):focus-visible {
  outline: 3px solid var(--accent); outline-offset: 1px; }

#bar { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .75rem; padding: .6rem 1rem .1rem; white-space: nowrap; min-width: 0; }
#tools { display: flex; align-items: center; gap: .4rem; flex: 1 1 100%; min-width: 0; }
#menu { display: none; }
#places { display: flex; gap: .1rem .35rem; position: static; margin: 0 0 0 auto; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
#places a { color: var(--soft); text-decoration: none; padding: .3rem .65rem; border-radius: 8px; }
#places a:hover { color: var(--ink); background: var(--tint); } #places a[aria-current] { color: var(--ink); font-weight: 600; }
.brand { display: inline-flex; align-items: center; gap: .55rem; color: var(--ink); font-weight: 700; font-size: 1.1rem; letter-spacing: -.01em; text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; color: var(--accent); }
:is(#bar, #answer, dialog) button, #tools > a, #answer select { font: inherit; color: var(--accent); background: none; text-decoration: none;
  border: 1px solid var(--line); border-radius: 7px; padding: .25rem .6rem; cursor: pointer; }
:is(#bar, #answer, dialog) button:hover, #tools > a:hover { background: var(--tint); }
:is(#bar, #answer, dialog) button:disabled { opacity: .6; cursor: default; }
:is(#bar, dialog) button.first, #csv { color: var(--accent-ink) !important; background: var(--accent) !important; border-color: var(--accent) !important; font-weight: 500; }
#said { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; text-align: right; color: var(--soft); }
#signed-in { display: flex; align-items: center; gap: .6rem; min-width: 0; }
#who { font-weight: 500; overflow: hidden; text-overflow: ellipsis; } #budget, #price { color: var(--soft); white-space: nowrap; }

/* The steps of /ask replace GraphiQL's explorer, which the keyboard cannot reach. */
.graphiql-sidebar button[aria-label*="GraphiQL Explorer"] { display: none; }

${segmentsStyle}

/* See browser/graphiql-fixes.ts: GraphiQL sets an offset that is not needed. */
.graphiql-tab { transform: none !important; }
.graphiql-tab .graphiql-tab-close { padding: 8px; }
/* Codes end in ==, which the font would draw as a ligature. */
.monaco-editor, .monaco-editor * { font-feature-settings: "liga" 0, "calt" 0 !important; }
.graphiql-logo { display: none; }
.graphiql-container .graphiql-sessions { margin-top: .5rem; }

/* A long table scrolls in its container instead of pushing the editors out of the window. */
.graphiql-container #graphiql-session, .graphiql-container #graphiql-session > * { min-height: 0; }
.graphiql-response { padding-top: .6rem !important; min-width: 0; }
.graphiql-response:is([data-view="table"], [data-view="chart"], [data-view="sql"]) .result-window { display: none; }
#answer { order: -1; display: flex; flex-direction: column; min-height: 0; min-width: 0; color: var(--ink); }
.graphiql-response:is([data-view="table"], [data-view="chart"], [data-view="sql"]) #answer { flex: 1; }
.answer-bar, .chart-bar { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; padding: 0 .8rem .5rem; }
#rows, #whole-rows { color: var(--soft); }
#take { margin-left: auto; display: inline-flex; align-items: center; gap: .4rem .8rem; flex-wrap: wrap; }
.chart-bar label { color: var(--soft); } #answer select { max-width: 11rem; background: var(--paper); }
.save { display: flex; gap: .5rem; padding: .4rem .9rem .9rem; }
#sql-view { overflow: auto; padding: 0 .9rem .9rem; } #sql-view p { color: var(--soft); } #statement { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: .8rem .9rem; overflow: auto; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; } #in-sql { color: var(--accent); }
${rowsStyle}

${dialogStyle}
#questions { margin: 0 0 0 auto; height: 100dvh; max-height: none; border-radius: 12px 0 0 12px; width: min(30rem, 100vw); }
#questions ul { list-style: none; margin: 0; padding: 0; } #questions li { display: flex; gap: .3rem; align-items: center; }
#questions .open { flex: 1; text-align: left; border: 0; min-width: 0; color: var(--ink); } #questions .open :is(strong, small) { display: block; overflow-wrap: anywhere; }
#questions .open strong { font-weight: 500; } #questions small, #questions .none { color: var(--soft); } #questions .forget { border: 0; color: var(--soft); }
.publishing input[type="checkbox"] { display: inline-block; width: auto; margin: 0 .3rem 0 0; } .publishing select { font: inherit; padding: .3rem; color: var(--ink); background: var(--paper); }
.problem { color: var(--bad); min-height: 1.3em; } .publishing ul { list-style: none; margin: 0; padding: 0; } #copy-address, #copy-board-address { margin-top: .5rem; }
.publishing li { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: center; margin: .4rem 0; } .publishing li strong { font-weight: 500; overflow-wrap: anywhere; }
.publishing small, .publishing .none { color: var(--soft); flex: 1; } .publishing fieldset { border: 1px solid var(--line); border-radius: 8px; margin: .8rem 0 0; }
.publishing fieldset ul { max-height: 14rem; overflow: auto; } .publishing fieldset label { margin: 0; overflow-wrap: anywhere; } .publishing legend { color: var(--soft); }
#publish { width: min(38rem, calc(100vw - 2rem)); } #boards { width: min(58rem, calc(100vw - 2rem)); } .publishing li { padding: .45rem 0; border-bottom: 1px solid var(--line); } .publishing fieldset li { border: 0; padding: 0; }
.publishing li button { font-size: .85rem; padding: .15rem .5rem; } .publishing li small { flex: 1 1 100%; order: -1; } .publishing li strong { order: -2; } #boards .published small { flex: 1; order: 0; } #boards .published strong { order: 0; }
.ask-first { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; } .ask-first .bad { color: var(--bad) !important; border-color: var(--bad) !important; } .renaming { display: flex; gap: .5rem; width: 100%; } .renaming input { flex: 1; margin: 0 !important; }
#board-wall { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 4px; padding: 4px; max-height: 26rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: linear-gradient(90deg, var(--line) 1px, transparent 1px) 0 0 / calc(100% / 12) 100%; }
.place { position: relative; min-width: 0; overflow: hidden; padding: .25rem .4rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--tint); color: var(--ink); font-size: .82rem; line-height: 1.25; cursor: grab; touch-action: none; user-select: none; }
.place.held { cursor: grabbing; opacity: .8; z-index: 1; } .place:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; } .corner { position: absolute; right: 0; bottom: 0; width: 1rem; height: 1rem; cursor: nwse-resize; background: linear-gradient(135deg, transparent 55%, var(--accent) 55%); }
#board-texts li textarea { flex: 1; font: inherit; padding: .4rem .6rem; color: var(--ink); background: var(--paper); border: 1px solid light-dark(#7b8794, #8592a3); border-radius: 8px; } .filters label:not([hidden]) { display: inline-block !important; margin: .3rem 1.2rem .3rem 0 !important; } #board-add-text { margin-top: .6rem; }
#forget-history { font-size: .8rem !important; font-weight: 400; }

/* If there is no room for two columns, the answer comes below the query, and the docs cover both. */
@media (max-width: 50rem) {
  #bar { padding: .4rem .5rem; } #budget, #price { display: none; } #tools { flex-wrap: wrap; } #said { order: 9; flex: 1 1 100%; text-align: left; }
  #menu { display: block; margin-left: auto; } #places:not(:popover-open) { display: none; }
  #places { position: fixed; inset: 3rem .5rem auto auto; flex-direction: column; padding: .5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
  #said:empty { display: none; } #signed-in, #sign-in-open { margin-left: auto; } #who { max-width: 7rem; }
  .first-look { inset: 0 0 0 44px; flex-direction: column; padding: 38px 8px 0; border-radius: 0; } .first-question { width: 100%; height: 50%; } .first-answer { min-height: 0; } .first-answer p { padding: 14px 24px 16px; } #first-answer { padding: 0 24px; }
  .graphiql-container { --sidebar-width: 44px !important; }
  .graphiql-container .graphiql-sidebar { padding: .25rem; }
  .graphiql-container .graphiql-sessions { margin: 0; border-radius: 0; }
  .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-response { flex: 1; }
  .graphiql-horizontal-drag-bar { display: none !important; }
  .graphiql-main > .graphiql-plugin:has(*) { flex: 1 0 100% !important; }
  .graphiql-main:has(.graphiql-doc-explorer, .graphiql-history) .graphiql-sessions { display: none !important; }
  .answer-bar, .chart-bar { padding: 0 .4rem .4rem; gap: .3rem .5rem; } #take { margin-left: 0; } #answer select { max-width: 7rem; }
}
`;
