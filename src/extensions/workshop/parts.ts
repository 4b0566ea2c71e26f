import escapeHtml from 'escape-html';
import { coloured } from '../kit/code.ts';
import { logo } from '../kit/logo.ts';
import type { NavLink } from '../kit/page.ts';
import type { Tab } from './tabs.ts';

const link = ({ href, text, current }: NavLink): string =>
  `<a href="${href}"${current ? ' aria-current="page"' : ''}>${text}</a>`;

/** How long something can be read. */
const times =
  '<option value="P30D">30 days</option><option value="P90D" selected>90 days</option><option value="P1Y">a year</option>';

/** A figure of points explains itself under the pointer and the focus (browser/explained.ts). */
export const isExplained = 'tabindex="0" aria-describedby="about-points"';
const aboutPoints =
  'Points measure how much a request reads. Every caller has a budget of them, which fills up again each minute. They cost no money.';

/** Who is signed in, and the buttons to sign in and out. */
export const whoIsIt = `<span id="signed-in" hidden><span id="who"></span><small id="budget" ${isExplained}></small><button type="button" id="sign-out">Sign out</button></span>
<button type="button" id="sign-in-open" class="first">Sign in</button>
<span id="about-points" role="tooltip" popover="manual">${aboutPoints}</span>`;

/** The rows of an answer as a table and as a chart. */
export const rowsView = `<div id="table-view" role="region" aria-label="Table" tabindex="0" hidden></div>
<p id="overlap" class="soft"></p>
<div id="chart-view" hidden>
<div class="chart-bar">
<label>as <select id="chart-kind"></select></label>
<label>across <select id="chart-across"></select></label>
<label>value <select id="chart-value"></select></label>
<label>divided by <select id="chart-by"></select></label>
</div>
<div id="picture"></div>
<p id="left-out"></p>
<div class="save"><button type="button" id="save-svg">Save SVG</button> <button type="button" id="save-png">Save PNG</button> <button type="button" id="copy-specification" title="The chart with its data, for programs that read Vega-Lite">Copy as Vega-Lite</button></div>
</div>
`;

/** Opened by the button above. */
export const signInDialog = (
  isSandbox: boolean,
): string => `<dialog id="sign-in" aria-labelledby="sign-in-title">
<form method="dialog">
<h2 id="sign-in-title">Sign in</h2>
<button type="button" class="close" data-close aria-label="Close">×</button>
<p>For all query tabs, until you sign out or close this browser tab.</p>
<fieldset class="segments"><legend class="unseen">With what</legend>
<label><input type="radio" name="way" value="password" checked><span>User and password</span></label>
<label><input type="radio" name="way" value="token"><span>Token</span></label>
</fieldset>
<div id="with-password">
<label>User <input name="username" autocomplete="username" autocapitalize="none" spellcheck="false"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
</div>
<div id="with-token" hidden>
<label>Token <input name="token" type="password" autocomplete="off" spellcheck="false"></label>
</div>
<p id="sign-in-problem" role="alert"></p>
<button class="first">Sign in</button>
</form>
${
  isSandbox
    ? '<div class="shortcuts"><h3>The sandbox knows</h3><div id="sandbox-callers"></div></div>'
    : '<p class="soft">A user of a registrar signs in with a password; portals, billing clients and operators with a token.</p>'
}
</dialog>`;

/**
 * Stands in the editor's place until it has loaded. What says `data-stands-for` is there again in GraphiQL
 * (browser/hand-over.ts).
 */
const firstLook = (examples: readonly Tab[]): string => `<div class="first-look">
<div class="first-tabs" aria-hidden="true">${examples.map(firstTab).join('')}</div>
<div class="first-question">
<textarea id="first-look" aria-label="Question" aria-describedby="first-look-about" autocomplete="off" autocapitalize="none" spellcheck="false">
${escapeHtml(examples[0]?.query ?? '')}</textarea>
<pre id="first-colours" aria-hidden="true">${coloured(examples[0]?.query ?? '').text}</pre>
<button type="button" aria-label="Send this question" data-stands-for=".graphiql-execute-button">${play}</button>
</div>
<div class="first-answer">
<p id="first-look-about" role="status">You can start writing. The editor with colours, checks and answers is loading and takes over your text.</p>
<pre id="first-answer" role="region" aria-label="First answer" tabindex="0" hidden></pre>
</div>
</div>`;

const firstTab = ({ query }: Tab, at: number): string =>
  `<span data-stands-for=".graphiql-tabs > li:nth-child(${at + 1}) .graphiql-tab-button">${/^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? ''}</span>`;

const play =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z" fill="currentColor"/></svg>';

