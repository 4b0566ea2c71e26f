import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, exportJWK, jwtDecrypt, SignJWT } from 'jose';
import type { StandInParts } from '../../../apis/extension-points.ts';
import { acceptForms } from '../../../apis/request-bodies.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { lruCache } from '../../../base/lru-cache.ts';
import { addScope } from '../../../base/scope.ts';
import { sameSecret } from '../../../base/secrets.ts';
import { html } from '../../kit/html.ts';
import { sendPage } from '../../kit/page.ts';
import { sandboxOperators } from './people.ts';

/** Published, like all secrets of the sandbox. */
export const standInClient = { clientId: 'zonegraph-sandbox', clientSecret: 'openid-sandbox' } as const;
export const standInPath = '/sandbox/openid';

/** A code is good for a minute and holds the whole request, so that any process of the sandbox can exchange it. */
const codeLastsSeconds = 60;
const tokenLastsSeconds = 300;
const codeKey = derived('codes');
const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), derived('signatures')]);
const signingKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' });
const kid = 'sandbox';

/** Derives a key that is the same in every process. The key is not a secret, and only the sandbox trusts it. */
function derived(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', standInClient.clientSecret, '', purpose, 32));
}

interface Asked {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly challenge: string;
}

/**
 * An OpenID Connect provider for the sandbox, so that operators can sign in at once: its page offers the three people
 * of the sandbox instead of asking for a password. It speaks as much of the protocol as `openid-client` needs, with
 * PKCE required.
 */
export function mountOpenIdProvider(app: FastifyInstance, { address }: StandInParts): void {
  const issuer = () => `${address.publicUrl}${standInPath}`;
  const callback = () => `${address.publicUrl}/operator/sign-in/provider/callback`;
  const used = lruCache<string, true>(10_000);

  addScope(app, { name: 'sandbox-openid', prefix: standInPath }, async (scope) => {
    acceptForms(scope, 16 * 1024);
    // A form of one origin leads to a redirect, which `no-referrer` would make look like another origin's.
    scope.addHook('onSend', async (_, reply) => void reply.header('referrer-policy', 'same-origin'));

    scope.get('/.well-known/openid-configuration', async () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['EdDSA'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['openid', 'email', 'profile'],
    }));

    scope.get('/keys', async () => ({
      keys: [{ ...(await exportJWK(createPublicKey(signingKey))), kid, alg: 'EdDSA', use: 'sig' }],
    }));

    scope.get('/authorize', async (request, reply) => {
      const asked = askedIn(new URLSearchParams(request.query as Record<string, string>), callback());
      return asked ? chooserPage(reply, asked) : refusedPage(reply);
    });

    scope.post('/authorize', async (request, reply) => {
      const form = formIn(request);
      const asked = askedIn(form, callback());
      const person = sandboxOperators.find(({ email }) => email === form.get('person'));
      if (!asked || !person) return refusedPage(reply);
      const code = await new EncryptJWT({ ...asked, email: person.email })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(crypto.randomUUID())
        .setExpirationTime(realEpochSeconds() + codeLastsSeconds)
        .encrypt(codeKey);
      const answer = new URLSearchParams({ code, state: asked.state, iss: issuer() });
      return reply.redirect(`${asked.redirectUri}?${answer}`, 303);
    });

    scope.post('/token', async (request, reply) => {
      const form = formIn(request);
      const refuse = (error: string) => reply.status(400).send({ error });
      if (!isClient(request, form)) return reply.status(401).send({ error: 'invalid_client' });
      if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type');
      const code = form.get('code') ?? '';
      const payload = await jwtDecrypt<Asked & { email: string }>(code, codeKey).then(
        (read) => read.payload,
        () => undefined,
      );
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const person = sandboxOperators.find(({ email }) => email === payload?.email);
      const isGood = payload?.redirectUri === form.get('redirect_uri') && payload?.challenge === challenge;
      if (!payload || !person || !isGood || used.get(code)) return refuse('invalid_grant');
      used.set(code, true);
      const now = realEpochSeconds();
      const { name, email } = person;
      const token = await new SignJWT({ name, email, email_verified: true, nonce: payload.nonce })
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setIssuer(issuer())
        .setAudience(standInClient.clientId)
        .setSubject(email)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLastsSeconds)
        .sign(signingKey);
      return reply.header('cache-control', 'no-store').send({
        access_token: crypto.randomUUID(),
        token_type: 'Bearer',
        expires_in: tokenLastsSeconds,
        id_token: token,
      });
    });
  });
}

const formIn = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** A request of our own console, with PKCE; undefined for anything else. */
function askedIn(given: URLSearchParams, callback: string): Asked | undefined {
  const text = (name: string): string => (given.get(name) ?? '').slice(0, 500);
  const isOurs =
    text('client_id') === standInClient.clientId &&
    text('redirect_uri') === callback &&
    text('response_type') === 'code' &&
    text('code_challenge_method') === 'S256' &&
    text('code_challenge') !== '';
  return isOurs
    ? { redirectUri: callback, state: text('state'), nonce: text('nonce'), challenge: text('code_challenge') }
    : undefined;
}

/** Tells whether the client has authenticated, by `client_secret_post` or `client_secret_basic`. */
function isClient({ headers: { authorization = '' } }: FastifyRequest, form: URLSearchParams): boolean {
  const [scheme, sent = ''] = authorization.split(' ');
  const basic = scheme === 'Basic' ? Buffer.from(sent, 'base64').toString().split(':') : [];
  const [id, secret] =
    basic.length === 2 ? basic.map(decodeURIComponent) : [form.get('client_id'), form.get('client_secret')];
  return id === standInClient.clientId && sameSecret(secret ?? '', standInClient.clientSecret);
}

const chooserPage = (reply: FastifyReply, asked: Asked): FastifyReply =>
  sendPage(reply, {
    title: 'Sign in',
    main: html`<div class="narrow"><h1>Who are you?</h1>
<form method="post" class="card">
<p>This stands in for the sign-in service of your organisation. Nobody is asked for a password here.</p>
${Object.entries({
  client_id: standInClient.clientId,
  redirect_uri: asked.redirectUri,
  response_type: 'code',
  state: asked.state,
  nonce: asked.nonce,
  code_challenge: asked.challenge,
  code_challenge_method: 'S256',
}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="actions">${sandboxOperators.map(
      ({ name, email, role }) =>
        html`<button class="quiet" name="person" value="${email}">${name}, ${role}</button>`,
    )}</div></form></div>`,
  });

const refusedPage = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'Refused',
    status: 400,
    main: html`<div class="narrow"><h1>This is not a request of the console</h1><div class="card"><p>Begin at
<a href="/operator/sign-in">the sign-in page of the console</a>.</p></div></div>`,
  });
