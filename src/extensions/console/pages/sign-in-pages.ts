import type { FastifyReply } from 'fastify';
import { renderSVG } from 'uqr';
import { Html, html } from '../../kit/html.ts';
import { sendPage } from '../../kit/page.ts';
import type { Invitation } from '../operator-sign-ins.ts';
import { description } from './layout.ts';
import { signInStyle } from './style.ts';

/** How people sign in here. */
export interface Ways {
  /** The name of the provider, if there is one. */
  readonly provider: string | undefined;
  readonly withPassword: boolean;
  /** Set in a sandbox that publishes its token. */
  readonly publishedToken: string | undefined;
}

interface Tried {
  readonly to: string;
  readonly problem?: string | undefined;
  readonly status?: number;
  readonly email?: string;
}

const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`;

/** The page before signing in, which shows nothing of the registry. */
export const sendSignIn = (
  reply: FastifyReply,
  { provider, withPassword, publishedToken }: Ways,
  { to, problem, status = problem === undefined ? 200 : 401, email }: Tried,
): FastifyReply =>
  sendPage(reply, {
    title: 'Sign in',
    description,
    status,
    css: signInStyle,
    main: html`<div class="narrow"><h1>The operator's console</h1>
${alert(problem)}
${
  publishedToken !== undefined &&
  html`<p class="notice">This is a sandbox. Sign in as one of three people at its own provider, each with another role, or as an ADMIN with the token
<code>${publishedToken}</code>.</p>`
}
${
  provider !== undefined &&
  html`<div class="card"><div class="actions"><a class="button" href="/operator/sign-in/provider?to=${encodeURIComponent(to)}">Sign in at ${provider}</a></div></div>`
}
${
  withPassword &&
  html`<form method="post" action="/operator/sign-in" class="card" aria-label="With a password">
<input type="hidden" name="to" value="${to}">
<p class="field"><label for="email">E-mail address</label>
<input type="email" id="email" name="email" required autocomplete="username" spellcheck="false" value="${email}"></p>
<p class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" required autocomplete="current-password"></p>
<p class="field"><label for="code">Code of your authenticator</label>
<input type="text" id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" spellcheck="false"></p>
<div class="actions"><button>Sign in</button></div>
</form>`
}
<details class="card"${publishedToken === undefined ? '' : new Html(' open')}><summary>With a token</summary>
<form method="post" action="/operator/sign-in" aria-label="With a token">
<input type="hidden" name="to" value="${to}">
<p class="field"><label for="token">Operator token</label>
<input type="password" id="token" name="token" required autocomplete="off" spellcheck="false" aria-describedby="about-token"></p>
<p class="soft small" id="about-token">For machines and emergencies: one of <code>OPERATOR_TOKENS</code>, or an access token of an operator. It is kept for twelve
hours, encrypted, in a cookie that no script can read.</p>
<div class="actions"><button>Sign in with the token</button></div>
</form></details></div>`,
  });

/** The page of a link, on which a person chooses a password and sets up an authenticator. */
export const sendWelcome = (
  reply: FastifyReply,
  { name, email, key, codeAddress }: Invitation,
  problem?: string,
): FastifyReply =>
  sendPage(reply, {
    title: 'Welcome',
    description,
    status: problem === undefined ? 200 : 422,
    css: signInStyle,
    main: html`<div class="narrow"><h1>Welcome, ${name}</h1>
${alert(problem)}
<form method="post" class="card">
<h2 class="first">1. Your authenticator</h2>
<p>Scan this with an authenticator app. It shows a code of six digits, a new one every 30 seconds.</p>
<div class="qr" role="img" aria-label="QR code for an authenticator app">${new Html(renderSVG(codeAddress))}</div>
<p class="small">On this device: <a href="${codeAddress}">open the app</a>, or type this key into it: <code>${spaced(key)}</code></p>
<h2>2. Your password</h2>
<input type="hidden" name="email" value="${email}" autocomplete="username">
<p class="field"><label for="password">New password</label>
<input type="password" id="password" name="password" required autocomplete="new-password" aria-describedby="about-password"></p>
<p class="soft small" id="about-password">You sign in with <b>${email}</b>, this password and a code.</p>
<p class="field"><label for="code">Code of your authenticator</label>
<input type="text" id="code" name="code" required inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" spellcheck="false"></p>
<div class="actions"><button>Sign in</button></div>
</form></div>`,
  });

const spaced = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

export const sendUsedLink = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'This link has ended',
    status: 404,
    main: html`<div class="narrow"><h1>This link has been used, or is too old</h1><div class="card"><p>An ADMIN of the registry makes a new one.
If you have chosen a password already, <a href="/operator/sign-in">sign in</a>.</p></div></div>`,
  });

/**
 * The page after a provider's answer. The way from the provider is a navigation from another site, with which the
 * browser does not send the cookie of the session; the way from this page is not.
 */
export const sendSignedIn = (reply: FastifyReply, to: string): FastifyReply =>
  sendPage(reply.header('refresh', `0; url=${to}`), {
    title: 'Signed in',
    main: html`<div class="narrow"><h1>You are signed in</h1><div class="card"><p><a href="${to}">To the console</a></p></div></div>`,
  });
