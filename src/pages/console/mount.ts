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

/** /operator: the graph for people who run the registry. Everything it shows and does goes through /graphql. */
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
        request.log.error({ err: error }, 'a page of the console ended in a fault');
      }
      return sendPage(reply, sorry(statusCode, request.id));
    });
    scope.addHook('onRequest', async (_, reply) => {
      // Pages of others may read what is everybody's elsewhere; here nothing is.
      for (const name of ['access-control-allow-origin', 'access-control-expose-headers'])
        reply.removeHeader(name);
      reply.header('cross-origin-opener-policy', 'same-origin');
      reply.header('cross-origin-resource-policy', 'same-origin');
    });
    // Over plain http browsers tell nothing but the origin of a form, and with no referrer not even that.
    scope.addHook('onSend', async (_, reply) => void reply.header('referrer-policy', 'same-origin'));
    // Forms of other sites have nothing to say here.
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
        return sendSignIn(reply, to, 'This is no token of an operator, or it has been revoked.');
      }
      if (!(await sessions.begin(reply, token)))
        return sendSignIn(
          reply,
          to,
          'This token is too long for a cookie: an access token of an operator is shorter.',
        );
      return reply.redirect(to, 303);
    });
    scope.post('/operator/sign-out', async (request, reply) => {
      await sessions.end(request, reply);
      return reply.redirect('/operator/sign-in', 303);
    });

    for (const [path, act, limits] of [
      ['do', runAction, {}],
      // A page of rows, each with its outcome, is larger than other forms.
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
  title: 'Not from here',
  status: 403,
  main: html`<div class="narrow"><h1>This did not come from the console</h1><div class="card"><p>Nothing was done. Forms are taken only from
pages of this server, and from browsers that say so.</p><p><a href="/operator">To the console</a></p></div></div>`,
};

const apologies: Readonly<Record<number, readonly [title: string, text: string]>> = {
  413: ['That was too much', 'The form holds more than any form here needs.'],
  429: ['That was asked too often', 'Please wait a minute and try again.'],
};

const sorry = (status: number, requestId: string) => {
  const [title, text] =
    status >= 500
      ? ['Something broke on our side', html`The log has it as <code>${requestId}</code>.`]
      : (apologies[status] ?? ['That was not understood', 'Please go back and try again.']);
  return {
    title: 'That did not work',
    status,
    main: html`<div class="narrow"><h1>${title}</h1><div class="card"><p>${text}</p>
<p><a href="/operator">To the console</a></p></div></div>`,
  };
};
