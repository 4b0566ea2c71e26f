import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { senderOf } from '../../../apis/access/sender.ts';
import type { Services } from '../../../apis/services.ts';
import { type RegistrarActor, scopesOf } from '../../../base/actor.ts';
import { failure, Refusal } from '../../../base/errors.ts';
import { addScope } from '../../../base/scope.ts';
import { keyedFingerprint, sameSecret, sealing } from '../../../base/secrets.ts';
import { signIn } from '../../../registry/operations/access-tokens/sign-in.ts';
import { signOut } from '../../../registry/operations/access-tokens/sign-out.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { limitsSignIns, serveFormPages } from '../../kit/form-pages.ts';
import { type Page, sendPage } from '../../kit/page.ts';
import { isFromHere } from '../../kit/same-origin.ts';
import { listPage, messagePage, onePage, signInPage } from './drawn-pages.ts';
import { approveWrite } from './operations/approve.ts';
import { declineWrite } from './operations/decline.ts';
import { listApprovals } from './operations/list-approvals.ts';
import { showApproval } from './operations/show-approval.ts';

type Route = { Params: { id: string } };

interface SignedIn {
  readonly actor: RegistrarActor;
  /** The secret in a hidden field of our forms: no other site knows it. */
  readonly form: string;
}

const cookie = 'zonegraph_approvals';
const held = /(?:^|;\s?)zonegraph_approvals=([\w-]{1,1000})(?:;|$)/;
const lastsSeconds = 8 * 3600;

/**
 * /approvals, where people of a registrar decide on what access tokens have prepared
 * (docs/rules/access.md#approvals). The cookie has the sealed token of an ordinary sign-in, which ends with the
 * password, and is sent to these pages only. A link in a mail that is read in a browser finds it too (SameSite=Lax):
 * such a visit changes nothing, and is shown no button that decides. Forms of other sites come without the cookie,
 * and are refused as well.
 */
