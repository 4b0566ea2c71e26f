import type { FastifyReply } from 'fastify';
import type { Readiness } from '../../apis/extension-points.ts';
import type { Config } from '../../base/config.ts';
import { type Html, html } from './html.ts';
import { siteNav } from './nav.ts';
import { sendPage } from './page.ts';

const tones = { ok: 'good', warning: 'warn', failing: 'bad', unknown: '' } as const;

/** Sends the readiness as a page for browsers. */
export const sendReadinessPage = (reply: FastifyReply, config: Config, readiness: Readiness): FastifyReply =>
  sendPage(reply, {
    title: 'Status',
    description: 'Whether the registry can serve, and the state of each part that it needs.',
    status: reply.statusCode,
    nav: siteNav(config, '/readyz'),
    main: mainOf(readiness),
  });

const mainOf = ({ status, version, commit, checks }: Readiness): Html => html`
<h1>${status === 'ok' ? 'Ready' : status === 'draining' ? 'Shutting down' : 'Not ready'}</h1>
<p class="soft">The state of this process, version ${version}, commit ${commit}. Machines get it as JSON, with 200 or 503.</p>
${checks.map(
  ({ name, state, why, todo }) => html`<section class="card" aria-labelledby="check-${name}">
<h2 id="check-${name}" class="first">${title(name)} <span class="tag ${tones[state]}">${state}</span></h2>
<p>${why}</p>${todo && html`<p><strong>What to do:</strong> ${todo}</p>`}
</section>`,
)}`;

const title = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
