import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptForms } from '../../apis/request-bodies.ts';
import type { Services } from '../../apis/services.ts';
import { anonymous } from '../../base/actor.ts';
import type { Calendar } from '../../base/calendar.ts';
import { type Failure, Unavailable } from '../../base/errors.ts';
import { addScope } from '../../base/scope.ts';
import { decidePendingChange } from '../../registry/operations/domains/decide-pending-change.ts';
import {
  type ShownChange,
  showPendingChange,
} from '../../registry/operations/domains/show-pending-change.ts';
import { type Say, sayIn } from '../../registry/rules/words/words.ts';
import { type Html, html } from '../kit/html.ts';
import { languageOf } from '../kit/language.ts';
import { type Page, sendNotNow, sendPage } from '../kit/page.ts';

type TokenRoute = { Params: { token: string } };
const decisions = ['approve', 'reject'] as const;
type Decision = (typeof decisions)[number];

/** /confirm/:token, the link in a registrant's mail. Opening it changes nothing; only the buttons do. */
export function mountConfirm(app: FastifyInstance, { runner, calendar, metrics }: Services): void {
  metrics.api('web');
  addScope(app, { name: 'confirmation' }, async (scope) => {
    acceptForms(scope, 1024);
    const send = (reply: FastifyReply, write: (say: Say) => Page, switchesLanguage = false): FastifyReply => {
      const language = languageOf(reply.request);
      return sendPage(reply, { ...write(sayIn(language)), language, switchesLanguage });
    };
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Unavailable) {
        metrics.unavailable('web');
        return sendNotNow(reply, error);
      }
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a confirmation page failed');
      return send(reply, statusCode >= 500 ? (say) => somethingBroke(say, request.id) : notUnderstood);
    });

    scope.get<TokenRoute>('/confirm/:token', async (request, reply) => {
      const call = { actor: anonymous, request: { id: request.id, via: 'web' } } as const;
      const shown = await runner.run(showPendingChange, { token: request.params.token }, call);
      return send(
        reply,
        (say) => (shown.ok ? question(say, shown.value, calendar) : noSuchQuestion(say)),
        true,
      );
    });

    // The result of an answer is shown once, in the language of the question, and cannot be read again.
    scope.post<TokenRoute>('/confirm/:token', async (request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body.get('decision') : null;
      const decision = decisions.find((known) => known === given);
      if (!decision) return send(reply, notUnderstood);
      const call = { actor: anonymous, request: { id: request.id, via: 'web' } } as const;
      const decided = await runner.run(decidePendingChange, { token: request.params.token, decision }, call);
      if (decided.ok) return send(reply, (say) => answered(say, decided.value, decision));
      const [reported] = decided.failures;
      return send(reply, isUnknownLink(reported) ? noSuchQuestion : (say) => impossible(say, reported));
    });
  });
}

/** A 404 for an object that the change refers to does not mean that the link is wrong. */
const isUnknownLink = ({ code, reason }: Failure): boolean =>
  code === 'OBJECT_DOES_NOT_EXIST' && reason !== 'named-object';

const alsoChanged = {
  contacts: 'contacts',
  nameservers: 'nameservers',
  'DNSSEC keys': 'dnssecKeys',
} as const;

function question(say: Say, change: ShownChange, calendar: Calendar): Page {
  const { kind, domain } = change;
  const isDeletion = kind === 'delete';
  const title = say(isDeletion ? 'deletionTitle' : 'changeTitle', { domain });
  const main = html`<div class="narrow">
<h1>${title}</h1>
<p>${say(isDeletion ? 'agreeToDeletion' : 'agreeToChange')} ${say('onlyHere')}</p>
<div class="card"><dl>
<dt>${say('domain')}</dt><dd><strong>${domain}</strong></dd>
<dt>${say('registrantNow')}</dt><dd>${change.registrant}</dd>
${!isDeletion && html`<dt>${say('newRegistrant')}</dt><dd>${change.newRegistrant ?? say('nobodyKnown')}</dd>`}
${
  change.alsoChanges.length > 0 &&
  html`<dt>${say('changesWithIt')}</dt><dd>${change.alsoChanges.map((what) => say(alsoChanged[what])).join(', ')}</dd>`
}
<dt>${say('askedBy')}</dt><dd>${change.askedBy}</dd>
<dt>${say('askedAt')}</dt><dd>${calendar.formatForPeople(change.askedAt)}</dd>
<dt>${say('answerBy')}</dt><dd>${calendar.formatForPeople(change.answerBy)}</dd>
</dl></div>
<p class="soft">${say(isDeletion ? 'afterDeletion' : 'afterChange')} ${say('withoutAnswer')}</p>
<form method="post" class="actions">
<button name="decision" value="approve">${say(isDeletion ? 'approveDeletion' : 'approveChange')}</button>
<button name="decision" value="reject" class="danger">${say('reject')}</button>
</form>
</div>`;
  return { title, main };
}

const outcomes = {
  approve: { update: 'shownChangeApproved', delete: 'shownDeletionApproved' },
  reject: { update: 'shownChangeRejected', delete: 'shownDeletionRejected' },
} as const;

const answered = (
  say: Say,
  { name: domain, kind }: { readonly name: string; readonly kind: ShownChange['kind'] },
  decision: Decision,
): Page =>
  message(
    say(decision === 'approve' ? 'approved' : 'rejected'),
    html`<p>${say(outcomes[decision][kind], { domain })}</p><p class="soft">${say('closePage')}</p>`,
  );

const noSuchQuestion = (say: Say): Page =>
  message(
    say('deadLinkTitle'),
    html`<p>${say('deadLink')}</p>
<p class="soft">${say('deadLinkNext')}</p>`,
    404,
  );

/** The reason in the words of the registry's rules, which are in English. */
const impossible = (say: Say, reason: Failure): Page =>
  message(
    say('impossibleTitle'),
    html`<p>${say('impossible')}</p>
<p lang="en"><strong>${reason.message}</strong></p>
<p class="soft">${say('impossibleNext')}</p>`,
    409,
  );

const notUnderstood = (say: Say): Page => message(say('noAnswerTitle'), html`<p>${say('noAnswer')}</p>`, 400);

const somethingBroke = (say: Say, requestId: string): Page =>
  message(
    say('brokenTitle'),
    html`<p>${say('broken')}</p>
<p class="soft">${say('brokenNext')} <code>${requestId}</code></p>`,
    500,
  );

const message = (title: string, text: Html, status = 200): Page => ({
  title,
  main: html`<div class="narrow"><h1>${title}</h1><div class="card">${text}</div></div>`,
  status,
});
