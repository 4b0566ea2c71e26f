import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleSessions } from '../../apis/access/console-sessions.ts';
import { acceptForms } from '../../apis/request-bodies.ts';
import type { Services } from '../../apis/services.ts';
import { Unavailable } from '../../core/errors.ts';
import { addScope } from '../../core/scope.ts';
import { html } from '../shared/html.ts';
import { sendNotNow, sendPage } from '../shared/page.ts';
import { formOf, runAction } from './doing.ts';
import { Graph, NotSignedIn } from './graph.ts';
import { sendSignIn } from './layout.ts';
import { mountLegalDocuments } from './legal-documents.ts';
import type { Query } from './lists.ts';
import { runActionOnRows } from './many.ts';
import { mountPages } from './pages.ts';
import { isSameOrigin, pageWithin, Sessions } from './session.ts';

/** /operator: the console for people who run the registry. Everything it shows and does goes through /graphql. */
export function mountOperatorConsole(app: FastifyInstance, services: Services): void {
  const { config, address, metrics } = services;
  const graph = new Graph(app, config);
  const sessions = new Sessions(config.OPERATOR_TOKENS, new ConsoleSessions(services), () =>
    address.publicUrl.startsWith('https:'),
  );
  const toSignIn = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.end(request, reply);
    const to = request.method === 'GET' ? pageWithin(request.url) : '/operator';
    return reply.redirect(`/operator/sign-in?to=${encodeURIComponent(to)}`, 303);
  };

  addScope(app, { name: 'console' }, async (scope) => {
    acceptForms(scope, 64 * 1024);
    scope.setErrorHandler(async (error, request, reply) => {
      if (error instanceof NotSignedIn) return toSignIn(request, reply);
      if (error instanceof Unavailable) {
        metrics.unavailable('web');
        return sendNotNow(reply, error);
      }
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) {
        metrics.fault('web');
        request.log.error({ err: error }, 'a page of the console failed');
      }
      return sendPage(reply, sorry(statusCode, request.id));
    });
    scope.addHook('onRequest', async (_, reply) => {
      // Other sites may read the public pages (CORS), but nothing here is public.
      for (const name of ['access-control-allow-origin', 'access-control-expose-headers'])
        reply.removeHeader(name);
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('cross-origin-resource-policy', 'same-origin');
    });
    // Over plain HTTP a browser sends only the origin of a form, and with `no-referrer` not even that.
    scope.addHook('onSend', async (_, reply) => void reply.header('referrer-policy', 'same-origin'));
    // Forms from other sites are refused.
    scope.addHook('preValidation', async (request, reply) => {
      if (request.method === 'POST' && !isSameOrigin(request)) return sendPage(reply, notFromHere);
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
        return sendSignIn(reply, to, 'This is not an operator token, or it has been revoked.');
      }
      if (!(await sessions.begin(reply, token)))
        return sendSignIn(
          reply,
          to,
          "This token is too long for a cookie. An operator's access token is shorter.",
        );
      return reply.redirect(to, 303);
    });
    scope.post('/operator/sign-out', async (request, reply) => {
      await sessions.end(request, reply);
      return reply.redirect('/operator/sign-in', 303);
    });

    for (const [path, act, limits] of [
      ['do', runAction, {}],
      // A form with a page of rows and their outcomes is larger than other forms.
      ['many', runActionOnRows, { bodyLimit: 512 * 1024 }],
    ] as const)
      scope.post(`/operator/${path}/:action`, limits, async (request, reply) => {
        const token = await sessions.tokenOf(request);
        return token === undefined ? toSignIn(request, reply) : act(graph, { request, token }, reply);
      });
    mountLegalDocuments(scope, services, sessions);
    mountPages(services, graph, (path, show) =>
      scope.get(`/operator${path}`, async (request, reply) => {
        const token = await sessions.tokenOf(request);
        return token === undefined ? toSignIn(request, reply) : show({ request, token }, reply);
      }),
    );
  });
}

const notFromHere = {
  title: 'Refused',
  status: 403,
  main: html`<div class="narrow"><h1>This did not come from the console</h1><div class="card"><p>Nothing was done. Forms are accepted only from
  pages of this server, in a browser that says so.</p><p><a href="/operator">To the console</a></p></div></div>`,
};

const apologies: Readonly<Record<number, readonly [title: string, text: string]>> = {
  413: ['The form is too large', 'It is larger than any form of the console.'],
  429: ['Too many requests', 'Please wait a minute and try again.'],
};

const sorry = (status: number, requestId: string) => {
  const [title, text] =
    status >= 500
      ? ['Something went wrong on our side', html`The log has it under <code>${requestId}</code>.`]
      : (apologies[status] ?? ['The request is not valid', 'Please go back and try again.']);
  return {
    title: 'That did not work',
    status,
    main: html`<div class="narrow"><h1>${title}</h1><div class="card"><p>${text}</p>
<p><a href="/operator">To the console</a></p></div></div>`,
  };
};
