import { Html, html } from '../../kit/html.ts';
import { isExplained, rowsView, signInDialog, whoIsIt } from '../parts.ts';
import type { Card } from './examples.ts';

const views = {
  table: 'Table',
  bars: 'Bars',
  stacked: 'Stacked bars',
  line: 'Line',
  area: 'Area',
  share: 'Shares',
  number: 'Number',
};

/** Small pictures of what an answer looks like, 48 by 32. */
const drawings: Readonly<Record<Card['picture'], string>> = {
  bars: '<path d="M6 28V16M15 28V8M24 28V12M33 28V4M42 28V19" stroke-width="6"/>',
  stacked:
    '<path d="M7 28V20M18 28V16M29 28V18M40 28V12" stroke-width="7"/><path d="M7 19V12M18 15V6M29 17V11M40 11V4" stroke-width="7" opacity=".45"/>',
  line: '<path d="M4 24 14 16 24 19 34 8 44 11" stroke-width="2.5" stroke-linejoin="round"/><path d="M4 29H44" stroke-width="1" opacity=".5"/>',
  table:
    '<path d="M4 6H44" stroke-width="4"/><path d="M4 14H44M4 21H44M4 28H44" stroke-width="1.5" opacity=".6"/><path d="M20 4V30" stroke-width="1.5" opacity=".6"/>',
  number: '<path d="M12 10 18 5V27M12 27H24M30 9A6 6 0 1 1 40 14L30 27H42" stroke-width="3"/>',
};
export const drawing = (picture: Card['picture']): Html =>
  new Html(
    `<svg viewBox="0 0 48 32" width="60" height="40" fill="none" stroke="currentColor" aria-hidden="true">${drawings[picture]}</svg>`,
  );

const card = ({ text, picture, as, steps }: Card, isSandbox: boolean): Html =>
  html`<li><a class="question" href="#${steps}${isSandbox ? `&as=${as}` : ''}" data-as="${as}">${drawing(picture)}<span>${text}</span></a></li>`;

/** The page: questions to begin with, then four steps and the answer beside them. */
export const askMain = (
  isSandbox: boolean,
  cards: readonly Card[],
  facts: Html,
  board: string | undefined,
): Html => html`<div class="top"><h1>Ask the registry</h1>
<div id="tools"><span id="said" role="status"></span>
<label id="as-whom" hidden>Look as <select id="as"></select></label>
${new Html(whoIsIt)}</div></div>
<noscript><p class="notice">This page needs JavaScript. <a href="/guides/analysts">The guide</a> has the same questions for programs.</p></noscript>
<p id="notice" class="notice" role="status" hidden></p>
<section id="beginning" aria-labelledby="beginning-title">
<p class="soft">Choose a question and change it, or <a href="#data=domains" id="from-nothing">begin with nothing</a>. No GraphQL is needed; the answer is drawn while you choose.</p>
<h2 class="unseen" id="beginning-title">Questions to begin with</h2>
<ul id="cards">${cards.map((one) => card(one, isSandbox))}</ul>
${board && html`<p class="soft">Answers can hang on a wall: <a href="/b/${board}">a board of the sandbox</a>, made of published questions.</p>`}
</section>
<div id="workbench" hidden>
<form id="steps" aria-label="The question">
<p class="back"><a href="/ask" id="other-questions">← Other questions</a></p>
<section aria-labelledby="step-data"><h2 id="step-data"><i>1</i> Data</h2><div id="data"></div></section>
<section aria-labelledby="step-which"><h2 id="step-which"><i>2</i> Which</h2><div id="which"></div></section>
<section aria-labelledby="step-group"><h2 id="step-group"><i>3</i> Group by</h2><div id="group"></div></section>
<section aria-labelledby="step-picture"><h2 id="step-picture"><i>4</i> Picture</h2>
<div class="chips" role="radiogroup" aria-labelledby="step-picture">${Object.entries(views).map(
  ([value, text]) =>
    html`<label><input type="radio" name="view" value="${value}"><span>${text}</span></label>`,
)}</div></section>
</form>
<section id="answer" aria-labelledby="answer-title">
<h2 class="first" id="answer-title" tabindex="-1">Answer</h2>
<p class="bar"><span id="rows" role="status"></span> <span id="price" class="soft" ${new Html(isExplained)}></span>
<span class="segments" role="radiogroup" aria-label="What is shown"><label><input type="radio" name="side" value="answer" checked><span>Answer</span></label>
<label><input type="radio" name="side" value="sql"><span>SQL</span></label> <label><input type="radio" name="side" value="graphql"><span>GraphQL</span></label></span></p>
<div id="problem" class="bad" role="alert"></div>
<div id="side-answer"><p id="no-rows" class="soft" hidden></p>
<div id="numbers" hidden></div>
${new Html(rowsView)}
<p class="bar" id="take" hidden><button type="button" class="quiet compact" data-format="csv">CSV</button>
<button type="button" class="quiet compact" data-format="xlsx">Excel</button>
<button type="button" class="quiet compact" data-format="parquet">Parquet</button>
<button type="button" class="quiet compact" data-format="ndjson">JSON lines</button>
<button type="button" class="quiet compact" id="copy-table">Copy table</button>
<button type="button" class="quiet compact" id="copy-link">Copy link</button></p></div>
<div id="side-sql" hidden>
<p class="soft small" id="about-statement"></p>
<pre id="statement" class="written" tabindex="0" aria-label="SQL"></pre>
<p class="bar"><a class="button quiet compact" id="in-sql" href="/sql">Open in SQL</a>
<button type="button" class="quiet compact" id="copy-statement">Copy</button></p></div>
<div id="side-graphql" hidden>
<p class="soft small">The same question for programs, and to be published.</p>
<pre id="document" class="written" tabindex="0" aria-label="GraphQL"></pre>
<p class="bar"><a class="button quiet compact" id="in-graphiql" href="/graphql">Open in GraphiQL</a>
<button type="button" class="quiet compact" id="copy-document">Copy</button></p></div>
</section>
</div>
${new Html(signInDialog(isSandbox))}
${facts}`;
