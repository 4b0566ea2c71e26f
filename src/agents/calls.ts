import type { Calendar } from '../core/calendar.ts';
import { type Html, html } from '../web/html.ts';
import type { Called } from './call.ts';

interface Call {
  readonly at: Date;
  readonly caller: string;
  readonly tool: string;
  /** What it was called with; secrets are left out. */
  readonly with: string;
  readonly what: Called['what'];
}

const mostKept = 100;

/** The last calls of this process, for the page of the sandbox. */
export class Calls {
  readonly #calls: Call[] = [];

  add(call: Call): void {
    this.#calls.unshift(call);
    this.#calls.length = Math.min(this.#calls.length, mostKept);
  }

  page(calendar: Calendar): Html {
    return html`<h1>What agents did</h1>
<p>The last calls of tools at <code>/mcp</code> since this process started, newest first. <a href="/sandbox">Back to the sandbox</a></p>
${
  this.#calls.length === 0
    ? html`<p class="soft">Nothing yet. <a href="/guides/agents">How to let an assistant in</a></p>`
    : html`<div class="scroll" tabindex="0"><table class="stack">
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">Tool</th><th scope="col">With</th><th scope="col">What became of it</th></tr></thead>
<tbody>${this.#calls.map(
        (call) =>
          html`<tr><td>${calendar.formatForPeople(call.at)}</td><td>${call.caller}</td><td><code>${call.tool}</code></td>
<td><code>${call.with}</code></td><td>${inWords[call.what]}</td></tr>`,
      )}</tbody></table></div>`
}`;
  }
}

const inWords: Readonly<Record<Called['what'], string>> = {
  read: 'Read',
  shown: 'Only shown: a dry run',
  done: 'Done, as it was shown',
  refused: 'Refused',
};