/** The parts of our page around GraphiQL: sign-in, saved queries, and how an answer is shown. */
export const graphiqlParts = (
  isSandbox: boolean,
  nav: readonly NavLink[],
  examples: readonly Tab[],
): string => `
<header id="bar">
<h1 class="unseen">GraphiQL of Zonegraph</h1>
<a class="brand" href="/" aria-label="Zonegraph">${logo}<span>Zonegraph</span></a>
<button type="button" id="menu" popovertarget="places">Menu</button>
<nav id="places" popover aria-label="Site">${nav.map(link).join('')}</nav>
<div id="tools">
<button type="button" id="open-steps" title="Open this query as steps, without GraphQL">Steps</button>
<button type="button" id="questions-open">Questions</button>
<button type="button" id="published-open">Published</button>
<button type="button" data-boards>Boards</button>
<button type="button" id="copy-link">Copy link</button>
<a href="/guides/analysts">Guide</a>
<span id="said" role="status"></span>
<small id="price" ${isExplained}></small>
${whoIsIt}
</div>
</header>
<div id="work">
<main>
<div id="root"></div>
${firstLook(examples)}
</main>
</div>

<section id="answer" aria-label="Answer" hidden>
<div class="answer-bar">
<fieldset class="segments"><legend class="unseen">Show the answer as</legend>
<label><input type="radio" name="view" value="json" checked><span>JSON</span></label>
<label><input type="radio" name="view" value="table"><span>Table</span></label>
<label><input type="radio" name="view" value="chart"><span>Chart</span></label>
<label><input type="radio" name="view" value="sql"><span>SQL</span></label>
</fieldset>
<span id="rows" role="status"></span>
<span id="take" hidden>
<label><input type="checkbox" id="whole" checked> the whole list<span id="whole-rows" role="status"></span></label>
<button type="button" id="copy-table" hidden>Copy table</button>
<button type="button" id="csv">Download CSV</button>
<button type="button" data-format="xlsx">Excel</button>
<button type="button" data-format="parquet">Parquet</button>
<button type="button" data-format="ndjson">JSON lines</button>
<button type="button" id="publish-open">Publish</button>
</span>
</div>
<p id="no-rows" hidden></p>
<div id="sql-view" hidden><p id="about-statement"></p>
<pre id="statement" tabindex="0" aria-label="SQL"></pre>
<p><a id="in-sql" href="/sql">Open in SQL</a></p></div>
${rowsView}</section>

${signInDialog(isSandbox)}

<dialog id="questions" aria-labelledby="questions-title">
<h2 id="questions-title">Questions</h2>
<button type="button" class="close" data-close aria-label="Close">×</button>
<form id="save-question">
<label>Save the open query as <input id="question-name" required maxlength="80" autocomplete="off"></label>
<button class="first">Save</button>
</form>
<h3>Saved</h3>
<ul id="saved-questions"></ul>
<h3>Asked before <button type="button" id="forget-history">Forget all</button></h3>
<ul id="asked-questions"></ul>
<h3>Examples</h3>
<ul id="example-questions"></ul>
<p class="soft">Kept in this browser only, without credentials.</p>
</dialog>

<dialog id="publish" class="publishing" aria-labelledby="publish-title">
<h2 id="publish-title">Publish</h2>
<button type="button" class="close" data-close aria-label="Close">×</button>
<p>Anyone who has the address can read the answer, always up to date, without signing in.</p>
<form id="publish-form">
<label>Name <input id="publish-name" required maxlength="100" autocomplete="off"></label>
<label>For <select id="publish-time">${times}</select></label>
<label><input type="checkbox" id="publish-personal"> It may show personal data, for at most 30 days</label>
<p id="publish-edited" hidden>You are editing <strong id="publish-edited-name"></strong>.
<button class="first" id="publish-save">Save</button> <button type="button" id="publish-forget">Leave it as it was</button></p>
<button class="first">Publish</button>
</form>
<p id="publish-problem" class="problem" role="alert"></p>
<div id="published-now" hidden>
<label>Its address, shown this once <input id="publish-url" readonly></label>
<button type="button" id="copy-address">Copy address</button>
<p class="soft">Add .csv, .xlsx, .ndjson, .json or .parquet to the address for a file.</p>
</div>
<h3>Published <button type="button" data-boards>Put them on a board</button></h3>
<ul id="published-questions"></ul>
</dialog>

<dialog id="boards" class="publishing" aria-labelledby="boards-title">
<h2 id="boards-title">Boards</h2>
<button type="button" class="close" data-close aria-label="Close">×</button>
<p>Published questions as cards on one page with an address, for a screen on a wall.</p>
<form id="board-form">
<h3 id="board-title">A new board</h3>
<label>Name <input id="board-name" required maxlength="100" autocomplete="off"></label>
<label>For <select id="board-time"><option value="" id="board-as-before">as long as before</option>${times}</select></label>
<fieldset><legend>Its questions</legend><ul id="board-questions"></ul></fieldset>
<ul id="board-texts" aria-label="Texts"></ul>
<button type="button" id="board-add-text">Add a text</button>
<div id="board-arrangement" hidden>
<h3 id="board-wall-title">The wall</h3>
<p id="board-wall-help">Drag a card, or pull its corner. By keyboard: arrow keys move the card in focus, Shift and arrow keys resize it.</p>
<div id="board-wall" role="group" aria-labelledby="board-wall-title"></div>
<p id="board-place" class="unseen" role="status"></p>
</div>
<fieldset class="filters"><legend>Readers may narrow all its cards by</legend>
<label><input type="checkbox" name="board-filter" value="ZONE"> Zone</label>
<label><input type="checkbox" name="board-filter" value="PERIOD"> Period</label>
<label id="board-by-registrar" hidden><input type="checkbox" name="board-filter" value="REGISTRAR"> Registrar</label></fieldset>
<p id="board-problem" class="problem" role="alert"></p>
<button class="first" id="board-save">Publish board</button> <button type="button" id="board-new" hidden>Make a new one instead</button>
</form>
<div id="board-now" hidden>
<label>Its address, shown this once <input id="board-url" readonly></label>
<button type="button" id="copy-board-address">Copy address</button>
</div>
<h3>Published boards</h3>
<ul id="published-boards"></ul>
</dialog>`;