export function mountApprovals(app: FastifyInstance, services: Services): void {
  const { config, address, authenticator, runner, clock, calendar, budget } = services;
  const seal = sealing(config.BILLING_SECRET, 'cookie of approvals');
  const formOf = keyedFingerprint(config.BILLING_SECRET, 'forms of approvals');
  const setCookie = (reply: FastifyReply, value: string, seconds: number): void => {
    const secure = address.publicUrl.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${cookie}=${value}; Path=/approvals; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  };

  const signedIn = async (request: FastifyRequest): Promise<SignedIn | undefined> => {
    const [, sealed = ''] = held.exec(request.headers.cookie ?? '') ?? [];
    const token = sealed === '' ? undefined : seal.open(sealed, cookie)?.toString();
    if (token === undefined) return undefined;
    try {
      const actor = await authenticator.registrar({ ...senderOf(request), authorization: `Bearer ${token}` });
      return scopesOf(actor) ? undefined : { actor, form: formOf(token) };
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
  const callOf = (request: FastifyRequest, { actor }: SignedIn) => ({
    actor,
    request: { id: request.id, via: 'web' as const },
  });
  const pay = async (reply: FastifyReply, { actor }: SignedIn): Promise<void> => {
    const { allowed, headers, message } = await budget.charge(actor, 1);
    reply.headers(headers);
    if (!allowed) throw Object.assign(new Error(message), { statusCode: 429 });
  };

  addScope(app, { name: 'approvals' }, async (scope) => {
    serveFormPages(scope, services, {
      name: 'a page of approvals',
      longestForm: 16 * 1024,
      notFromHere,
      sorry: (statusCode, requestId) => (statusCode >= 500 ? broken(requestId) : notUnderstood(statusCode)),
    });

    scope.get('/approvals', async (request, reply) => {
      const person = await signedIn(request);
      if (!person) return sendPage(reply, signInPage(config, '/approvals'));
      await pay(reply, person);
      const query = {
        filter: {
          and: [
            { field: 'state', is: 'eq', value: 'WAITING' },
            { field: 'endsAt', is: 'gt', value: clock.now() },
          ],
        },
        // What ends first is listed first.
        sort: [{ field: 'askedAt', descending: false }],
        slice: { by: 'offset', offset: 0, limit: 100 },
      } as never;
      const listed = await runner.run(listApprovals, { query, withCount: false }, callOf(request, person));
      if (!listed.ok) throw new Refusal(listed.failures);
      return sendPage(reply, listPage(listed.value.rows, person, calendar));
    });

    scope.get<Route>('/approvals/:id', async (request, reply) => {
      const person = await signedIn(request);
      if (!person) return sendPage(reply, signInPage(config, pathOf(request)));
      await pay(reply, person);
      return sendOne(request, reply, person);
    });
    const sendOne = async (
      request: FastifyRequest<Route>,
      reply: FastifyReply,
      person: SignedIn,
      { problems, status }: { readonly problems: readonly string[]; readonly status: number } = {
        problems: [],
        status: 200,
      },
    ) => {
      const found = await runner.run(showApproval, { id: idOf(request) }, callOf(request, person));
      if (!found.ok) return sendPage(reply, noSuch);
      const mayDecide = isFromHere(request);
      const page = onePage(found.value, person, { calendar, now: clock.now(), problems, mayDecide });
      return sendPage(reply, { ...page, status });
    };

    scope.post('/approvals/sign-in', { preHandler: limitsSignIns(services) }, async (request, reply) => {
      const form = bodyOf(request);
      const to = withinApprovals(form.get('to'));
      const username = form.get('username') ?? '';
      try {
        const actor = await authenticator.signIn(senderOf(request), username, form.get('password') ?? '');
        const opened = await runner.run(
          signIn,
          { passwordFingerprint: actor.passwordFingerprint, expiresIn: 'PT8H' },
          { actor, request: { id: request.id, via: 'web' } },
        );
        if (!opened.ok) throw new Refusal(opened.failures);
        setCookie(reply, seal.seal(Buffer.from(shownOnce(opened.value) ?? ''), cookie), lastsSeconds);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const [{ code, message }] = error.failures;
        const why = message === plainRefusal ? 'The user name or the password is wrong.' : message;
        return sendPage(reply, {
          ...signInPage(config, to, { username, why }),
          status: code === 'RATE_LIMITED' ? 429 : 401,
        });
      }
      return reply.redirect(to, 303);
    });

    /** The person, if the form is one of ours. */
    const posted = async (request: FastifyRequest) => {
      const person = await signedIn(request);
      return person && sameSecret(bodyOf(request).get('form') ?? '', person.form) ? person : undefined;
    };
    scope.post('/approvals/sign-out', async (request, reply) => {
      const person = await posted(request);
      if (!person) return sendPage(reply, notFromHere);
      await runner.run(signOut, {}, callOf(request, person));
      setCookie(reply, '', 0);
      return reply.redirect('/approvals', 303);
    });
    for (const decision of ['approve', 'decline'] as const)
      scope.post<Route>(`/approvals/:id/${decision}`, async (request, reply) => {
        const person = await posted(request);
        if (!person) return sendPage(reply, notFromHere);
        await pay(reply, person);
        const call = callOf(request, person);
        const id = idOf(request);
        const reason = bodyOf(request).get('reason') ?? '';
        const decided =
          decision === 'approve'
            ? await runner.run(approveWrite, { id }, call)
            : await runner.run(declineWrite, { id, reason }, call);
        if (decided.ok) return reply.redirect(`/approvals/${id}`, 303);
        const problems = decided.failures.map(({ message, details }) =>
          Array.isArray(details?.changed)
            ? `${message}. It differs in: ${details.changed.join(', ')}`
            : message,
        );
        return sendOne(request, reply, person, { problems, status: 409 });
      });
  });
}

const plainRefusal = failure('INVALID_AUTHORIZATION_INFORMATION').message;

const bodyOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

const idOf = ({ params: { id } }: FastifyRequest<Route>): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

const pathOf = (request: FastifyRequest<Route>): string => `/approvals/${idOf(request)}`;

/** Always one of these pages, whatever was submitted. */
const withinApprovals = (path: string | null): string =>
  path !== null && /^\/approvals\/\d{1,15}$/.test(path) ? path : '/approvals';

const notFromHere = messagePage('This did not come from our page', 'Nothing was done.', 403);
const noSuch = messagePage(
  'There is no such write',
  'It may have ended long ago, or be for another user.',
  404,
);
const notUnderstood = (status: number): Page =>
  messagePage(status === 429 ? 'Too many requests' : 'The request is not valid', 'Nothing was done.', status);
const broken = (id: string): Page =>
  messagePage('Something went wrong on our side', `The log has it under ${id}.`, 500);
