import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../../core/errors.ts';
import { domainStatuses } from '../../rules/domain/statuses.ts';
import type { Services } from '../../services.ts';
import { html } from '../html.ts';
import { sendNotNow, sendPage } from '../page.ts';
import { type Action, actionNamed, inputOf } from './actions.ts';
import { contactPage, domainPage } from './domain.ts';
import { Graph, NotSignedIn, type Outcome, type Questions } from './graph.ts';
import { type ConsolePage, notThere, problemList, sendConsole, sendSignIn } from './layout.ts';
import { jobsPage, namesPage, outboxPage, settingsPage, zonesPage } from './machinery.ts';
import { invoicePage, paymentsPage, registrarPage, registrarsPage } from './money.ts';
import { overviewPage, searchPage } from './overview.ts';
import { actionForm, facts, section } from './parts.ts';
import { forgetToken, isFromOurselves, keepToken, pageWithin, tokenOf } from './session.ts';

type Query = Readonly<Record<string, string | undefined>>;
type Page = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<FastifyReply>;

/** /operator: the graph for people who run the registry. Everything it shows and does goes through /graphql. */
export function mountOperatorConsole(
  app: FastifyInstance,
  { config, clock, address, metrics }: Services,
): void {
  const graph = new Graph(app, config);
  const isSecure = () => address.publicUrl.startsWith('https:');
  const toSignIn = (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`/operator/sign-in?to=${encodeURIComponent(pageWithin(request.url))}`, 303);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      async (_: unknown, body: string) => new URLSearchParams(body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof NotSignedIn) return toSignIn(request, forgetToken(reply, isSecure()));
      if (error instanceof Unavailable) {
        metrics.unavailable('web');
        return sendNotNow(reply, error);
      }
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) {
        metrics.fault('web');
        request.log.error({ err: error }, 'a page of the console ended in a fault');
      }
      return sendPage(reply, sorry(statusCode, request.id));
    });
    // Forms of other sites have nothing to say here.
    scope.addHook('preValidation', async (request, reply) => {
      if (request.method === 'POST' && !isFromOurselves(request)) return sendPage(reply, notFromHere);
    });

    const page = (path: string, show: Page) =>
      scope.get(`/operator${path}`, async (request, reply) => {
        const token = tokenOf(request);
        return token === undefined ? toSignIn(request, reply) : show(request, reply, token);
      });
    /** A page that asks one question and has no address of its own beside it. */
    const simple = <K extends keyof Questions>(
      path: string,
      name: K,
      variables: Questions[K][1],
      make: (data: Questions[K][0]) => ConsolePage,
    ) =>
      page(path, async (request, reply, token) => {
        const { data, problems } = await graph.ask({ request, token }, name, variables);
        return sendConsole(reply, { ...make(data), problems, done: (request.query as Query).done });
      });

    simple('', 'overview', {}, overviewPage);
    simple('/registrars', 'registrars', {}, registrarsPage);
    simple('/payments', 'payments', {}, paymentsPage);
    simple('/outbox', 'outbox', {}, outboxPage);
    simple('/jobs', 'jobs', {}, jobsPage);
    simple('/zones', 'zones', {}, zonesPage);
    simple('/names', 'names', {}, namesPage);
    simple('/settings', 'settings', {}, settingsPage);

    page('/search', async (request, reply, token) => {
      const text = ((request.query as Query).q ?? '').trim().slice(0, 200);
      const { data, problems } = await graph.ask({ request, token }, 'search', lookingFor(text));
      return sendConsole(reply, { ...searchPage(text, data), problems });
    });
    page('/domains/:name', async (request, reply, token) => {
      const { name } = request.params as { name: string };
      const { data, problems } = await graph.ask({ request, token }, 'domain', { name });
      if (!data.domain) return notThere(reply, `domain ${name}`, problems);
      const { done } = request.query as Query;
      return sendConsole(reply, { ...domainPage(data.domain, clock.now()), problems, done });
    });
    page('/contacts/:code', async (request, reply, token) => {
      const { code } = request.params as { code: string };
      const { data, problems } = await graph.ask({ request, token }, 'contact', { code });
      return data.contact
        ? sendConsole(reply, { ...contactPage(data.contact), problems })
        : notThere(reply, `contact ${code}`, problems);
    });
    page('/invoices/:number', async (request, reply, token) => {
      const { number } = request.params as { number: string };
      const { reservation, done } = request.query as Query;
      if (!/^\d{1,9}$/.test(number)) return notThere(reply, `invoice ${number}`);
      const which = { number: Number(number), userUniqueId: reservation ?? null };
      const { data, problems } = await graph.ask({ request, token }, 'invoice', which);
      return data.invoice
        ? sendConsole(reply, { ...invoicePage(data.invoice), problems, done })
        : notThere(reply, `invoice ${number}`, problems);
    });
    page('/registrars/:code', async (request, reply, token) => {
      const { code } = request.params as { code: string };
      const { data, problems } = await graph.ask({ request, token }, 'registrar', {
        code,
        contacts: `${code}:`,
      });
      const registrar = data.registrars?.find((one) => one.code === code);
      if (!registrar) return notThere(reply, `registrar ${code}`);
      const limits = { points: config.RATE_LIMIT_POINTS, seconds: config.RATE_LIMIT_WINDOW };
      const { done } = request.query as Query;
      return sendConsole(reply, { ...registrarPage(registrar, data, limits), problems, done });
    });

    scope.get('/operator/sign-in', async (request, reply) =>
      sendSignIn(reply, pageWithin((request.query as Query).to)),
    );
    scope.post('/operator/sign-in', async (request, reply) => {
      const form = formOf(request);
      const to = pageWithin(form.get('to'));
      const token = (form.get('token') ?? '').trim();
      try {
        await graph.ask({ request, token }, 'viewer', {});
      } catch (error) {
        if (!(error instanceof NotSignedIn)) throw error;
        return sendSignIn(reply, to, 'This is no token of an operator, or it has been revoked.');
      }
      return keepToken(reply, token, isSecure()).redirect(to, 303);
    });
    scope.post('/operator/sign-out', async (_, reply) =>
      forgetToken(reply, isSecure()).redirect('/operator/sign-in', 303),
    );

    scope.post('/operator/do/:action', async (request, reply) => {
      const token = tokenOf(request);
      if (token === undefined) return reply.redirect('/operator/sign-in', 303);
      const action = actionNamed((request.params as { action: string }).action);
      if (!action) return notThere(reply, 'such action');
      const form = formOf(request);
      const back = pageWithin(form.get('back'));
      const isTried = action.grave === true && form.get('confirmed') !== 'yes';
      const key = form.get('key');
      const given = isTried ? { dryRun: true } : key ? { idempotencyKey: key } : {};
      const outcome = await graph.act({ request, token }, action, { input: inputOf(action, form), ...given });
      if (outcome.problems.length === 0 && !isTried && action.shows === undefined)
        return reply.redirect(`${back}${back.includes('?') ? '&' : '?'}done=${action.field}`, 303);
      return sendConsole(reply, outcomePage(action, form, back, outcome, isTried));
    });
  });
}

