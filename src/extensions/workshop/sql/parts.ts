import { Html, html } from '../../kit/html.ts';
import { drawing } from '../ask/parts.ts';
import { rowsView, signInDialog, whoIsIt } from '../parts.ts';

const formats = { csv: 'CSV', xlsx: 'Excel', parquet: 'Parquet', ndjson: 'JSON lines' };

/** The page: tables beside the editor, and the result below. */
export const sqlMain = (isSandbox: boolean, facts: Html): Html => html`<div class="top"><h1>Ask in SQL</h1>
<div id="tools"><span id="said" role="status"></span>
<label id="as-whom" hidden>Look as <select id="as"></select></label>
${new Html(whoIsIt)}</div></div>
<p class="soft">Your lists are tables of a PostgreSQL that runs in this browser: a statement is run here, and a table is read from the registry when a statement first
names it, with your rights and at the price that is shown before. <a href="/guides/analysts#ask-in-sql">How it works</a></p>
<noscript><p class="notice">This page needs JavaScript. <a href="/guides/analysts">The guide</a> shows how to take the lists as files to a database of yours.</p></noscript>
<div id="workbench">
<aside aria-labelledby="tables-title">
<h2 class="first" id="tables-title">Tables</h2>
<p class="soft small" id="tables-about"></p>
<div id="tables"></div>
</aside>
<div id="desk">
<div class="bar"><label>Example <select id="examples"><option value="">choose a question</option></select></label>
<button type="button" class="quiet compact" id="copy-link">Copy link</button></div>
<div id="editor"></div>
<div class="bar"><button type="button" id="run">Run</button> <button type="button" class="quiet" id="cancel" hidden>Cancel</button>
<span id="needs" role="status"></span></div>
<p id="progress" hidden><progress id="progress-bar" aria-labelledby="progress-text"></progress> <span id="progress-text" role="status"></span></p>
<div id="problem" class="bad" role="alert"></div>
<section id="beginning" aria-labelledby="beginning-title">
<h2 class="first" id="beginning-title">Questions to begin with</h2>
<ul id="cards"></ul>
<template id="drawn-chart">${drawing('bars')}</template><template id="drawn-table">${drawing('table')}</template>
</section>
<section id="result" aria-labelledby="result-title" hidden>
<div class="bar"><h2 class="first" id="result-title">Result</h2>
<fieldset class="segments"><legend class="unseen">Show the result as</legend>
<label><input type="radio" name="view" value="table" checked><span>Table</span></label>
<label><input type="radio" name="view" value="chart"><span>Chart</span></label>
</fieldset>
<span id="rows" role="status"></span>
<span id="take">${Object.entries(formats).map(
  ([format, label]) =>
    html`<button type="button" class="quiet compact" data-file="${format}">${label}</button> `,
)}<button type="button" class="quiet compact" id="copy-table">Copy</button></span></div>
<p id="no-rows" class="soft" hidden></p>
${new Html(rowsView)}
</section>
</div>
</div>
${new Html(signInDialog(isSandbox))}
${facts}`;
