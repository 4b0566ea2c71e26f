// The signed-in user, as long as this browser tab is open: for all pages that ask the registry.
import {
  type Answer,
  byId,
  dataOf,
  element,
  every,
  make,
  messageOf,
  one,
  refuse,
  type UserError,
} from '../../kit/browser/dom.ts';
import { say } from './editors.ts';
import { callers } from './facts.ts';

interface Budget {
  readonly limit: number;
  readonly remaining: number;
}
export interface Session {
  readonly authorization: string;
  readonly who: string;
  readonly kind: string;
  readonly budget: Budget | null;
}
interface Viewer {
  readonly kind: string;
  readonly name: string;
  readonly registrar: { readonly code: string } | null;
  readonly rateLimit: Budget | null;
}

export const plainFetch = globalThis.fetch;
const sessionKey = 'zonegraph:session';
let session: Session | null = JSON.parse(sessionStorage.getItem(sessionKey) ?? 'null');

export const sessionNow = (): Session | null => session;

/**
 * The kind of caller that is signed in, by the name of its schema; null if nobody is, and each tab uses its own
 * credentials.
 */
export const signedInAs = (): string | null => session?.kind.split(' ')[0] ?? null;

const kindOfPublished: Readonly<Record<string, string>> = {
  alpha: 'registrar',
  beta: 'registrar',
  portal: 'portal',
  billing: 'billing',
  operator: 'operator',
};
/** Returns the kind of who is signed in, or of one of the sandbox's published callers. */
export const kindOfCaller = (name = ''): string =>
  signedInAs() ?? (callers[name] === undefined ? undefined : kindOfPublished[name]) ?? 'registrar';

export async function askAs<Data>(
  authorization: string | null | undefined,
  query: string,
  variables?: object,
): Promise<Data> {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  const answer: Answer<Data> = await response.json();
  return dataOf(answer);
}

const signingIn = `mutation SignIn($input: SignInInput!) {
  signIn(input: $input) { token userErrors { message } }
}`;

/** Exchanges the password at once for a token that expires, so that the page keeps no password. */
async function tokenFor(username: string, password: string): Promise<string> {
  const { signIn: answer } = await askAs<{
    readonly signIn: { readonly token: string | null; readonly userErrors: readonly UserError[] };
  }>(undefined, signingIn, { input: { username, password } });
  refuse(answer.userErrors);
  return answer.token ?? '';
}

const whoIsIt = '{ viewer { kind name registrar { code } rateLimit { limit remaining } } }';
const kindsInWords: Readonly<Record<string, string>> = {
  REGISTRAR: 'registrar',
  PORTAL: 'portal',
  BILLING_CLIENT: 'billing client',
  OPERATOR: 'operator',
};

async function signIn(authorization: string): Promise<Session> {
  const { viewer } = await askAs<{ readonly viewer: Viewer }>(authorization, whoIsIt);
  const who = viewer.registrar ? `${viewer.name} of ${viewer.registrar.code}` : viewer.name;
  const next = { authorization, who, kind: kindsInWords[viewer.kind] ?? '', budget: viewer.rateLimit };
  keepSession(next);
  return next;
}

function keepSession(next: Session | null): void {
  session = next;
  if (session) sessionStorage.setItem(sessionKey, JSON.stringify(session));
  else sessionStorage.removeItem(sessionKey);
  showSession();
  dispatchEvent(new Event('zonegraph:caller'));
}

export function noteBudget({ status, headers }: Response): void {
  if (status === 401) {
    keepSession(null);
    say('Your session has ended. Please sign in again.');
    return;
  }
  const [limit, remaining] = [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
  if (session && remaining !== null)
    keepSession({ ...session, budget: { limit: Number(limit), remaining: Number(remaining) } });
}

const points = new Intl.NumberFormat('en-GB');

function showSession(): void {
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

const signInDialog = element('sign-in', HTMLDialogElement);
const signInForm = one('form', HTMLFormElement, signInDialog);
const fieldNamed = (name: string): HTMLInputElement => one(`[name="${name}"]`, HTMLInputElement, signInForm);
const [username, password, token] = [fieldNamed('username'), fieldNamed('password'), fieldNamed('token')];
const isByToken = (): boolean => new FormData(signInForm).get('way') === 'token';

const credentialsNow = async (): Promise<string> =>
  isByToken()
    ? `Bearer ${token.value.trim().replace(/^Bearer\s+/i, '')}`
    : `Bearer ${await tokenFor(username.value.trim(), password.value)}`;

export const openSignIn = (): void => signInDialog.showModal();

function chooseWay(): void {
  const isToken = isByToken();
  byId('with-password').hidden = isToken;
  byId('with-token').hidden = !isToken;
  for (const field of [username, password]) field.required = !isToken;
  token.required = isToken;
}

async function attempt(credentials: () => string | Promise<string>): Promise<void> {
  byId('sign-in-problem').textContent = '';
  const buttons = signInDialog.querySelectorAll('button');
  for (const button of buttons) button.disabled = true;
  try {
    const { who } = await signIn(await credentials());
    signInForm.reset();
    chooseWay();
    signInDialog.close();
    say(`Signed in as ${who}, in all tabs.`);
  } catch (error) {
    byId('sign-in-problem').textContent = messageOf(error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

byId('sign-in-open').addEventListener('click', openSignIn);
byId('sign-out').addEventListener('click', () => {
  keepSession(null);
  say('Signed out.');
});
for (const way of every('[name="way"]', HTMLInputElement, signInForm))
  way.addEventListener('change', chooseWay);
signInForm.addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(credentialsNow);
});
for (const button of every('[data-close]', HTMLElement))
  button.addEventListener('click', () => button.closest('dialog')?.close());
for (const [name, authorization] of Object.entries(callers))
  document
    .getElementById('sandbox-callers')
    ?.append(
      make('button', { type: 'button', textContent: name, onclick: () => attempt(() => authorization) }),
    );
chooseWay();
showSession();