/** A text may be a part of a name, a whole number, or a word for a state: expired, serverHold, unpaid. */
function lookingFor(text: string): Questions['search'][1] {
  const status = invoiceStatuses.find((one) => one === text.toUpperCase());
  return {
    text,
    domains: {
      or: [
        ...['name', 'punycode', 'registrantName'].map((field) => ({ [field]: { contains: text } })),
        ...domainStatuses
          .filter((one) => one.toLowerCase() === text.toLowerCase())
          .map((one) => ({ statuses: { contains: [one] } })),
      ],
    },
    invoices: {
      or: [
        { description: { contains: text } },
        ...(/^\d{1,9}$/.test(text) ? [{ number: { eq: Number(text) } }] : []),
        ...(status ? [{ status: { eq: status } }] : []),
      ],
    },
  };
}

const invoiceStatuses = ['UNPAID', 'PAID', 'OVERDUE', 'CANCELLED', 'FAILED', 'REFUNDED'] as const;

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Where something has to be read before going on: what is wrong, what would be done, or what was made. */
function outcomePage(
  action: Action,
  form: URLSearchParams,
  back: string,
  outcome: Outcome,
  isTried: boolean,
): ConsolePage {
  const { problems, made } = outcome;
  const way = html`<p><a href="${back}">Go back</a></p>`;
  if (problems.length > 0)
    return {
      title: 'Not done',
      status: 422,
      main: html`<h1>Not done</h1>${problemList('The registry says:', problems)}
<div class="card">${actionForm(action, { values: form, back, isOpen: true })}</div>${way}`,
    };
  if (isTried) {
    const fixed = Object.fromEntries(action.fields.map(({ name }) => [name, form.getAll(name)]));
    const written = action.fields.map(({ name, label }) => [label, form.getAll(name).join(', ')] as const);
    return {
      title: `${action.title}?`,
      main: html`<h1>${action.title}?</h1>
<p class="notice">It was tried, and would work. Nothing has been done yet.</p>
<div class="card">${facts(written)}${actionForm(action, { fixed, back, isConfirmed: true })}</div>${way}`,
    };
  }
  return {
    title: action.title,
    main: html`<h1>${action.title}</h1><p class="notice good" role="status">${action.done}</p>
${section('made', 'What came of it', html`<pre tabindex="0">${JSON.stringify(made, null, 2)}</pre>`)}${way}`,
  };
}

const notFromHere = {
  title: 'Not from here',
  status: 403,
  main: html`<div class="narrow"><h1>This did not come from the console</h1><div class="card"><p>Nothing was done. Forms are taken only from
pages of this server, and from browsers that say so: come over https.</p><p><a href="/operator">To the console</a></p></div></div>`,
};

const sorry = (status: number, requestId: string) => ({
  title: 'That did not work',
  status,
  main: html`<div class="narrow"><h1>${status >= 500 ? 'Something broke on our side' : 'That was not understood'}</h1>
<div class="card"><p>${status >= 500 ? html`The log has it as <code>${requestId}</code>.` : 'Please go back and try again.'}</p>
<p><a href="/operator">To the console</a></p></div></div>`,
});
