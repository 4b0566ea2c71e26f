import type { FastifyInstance } from 'fastify';
import type { StandInParts } from '../../apis/extension-points.ts';
import type { Calendar } from '../../base/calendar.ts';
import { type Html, html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { type AgentCall, agentCalls } from './store/sandbox-agent-calls.ts';

/** /sandbox/agents lists the calls of agents, in all processes. */
export function mountAgentCallsPage(
  app: FastifyInstance,
  { config, database, calendar }: StandInParts,
): void {
  app.get('/sandbox/agents', async (_, reply) =>
    sendPage(reply, {
      title: 'What agents did',
      nav: siteNav(config, '/sandbox'),
      main: callsPage(await agentCalls(database.db), calendar),
    }),
  );
}

const callsPage = (calls: readonly AgentCall[], calendar: Calendar): Html =>
  html`<h1>What agents did</h1>
<p>The last tool calls at <code>/mcp</code>, newest first. This page is public, so it leaves out codes and search texts. <a href="/sandbox">Back to the sandbox</a></p>
${
  calls.length === 0
    ? html`<p class="soft">Nothing yet. <a href="/guides/agents">How to connect an assistant</a></p>`
    : html`<div class="scroll" tabindex="0"><table class="stack">
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">Tool</th><th scope="col">With</th><th scope="col">Result</th></tr></thead>
<tbody>${calls.map(
        (call) =>
          html`<tr><td>${calendar.formatForPeople(call.at)}</td><td>${call.caller}</td><td><code>${call.tool}</code></td>
<td><code>${call.arguments}</code></td><td>${inWords[call.result]}</td></tr>`,
      )}</tbody></table></div>`
}`;

const inWords: Readonly<Record<AgentCall['result'], string>> = {
  read: 'Read',
  shown: 'Only shown: a dry run',
  waits: 'Waits for a person',
  done: 'Done, as it was shown',
  refused: 'Refused',
};
