import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { senderOf } from '../../../apis/access/sender.ts';
import type { PasswordActor } from '../../../apis/access/users.ts';
import type { Services } from '../../../apis/services.ts';
import { scopes } from '../../../base/actor.ts';
import { failure, Refusal } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { addScope } from '../../../base/scope.ts';
import { randomHex, sameSecret } from '../../../base/secrets.ts';
import { limitsSignIns, serveFormPages } from '../../kit/form-pages.ts';
import { type Page, sendPage } from '../../kit/page.ts';
import { mountOAuth } from '../oauth/mount.ts';
import { authorizeApp } from '../oauth/operations/authorize-app.ts';
import { agreementOf } from './agreement.ts';
import { type AskingApp, consentPage, problemPage, signInPage } from './pages.ts';

type Route = { Params: { uid: string } };

/** The part of a sign-in under way that we remember, besides what the library does. */
interface Remembered {
  /** The secret in a hidden field of our forms: no other site knows it. */
  readonly form: string;
  readonly actor?: PasswordActor;
}

const longestForm = limit(
  'bytes of the form in which a person lets an app in',
  16 * 1024,
  'It has a few fields.',
);

/**
 * /oauth/sign-in, where a person signs in, reads what an app wants to do, and agrees or not. What comes out is an
 * access token of that person (docs/rules/access.md#apps).
 */
export function mountSignInForApps(app: FastifyInstance, services: Services): void {
  const { config, authenticator, runner } = services;
  const oauth = mountOAuth(app, services, (reply, { error, description, back }) =>
    sendPage(
      reply,
      problemPage(
        'This app cannot sign you in',
        `It has made a mistake: ${description || error} (${error}).`,
        400,
        back,
      ),
    ),
  );

  addScope(app, { name: 'sign-in for apps' }, async (scope) => {
    serveFormPages(scope, services, {
      name: 'a page to sign in for an app',
      longestForm,
      notFromHere,
      sorry: (statusCode, requestId) => (statusCode >= 500 ? broken(requestId) : notUnderstood(statusCode)),
      answer: (error, _, reply) => (isGone(error) ? sendPage(reply, gone) : undefined),
    });

    /** The sign-in of this browser; a cookie of another browser, or of another sign-in, opens nothing. */
    const open = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      const provider = await oauth.provider();
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      if (interaction.uid !== request.params.uid) throw new SignInGone();
      const asking = await askingApp(provider, interaction);
      const { form, actor } = (interaction.result ?? {}) as Partial<Remembered>;
      return { provider, interaction, asking, remembered: { form: form ?? randomHex(16), actor } };
    };
    type Opened = Awaited<ReturnType<typeof open>>;
    const remember = async ({ interaction }: Opened, remembered: Remembered): Promise<void> => {
      interaction.result = { ...remembered };
      await interaction.persist();
    };
    const posted = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      const opened = await open(request, reply);
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return sameSecret(form.get('form') ?? '', opened.remembered.form) && opened.interaction.result
        ? { opened, form }
        : undefined;
    };
    const finish = async (
      { provider }: Opened,
      request: FastifyRequest,
      reply: FastifyReply,
      result: InteractionResults,
    ) =>
      reply.redirect(
        await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }),
        303,
      );

    scope.get<Route>('/oauth/sign-in/:uid', async (request, reply) => {
      const opened = await open(request, reply);
      const { asking, remembered } = opened;
      if (!opened.interaction.result) await remember(opened, remembered);
      return sendPage(
        reply,
        remembered.actor
          ? consentPage(config, asking, remembered.form, remembered.actor)
          : signInPage(config, asking, remembered.form),
      );
    });

    scope.post<Route>(
      '/oauth/sign-in/:uid',
      { preHandler: limitsSignIns(services) },
      async (request, reply) => {
        const given = await posted(request, reply);
        if (!given) return sendPage(reply, notFromHere);
        const { opened, form } = given;
        const { asking } = opened;
        const username = form.get('username') ?? '';
        try {
          const actor = await authenticator.signIn(senderOf(request), username, form.get('password') ?? '');
          await remember(opened, { form: randomHex(16), actor });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const [{ code, message }] = error.failures;
          const status = code === 'RATE_LIMITED' ? 429 : 401;
          // The usual words are for programs.
          const why = message === plainRefusal ? 'The user name or the password is wrong.' : message;
          return sendPage(reply, {
            ...signInPage(config, asking, opened.remembered.form, { username, why }),
            status,
          });
        }
        return reply.redirect(`/oauth/sign-in/${opened.interaction.uid}`, 303);
      },
    );

    scope.post<Route>('/oauth/sign-in/:uid/as-another', async (request, reply) => {
      const given = await posted(request, reply);
      if (!given) return sendPage(reply, notFromHere);
      await remember(given.opened, { form: randomHex(16) });
      return reply.redirect(`/oauth/sign-in/${given.opened.interaction.uid}`, 303);
    });

    scope.post<Route>('/oauth/sign-in/:uid/decide', async (request, reply) => {
      const given = await posted(request, reply);
      if (!given) return sendPage(reply, notFromHere);
      const { opened, form } = given;
      const { provider, asking, remembered } = opened;
      if (form.get('decision') !== 'allow')
        return finish(opened, request, reply, {
          error: 'access_denied',
          error_description: 'The person has refused',
        });
      const { actor } = remembered;
      if (!actor) return reply.redirect(`/oauth/sign-in/${opened.interaction.uid}`, 303);
      const agreed = agreementOf(form, asking.scopes);
      const again = (problems: readonly string[]) =>
        sendPage(reply, {
          ...consentPage(config, asking, remembered.form, actor, { given: form, problems }),
          status: 400,
        });
      if ('problems' in agreed) return again(agreed.problems);
      // The browser, or somebody with its cookie, may send the form several times: it counts once.
      const { uid } = opened.interaction;
      if (!(await oauth.claim(uid))) return sendPage(reply, gone);
      const accountId = String(actor.userId);
      const grant = new provider.Grant({
        accountId,
        clientId: asking.clientId,
        expiresIn: agreed.days * 24 * 60 * 60,
      } as never);
      for (const resource of asking.resources) grant.addResourceScope(resource, agreed.scopes.join(' '));
      const id = await grant.save();
      const { name, scopes: wanted, guards } = { ...agreed, name: asking.name };
      const call = { actor, request: { id: request.id, via: 'web' } } as const;
      const authorized = await runner.run(authorizeApp, { name, scopes: wanted, guards, grant: id }, call);
      if (!authorized.ok) {
        await grant.destroy();
        await oauth.release(uid);
        const [{ code }] = authorized.failures;
        // The password was changed, or the user locked out, since the person has signed in.
        if (code === 'OBJECT_DOES_NOT_EXIST') {
          await remember(opened, { form: randomHex(16) });
          return reply.redirect(`/oauth/sign-in/${opened.interaction.uid}`, 303);
        }
        return again(authorized.failures.map(({ message }) => message));
      }
      return finish(opened, request, reply, {
        login: { accountId, remember: false },
        consent: { grantId: id },
      });
    });
  });
}

