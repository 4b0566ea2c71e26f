// The app of the sandbox, which signs people in without seeing their password.
import { browserApp } from './app-sign-in.ts';
import { byId, factsOf, messageOf } from './dom.ts';

const { registry } = factsOf<{ readonly registry: string }>();
const redirectUri = `${registry}/sandbox/app`;
const app = browserApp({ registry, name: 'The app of the sandbox', scope: 'READ WRITE', redirectUri });

const [signedOut, signedIn] = [byId('signed-out'), byId('signed-in')];
const [status, answer] = [byId('status'), byId('answer')];
const question =
  '{ viewer { name } domains(first: 5, orderBy: { field: EXPIRES_AT }) { totalCount nodes { name expiresAt } } }';

const show = (isSignedIn: boolean): void => {
  signedOut.hidden = isSignedIn;
  signedIn.hidden = !isSignedIn;
};

/** Runs what a button does, and says what went wrong. */
const on = (id: string, work: () => Promise<void>): void =>
  byId(id).addEventListener('click', async () => {
    status.textContent = '';
    try {
      await work();
    } catch (error) {
      status.textContent = messageOf(error);
    }
  });

on('sign-in', async () => {
  // The sandbox forgets all apps when it is reset.
  localStorage.removeItem('client_id');
  await app.signIn();
});
on('ask', async () => {
  answer.textContent = JSON.stringify((await app.ask(question)).data, null, 2);
});
on('sign-out', async () => {
  await app.signOut();
  answer.textContent = '';
  show(false);
  status.textContent = 'Signed out: the access token has ended.';
});

app.finishSignIn().then(
  (hasSignedIn) => {
    show(hasSignedIn);
    if (hasSignedIn)
      status.textContent = 'Signed in. This page has an access token, and never saw a password.';
  },
  (error) => {
    show(false);
    status.textContent = messageOf(error);
  },
);
