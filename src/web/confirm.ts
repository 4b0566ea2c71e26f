import type { FastifyInstance, FastifyReply } from 'fastify';
import { anonymous } from '../core/actor.ts';
import type { Calendar } from '../core/calendar.ts';
import { type Failure, Unavailable } from '../core/errors.ts';
import { decidePendingChange } from '../operations/domains/decide-pending-change.ts';
import { type ShownChange, showPendingChange } from '../operations/domains/show-pending-change.ts';
import type { Services } from '../services.ts';
import { type Html, html } from './html.ts';
import { sendNotNow, sendPage } from './page.ts';

type TokenRoute = { Params: { token: string } };
const decisions = ['approve', 'reject'] as const;
type Decision = (typeof decisions)[number];

/** /confirm/:token, where the link in a registrant's mail leads. Looking changes nothing; only the buttons do. */
export function mountConfirm(app: FastifyInstance, { runner, calendar, metrics }: Services): void {
  metrics.door('web');
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      async (_: unknown, body: string) => new URLSearchParams(body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Unavailable) {
        metrics.unavailable('web');
        return sendNotNow(reply, error);
      }
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a page ended in a fault');
      return sendPage(reply, statusCode >= 500 ? somethingBroke(request.id) : notUnderstood());
    });

    scope.get<TokenRoute>('/confirm/:token', async (request, reply) => {
      const call = { actor: anonymous, request: { id: request.id, via: 'web' } } as const;
      const shown = await runner.run(showPendingChange, { token: request.params.token }, call);
      return shown.ok ? sendPage(reply, question(shown.value, calendar)) : noSuchQuestion(reply);
    });

    scope.post<TokenRoute>('/confirm/:token', async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body.get('decision') : null;
      const decision = decisions.find((known) => known === given);
      if (!decision) return sendPage(reply, notUnderstood());
      const call = { actor: anonymous, request: { id: request.id, via: 'web' } } as const;
      const decided = await runner.run(decidePendingChange, { token: request.params.token, decision }, call);
      if (decided.ok) return sendPage(reply, answered(decided.value.name, decided.value.kind, decision));
      const [told] = decided.failures;
      return isUnknownLink(told) ? noSuchQuestion(reply) : sendPage(reply, impossible(told));
    });
  });
}

/** Of what the change names, something may be gone as well: that is no fault of the link. */
const isUnknownLink = ({ code, reason }: Failure): boolean =>
  code === 'OBJECT_DOES_NOT_EXIST' && reason !== 'named-object';

function question(change: ShownChange, calendar: Calendar) {
  const { kind, domain } = change;
  const title = kind === 'delete' ? `Delete ${domain}?` : `A new registrant for ${domain}?`;
  const main = html`<div class="narrow">
<h1>${title}</h1>
<p>${
    kind === 'delete'
      ? 'You are asked to agree that your domain is deleted.'
      : 'You are asked to agree that your domain goes to somebody else.'
  } Nothing happens unless you approve it here.</p>
<div class="card"><dl>
<dt>Domain</dt><dd><strong>${domain}</strong></dd>
<dt>Registrant now</dt><dd>${change.registrant}</dd>
${kind === 'update' && html`<dt>New registrant</dt><dd>${change.newRegistrant ?? 'no longer known to us'}</dd>`}
${change.alsoChanges.length > 0 && html`<dt>Changes with it</dt><dd>${change.alsoChanges.join(', ')}</dd>`}
<dt>Asked by</dt><dd>${change.askedBy}, on ${moment(change.askedAt, calendar)}</dd>
<dt>Your answer until</dt><dd>${moment(change.answerBy, calendar)}</dd>
</dl></div>
<p class="soft">${
    kind === 'delete'
      ? 'When you approve, the domain stops working at once and is removed some weeks later.'
      : 'When you approve, you are no longer the registrant of this domain.'
  } If you do not answer in time, everything stays as it is.</p>
<form method="post" class="actions">
<button name="decision" value="approve">${kind === 'delete' ? 'Approve the deletion' : 'Approve the change'}</button>
<button name="decision" value="reject" class="danger">Reject</button>
</form>
</div>`;
  return { title, main };
}

function answered(domain: string, kind: ShownChange['kind'], decision: Decision) {
  const title = decision === 'approve' ? 'Approved' : 'Rejected';
  const what = {
    approve: {
      update: `${domain} has its new registrant.`,
      delete: `${domain} has stopped working and will be removed.`,
    },
    reject: {
      update: `You are still the registrant of ${domain}. Nothing has changed.`,
      delete: `${domain} is not deleted. Nothing has changed.`,
    },
  }[decision][kind];
  return message(
    title,
    html`<p>${what}</p><p class="soft">The registrar has been told. You can close this page.</p>`,
  );
}

const noSuchQuestion = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    ...message(
      'This link does not work any more',
      html`<p>It may have been used already, its time may have run out, or it was not copied in full.</p>
<p class="soft">Nothing has been changed by opening it. If something still waits for your answer, ask the registrar of
your domain for a new mail.</p>`,
    ),
    status: 404,
  });

const impossible = (reason: Failure) => ({
  ...message(
    'This can no longer be done',
    html`<p>The domain has changed since you were asked, and the registry cannot carry this out now:</p>
<p><strong>${reason.message}</strong></p>
<p class="soft">Nothing has been changed. Please talk to the registrar of your domain.</p>`,
  ),
  status: 409,
});

const notUnderstood = () => ({
  ...message('That was not an answer', html`<p>Please go back and use one of the two buttons.</p>`),
  status: 400,
});

const somethingBroke = (requestId: string) => ({
  ...message(
    'Something broke on our side',
    html`<p>Your answer was not recorded. Please try again in a minute.</p>
<p class="soft">If it happens again, tell us this number: <code>${requestId}</code></p>`,
  ),
  status: 500,
});

const message = (title: string, text: Html) => ({
  title,
  main: html`<div class="narrow"><h1>${title}</h1><div class="card">${text}</div></div>`,
});

/** `16.11.2026 at 05:47 (Europe/Tallinn)`. */
function moment(instant: Date, calendar: Calendar): string {
  const iso = calendar.format(instant);
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day}.${month}.${year} at ${iso.slice(11, 16)} (${calendar.zone})`;
}
