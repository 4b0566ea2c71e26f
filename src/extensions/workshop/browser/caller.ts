// The signed-in user, as long as this browser tab is open: for all pages that ask the registry.
import { byId, make, say } from './editors.ts';
import { callers } from './facts.ts';

export const plainFetch = globalThis.fetch;
const sessionKey = 'zonegraph:session';
let session = JSON.parse(sessionStorage.getItem(sessionKey) ?? 'null');

export const sessionNow = () => session;

/** The kind of caller that is signed in, by the name of its schema; null if nobody is, and each tab uses its own credentials. */
export const signedInAs = () => session?.kind.split(' ')[0] ?? null;

const kindOfPublished = {
  alpha: 'registrar',
  beta: 'registrar',
  portal: 'portal',
  billing: 'billing',
  operator: 'operator',
};
/** Of who is signed in, or of one of the sandbox's published callers. */
export const kindOfCaller = (name) => signedInAs() ?? kindOfPublished[callers[name] && name] ?? 'registrar';

export async function askAs(authorization, query, variables) {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

const signingIn = `mutation SignIn($input: SignInInput!) {
  signIn(input: $input) { token userErrors { message } }
}`;

/** Exchanges the password at once for a token that expires, so that the page keeps no password. */
async function tokenFor(username, password) {
  const { signIn: answer } = await askAs(undefined, signingIn, { input: { username, password } });
  if (!answer.token) throw new Error(answer.userErrors[0].message);
  return answer.token;
}

const whoIsIt = '{ viewer { kind name registrar { code } rateLimit { limit remaining } } }';
const kindsInWords = {
  REGISTRAR: 'registrar',
  PORTAL: 'portal',
  BILLING_CLIENT: 'billing client',
  OPERATOR: 'operator',
};

async function signIn(authorization) {
  const { viewer } = await askAs(authorization, whoIsIt);
  const who = viewer.registrar ? `${viewer.name} of ${viewer.registrar.code}` : viewer.name;
  keepSession({ authorization, who, kind: kindsInWords[viewer.kind], budget: viewer.rateLimit });
}

function keepSession(next) {
  session = next;
  if (session) sessionStorage.setItem(sessionKey, JSON.stringify(session));
  else sessionStorage.removeItem(sessionKey);
  showSession();
  dispatchEvent(new Event('zonegraph:caller'));
}

export function noteBudget({ status, headers }) {
  if (status === 401) {
    keepSession(null);
    return say('Your session has ended. Please sign in again.');
  }
  const [limit, remaining] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => headers.get(name));
  if (remaining !== null)
    keepSession({ ...session, budget: { limit: Number(limit), remaining: Number(remaining) } });
}

const points = new Intl.NumberFormat('en-GB');

function showSession() {
  byId('signed-in').hidden = !session;
  byId('sign-in-open').hidden = Boolean(session);
  if (!session) return;
  byId('who').textContent = session.who;
  byId('who').title = `Signed in as ${session.kind} ${session.who}`;
  const { budget } = session;
  byId('budget').textContent = budget
    ? `${points.format(budget.remaining)} of ${points.format(budget.limit)} points left`
    : 'no limit of points';
}

const signInDialog = byId('sign-in');
const signInForm = signInDialog.querySelector('form');

const credentialsIn = async ({ way, username, password, token }) =>
  way.value === 'token'
    ? `Bearer ${token.value.trim().replace(/^Bearer\s+/i, '')}`
    : `Bearer ${await tokenFor(username.value.trim(), password.value)}`;

function chooseWay() {
  const { way, username, password, token } = signInForm.elements;
  const isToken = way.value === 'token';
  byId('with-password').hidden = isToken;
  byId('with-token').hidden = !isToken;
  for (const field of [username, password]) field.required = !isToken;
  token.required = isToken;
}

async function attempt(credentials) {
  byId('sign-in-problem').textContent = '';
  const buttons = signInDialog.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;
  try {
    await signIn(await credentials());
    signInForm.reset();
    chooseWay();
    signInDialog.close();
    say(`Signed in as ${session.who}, in all tabs.`);
  } catch (error) {
    byId('sign-in-problem').textContent = error.message;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

byId('sign-in-open').addEventListener('click', () => signInDialog.showModal());
byId('sign-out').addEventListener('click', () => {
  keepSession(null);
  say('Signed out.');
});
for (const way of signInForm.elements.way) way.addEventListener('change', chooseWay);
signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(() => credentialsIn(signInForm.elements));
});
for (const button of document.querySelectorAll('[data-close]'))
  button.addEventListener('click', () => button.closest('dialog').close());
for (const [name, authorization] of Object.entries(callers))
  byId('sandbox-callers')?.append(
    make('button', { type: 'button', textContent: name, onclick: () => attempt(() => authorization) }),
  );
chooseWay();
showSession();