/** Returns what the app has asked for, in our words. */
async function askingApp(provider: Provider, { uid, params }: Interaction): Promise<AskingApp> {
  const client = await provider.Client.find(String(params.client_id));
  if (!client) throw new SignInGone();
  const asked = String(params.scope ?? '').split(' ');
  return {
    uid,
    clientId: client.clientId,
    name: client.clientName ?? client.clientId,
    redirectUri: String(params.redirect_uri),
    scopes: scopes.filter((scope) => asked.includes(scope)),
    resources: [params.resource].flat().map(String),
  };
}

const plainRefusal = failure('INVALID_AUTHORIZATION_INFORMATION').message;

class SignInGone extends Error {}

/** The library's error for a sign-in that has ended, or that belongs to another browser. */
const isGone = (error: unknown): boolean =>
  error instanceof SignInGone || (error instanceof Error && error.name === 'SessionNotFound');

const gone = problemPage(
  'This sign-in has ended',
  'It was finished, or it took longer than a quarter of an hour. Go back to the app and start again.',
  400,
);
const notFromHere = problemPage(
  'This did not come from our page',
  'Nothing was done. Go back to the app and start again.',
  403,
);
const notUnderstood = (status: number): Page =>
  status === 429
    ? problemPage('Too many requests', 'Wait a minute and try again.', status)
    : problemPage('The request is not valid', 'Go back to the app and start again.', 400);
const broken = (id: string): Page =>
  problemPage('Something went wrong on our side', `Nothing was done. The log has it under ${id}.`, 500);
