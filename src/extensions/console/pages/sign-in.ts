import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../../apis/access/sender.ts';
import type { Services } from '../../../apis/services.ts';
import { Refusal, retryAfterOf } from '../../../base/errors.ts';
import { limitsSignIns } from '../../kit/form-pages.ts';
import { publishedSecret } from '../../kit/published.ts';
import { type Attempt, OperatorSignIns } from '../operator-sign-ins.ts';
import { formOf } from './doing.ts';
import { type Graph, NotSignedIn } from './graph.ts';
import type { Query } from './lists.ts';
import { OperatorProvider, ProviderRefusal } from './operator-provider.ts';
import { pageWithin, type Sessions } from './session.ts';
import { sendSignedIn, sendSignIn, sendUsedLink, sendWelcome, type Ways } from './sign-in-pages.ts';

/** The ways into the console: a provider or a password with a one-time code for people, a token for machines. */
export function mountSignIn(
  scope: FastifyInstance,
  services: Services,
  { graph, sessions }: { readonly graph: Graph; readonly sessions: Sessions },
): void {
  const { config } = services;
  const signIns = new OperatorSignIns(services);
  const provider = new OperatorProvider(services);
  const limited = { preHandler: limitsSignIns(services) };
  const ways = (): Ways => ({
    provider: provider.name,
    withPassword: config.OIDC_ISSUER === undefined,
    publishedToken: publishedSecret(config, 'OPERATOR_TOKENS'),
  });
  const attempt = (request: FastifyRequest): Attempt => ({
    address: addressOf(request),
    requestId: request.id,
  });
  const refuse = (reply: FastifyReply, error: Refusal, to: string, email = ''): FastifyReply => {
    const [failure] = error.failures;
    const wait = retryAfterOf(failure);
    if (wait !== undefined) reply.header('retry-after', wait);
    const isWrong = failure.code === 'INVALID_AUTHORIZATION_INFORMATION';
    return sendSignIn(reply, ways(), {
      to,
      email,
      problem: isWrong ? 'The e-mail address, the password or the code is wrong.' : `${failure.message}.`,
      status: wait !== undefined ? 429 : failure.code === 'AUTHORIZATION' ? 403 : 401,
    });
  };

  scope.get('/operator/sign-in', async (request, reply) =>
    sendSignIn(reply, ways(), { to: pageWithin((request.query as Query).to) }),
  );

  scope.post('/operator/sign-in', limited, async (request, reply) => {
    const form = formOf(request);
    const to = pageWithin(form.get('to'));
    const given = form.get('token');
    if (given !== null) return withToken(request, reply, given.trim(), to);
    const [email, password, code] = ['email', 'password', 'code'].map((name) => form.get(name) ?? '');
    if (config.OIDC_ISSUER !== undefined)
      return sendSignIn(reply, ways(), { to, problem: 'Sign in at the provider.' });
    try {
      const token = await signIns.withPassword(
        { email: email ?? '', password: password ?? '', code: code ?? '' },
        attempt(request),
      );
      await sessions.begin(request, reply, token);
    } catch (error) {
      if (error instanceof Refusal) return refuse(reply, error, to, email);
      throw error;
    }
    return reply.redirect(to, 303);
  });

  const withToken = async (request: FastifyRequest, reply: FastifyReply, token: string, to: string) => {
    try {
      await graph.ask({ request, token }, 'viewer', {});
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error;
      return sendSignIn(reply, ways(), {
        to,
        problem: 'This is not an operator token, or it has been revoked.',
      });
    }
    if (!(await sessions.begin(request, reply, token)))
      return sendSignIn(reply, ways(), {
        to,
        problem: "This token is too long for a cookie. An operator's access token is shorter.",
      });
    return reply.redirect(to, 303);
  };

  scope.get('/operator/sign-in/provider', limited, async (request, reply) => {
    const { to: asked, here } = request.query as Query;
    const to = pageWithin(asked);
    if (provider.name === undefined) return reply.redirect('/operator/sign-in', 303);
    const { publicUrl } = services.address;
    // The provider leads back to the public address, which must have the cookie: localhost is not 127.0.0.1.
    if (request.host !== new URL(publicUrl).host && here === undefined)
      return reply.redirect(
        `${publicUrl}/operator/sign-in/provider?here=yes&to=${encodeURIComponent(to)}`,
        303,
      );
    try {
      const { url, checks } = await provider.begin();
      await sessions.keepChecks(reply, { ...checks, to });
      return reply.redirect(url, 303);
    } catch (error) {
      return providerFailed(request, reply, error, to);
    }
  });

  scope.get('/operator/sign-in/provider/callback', limited, async (request, reply) => {
    const kept = await sessions.takeChecks(request, reply);
    if (!kept || provider.name === undefined)
      return sendSignIn(reply, ways(), {
        to: '/operator',
        problem: 'This sign-in was not begun in this browser, or it took too long. Begin again.',
      });
    try {
      const [, search = ''] = request.url.split(/(?=\?)/s);
      const person = await provider.conclude(search, kept);
      await sessions.begin(request, reply, await signIns.byProvider(person, attempt(request)));
      return sendSignedIn(reply, kept.to);
    } catch (error) {
      return providerFailed(request, reply, error, kept.to);
    }
  });

  const providerFailed = (request: FastifyRequest, reply: FastifyReply, error: unknown, to: string) => {
    if (error instanceof Refusal) return refuse(reply, error, to);
    if (!(error instanceof ProviderRefusal)) throw error;
    request.log.warn({ err: error }, 'a sign-in at the provider failed');
    return sendSignIn(reply, ways(), { to, problem: `You are not signed in: ${error.message}.` });
  };

  scope.get('/operator/welcome/:link', limited, async (request, reply) => {
    const { link } = request.params as { link: string };
    try {
      const invitation = config.OIDC_ISSUER ? undefined : await signIns.invitation(link, attempt(request));
      return invitation ? sendWelcome(reply, invitation) : sendUsedLink(reply);
    } catch (error) {
      if (error instanceof Refusal) return refuse(reply, error, '/operator');
      throw error;
    }
  });

  scope.post('/operator/welcome/:link', limited, async (request, reply) => {
    const { link } = request.params as { link: string };
    const form = formOf(request);
    const given = { link, password: form.get('password') ?? '', code: form.get('code') ?? '' };
    try {
      const token = await signIns.choosePassword(given, attempt(request));
      await sessions.begin(request, reply, token);
      return reply.redirect('/operator', 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [{ code, message }] = error.failures;
      const invitation = [
        'PARAMETER_VALUE_RANGE',
        'REQUIRED_PARAMETER_MISSING',
        'INVALID_AUTHORIZATION_INFORMATION',
      ].includes(code)
        ? await signIns.invitation(link, attempt(request))
        : undefined;
      if (invitation) return sendWelcome(reply, invitation, `${message}.`);
      return code === 'OBJECT_DOES_NOT_EXIST' ? sendUsedLink(reply) : refuse(reply, error, '/operator');
    }
  });

  scope.post('/operator/sign-out', async (request, reply) => {
    await sessions.end(request, reply);
    return reply.redirect('/operator/sign-in', 303);
  });
}
