import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { siteOf } from '../../../apis/access/login-throttle.ts';
import { addressOf } from '../../../apis/access/sender.ts';
import type { Services } from '../../../apis/services.ts';
import { limit } from '../../../base/limits.ts';
import { addScope } from '../../../base/scope.ts';
import { claimSignIn, releaseSignIn } from '../store/apps.ts';
import { mountMetadata } from './metadata.ts';
import { placesOf } from './places.ts';
import { type AppProblem, openProvider } from './provider.ts';
import { mountRegistration } from './registration.ts';

const longestRequest = limit(
  'bytes of the request of an app',
  4096,
  'It is kept until the person has answered.',
);

/** The part of the server that the sign-in pages need. */
export interface OAuthServer {
  /** Loaded with the first request, because most registries start without a single app. */
  provider(): Promise<Provider>;
  /** Claims the person's decision about this sign-in; true if it is the first one. */
  claim(uid: string): Promise<boolean>;
  /** The person may decide again, because nothing came of it. */
  release(uid: string): Promise<void>;
}

/**
 * The endpoints of apps that sign registrars' users in, below /oauth (docs/rules/access.md#apps). `sendProblem` tells a
 * person what is wrong with the app's request.
 */
export function mountOAuth(
  app: FastifyInstance,
  services: Services,
  sendProblem: (reply: FastifyReply, problem: AppProblem) => void,
): OAuthServer {
  const { address, budget } = services;
  const replies = new WeakMap<IncomingMessage, FastifyReply>();
  const placed = placesOf(services.config);
  const placeOf = (request: IncomingMessage): string | undefined => {
    const reply = replies.get(request);
    return reply && placed(siteOf(addressOf(reply.request)));
  };
  let opened: Promise<Provider> | undefined;
  const provider = () => {
    opened ??= openProvider({ ...services, placeOf }, (request, problem) => {
      const reply = replies.get(request);
      if (reply) sendProblem(reply, problem);
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  let handler: ReturnType<Provider['callback']> | undefined;
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const known = await provider();
    handler ??= known.callback();
    const { protocol, host } = new URL(address.publicUrl);
    // Set by us, so that no header of a caller can make us link to another host.
    Object.assign(request.raw.headers, {
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
    });
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    replies.set(request.raw, reply);
    await handler(request.raw, reply.raw);
  };
  // The library answers by itself, or `sendProblem` does.
  const passOn = (request: FastifyRequest, reply: FastifyReply): void => {
    pass(request, reply).catch((error: unknown) => reply.send(error));
  };

  mountMetadata(app, services);
  addScope(app, { name: 'apps' }, async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('referrer-policy', 'no-referrer');
      const { allowed, message, headers } = await budget.signIn(addressOf(request));
      if (allowed) return;
      return reply
        .status(429)
        .headers(headers)
        .send({ error: 'temporarily_unavailable', error_description: message });
    });
    mountRegistration(scope, services);
    addScope(scope, { name: 'oauth' }, async (library) => {
      // The library reads bodies itself.
      library.removeAllContentTypeParsers();
      library.addContentTypeParser('*', (_, __, done) => done(null));
      library.post('/oauth/token', passOn);
      library.post('/oauth/revoke', passOn);
      library.get('/oauth/authorize', (request, reply) => {
        if (request.url.length > longestRequest)
          return sendProblem(reply, {
            error: 'invalid_request',
            description: `the request has more than ${longestRequest} characters`,
          });
        request.raw.url = asOffered(request.url);
        ownOnly(reply);
        passOn(request, reply);
      });
      library.get('/oauth/authorize/:uid', (request, reply) => {
        ownOnly(reply);
        passOn(request, reply);
      });
    });
  });
  const { db } = services.database;
  return {
    provider,
    claim: (uid) => claimSignIn(db, uid),
    release: (uid) => releaseSignIn(db, uid),
  };
}

/** Pages of other sites may neither read nor frame anything here. */
const ownOnly = (reply: FastifyReply): FastifyReply =>
  reply
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
    .header('x-frame-options', 'DENY')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");

/**
 * An app that says nothing may read. Answers are sent in the query: for other ways the library would make pages of
 * its own, with scripts, also to say that it does not know them.
 */
function asOffered(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://here');
  const modes = searchParams.getAll('response_mode');
  if (modes.some((mode) => mode !== '' && mode !== 'query')) searchParams.set('response_mode', 'other');
  if ((searchParams.get('scope') ?? '').trim() === '') searchParams.set('scope', 'READ');
  return `${pathname}?${searchParams}`;
}
