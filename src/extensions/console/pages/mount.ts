import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { senderOf } from '../../../apis/access/sender.ts';
import type { Services } from '../../../apis/services.ts';
import type { OperatorActor } from '../../../base/actor.ts';
import { failure, Refusal } from '../../../base/errors.ts';
import { addScope } from '../../../base/scope.ts';
import { serveFormPages } from '../../kit/form-pages.ts';
import { html } from '../../kit/html.ts';
import { ConsoleSessions } from '../console-sessions.ts';
import { runAction } from './doing.ts';
import { type ConsoleRequest, Graph, NotSignedIn, Refused } from './graph.ts';
import { mountLegalDocuments } from './legal-documents.ts';
import { mountPages } from './pages.ts';
import { drawnFor } from './role.ts';
import { pageWithin, Sessions } from './session.ts';
import { mountSignIn } from './sign-in.ts';
import { runActionOnMany } from './whole.ts';
import { mountZoneFiles } from './zone-files.ts';

/** /operator: the console for people who run the registry. Everything it shows and does goes through /graphql. */
export function mountOperatorConsole(app: FastifyInstance, services: Services): void {
  const { config, address } = services;
  const graph = new Graph(app, config);
  // A facade makes new tokens in each process, and a registry of people may have none: the first secret always exists.
  const secrets = [config.BILLING_SECRET, ...(config.ownsRegistry ? config.OPERATOR_TOKENS : [])];
  const sessions = new Sessions(secrets, new ConsoleSessions(services), () =>
    address.publicUrl.startsWith('https:'),
  );
  const pages = new Set<string>();
  const toSignIn = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.end(request, reply);
    const to = request.method === 'GET' ? pageWithin(request.url) : '/operator';
    return reply.redirect(`/operator/sign-in?to=${encodeURIComponent(to)}`, 303);
  };

  app.decorate('extensionsHere', services.extensions);
  addScope(app, { name: 'console' }, async (scope) => {
    serveFormPages(scope, services, {
      name: 'a page of the console',
      longestForm: 64 * 1024,
      notFromHere,
      sorry: (statusCode, requestId, error) =>
        error instanceof Refused && statusCode === 403 ? forbidden(error) : sorry(statusCode, requestId),
      answer: (error, request, reply) =>
        error instanceof NotSignedIn ? toSignIn(request, reply) : undefined,
    });

    mountSignIn(scope, services, { graph, sessions });

    /** Draws what the operator's role is enough for. */
    const signedIn = async (
      request: FastifyRequest,
      reply: FastifyReply,
      show: (asking: ConsoleRequest, reply: FastifyReply) => Promise<FastifyReply>,
    ) => {
      const token = await sessions.tokenOf(request);
      if (token === undefined) return toSignIn(request, reply);
      const actor = await operatorCalling(services, request, token);
      request.actor = actor;
      return drawnFor(actor, pages, () => show({ request, token }, reply));
    };

    for (const [path, act, limits] of [
      ['do', runAction, {}],
      // A form with a page of rows and their outcomes is larger than other forms.
      ['many', runActionOnMany, { bodyLimit: 512 * 1024 }],
    ] as const)
      scope.post(`/operator/${path}/:action`, limits, async (request, reply) =>
        signedIn(request, reply, (asking) => act(graph, asking, reply)),
      );
    const operatorOf = async (request: FastifyRequest) => {
      const token = await sessions.tokenOf(request);
      const authorization = request.headers.authorization ?? (token && `Bearer ${token}`);
      if (authorization === undefined) throw new NotSignedIn();
      const actor = await services.authenticator.anyone({ ...senderOf(request), authorization });
      if (actor.kind !== 'operator') throw new Refusal([failure('AUTHORIZATION')]);
      return actor;
    };
    mountLegalDocuments(scope, services, operatorOf);
    if (config.ownsRegistry) mountZoneFiles(scope, services, operatorOf);
    mountPages(services, graph, (path, show) => {
      pages.add(path);
      scope.get(`/operator${path}`, async (request, reply) => signedIn(request, reply, show));
    });
    // Somebody who has just signed in needs a first page.
    if (!pages.has('')) scope.get('/operator', async (_, reply) => reply.redirect('/operator/domains', 303));
  });
}

/** The operator behind a session; it may have ended, whatever the cookie says. */
async function operatorCalling(
  { authenticator }: Services,
  request: FastifyRequest,
  token: string,
): Promise<OperatorActor> {
  try {
    const actor = await authenticator.anyone({ ...senderOf(request), authorization: `Bearer ${token}` });
    if (actor.kind === 'operator') return actor;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw new NotSignedIn();
}

/** Says which role is enough. */
const forbidden = ({ message }: Error) => ({
  title: 'Refused',
  status: 403,
  main: html`<div class="narrow"><h1>Your role is not enough</h1><div class="card"><p>${message}.</p><p><a href="/operator">To the console</a></p></div></div>`,
});

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
