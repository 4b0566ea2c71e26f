// Shows what a file of changes does, and applies exactly that. The session is shared with GraphiQL.
import { type Answer, byId, dataOf, element, make, messageOf, refuse, type UserError } from './dom.ts';

const sessionKey = 'zonegraph:session';
/** The most rows that are drawn; a file may have thousands. */
const mostDrawn = 500;

interface Session {
  readonly authorization: string;
  readonly who: string;
  readonly kind: string;
  readonly budget: { readonly limit: number; readonly remaining: number } | null;
}
interface Row {
  readonly line: number;
  readonly action: string;
  readonly name: string;
  readonly ok: boolean;
  readonly price: string | null;
  readonly pending: boolean;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly userErrors: readonly UserError[];
}
interface Mistake extends UserError {
  readonly details: { readonly line?: number; readonly changed?: readonly string[] } | null;
}
interface Applied {
  readonly price: string | null;
  readonly outcome: string | null;
  readonly notifies: { readonly summary: string } | null;
  readonly rows: readonly Row[];
  readonly userErrors: readonly Mistake[];
}
/** The file whose rows are drawn; `changed` are the lines whose effect has changed since it was shown before. */
interface Shown {
  readonly csv: string;
  readonly rows: readonly Row[];
  readonly outcome: string | null;
  readonly changed: ReadonlySet<number>;
  readonly key?: string;
}
interface Viewer {
  readonly name: string;
  readonly registrar: { readonly code: string } | null;
  readonly rateLimit: Session['budget'];
}

const csvField = element('csv', HTMLTextAreaElement);
const onlyWrong = element('only-wrong', HTMLInputElement);
const fileForm = element('file-form', HTMLFormElement);
const signInForm = element('sign-in', HTMLFormElement);

let session: Session | null = JSON.parse(sessionStorage.getItem(sessionKey) ?? 'null');
let shown: Shown | undefined;

async function ask<Data>(
  query: string,
  variables: object,
  authorization: string | null | undefined = session?.authorization,
): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  if (response.status === 401 && authorization === session?.authorization) keepSession(null);
  if (response.status === 413) throw new Error('The file is larger than 1 MiB: split it.');
  const answer: Answer<Data> = await response.json();
  return dataOf(answer);
}

function keepSession(next: Session | null): void {
  session = next;
  if (session) sessionStorage.setItem(sessionKey, JSON.stringify(session));
  else sessionStorage.removeItem(sessionKey);
  showSession();
}

function showSession(): void {
  byId('signed-in').hidden = !session;
  signInForm.hidden = Boolean(session);
  byId('who').textContent = session ? `Signed in as ${session.who}` : '';
}

async function signIn(): Promise<void> {
  const fieldOf = (name: string): string => String(new FormData(signInForm).get(name) ?? '');
  let given = fieldOf('token')
    .trim()
    .replace(/^Bearer\s+/i, '');
  if (!given) {
    const input = { username: fieldOf('username').trim(), password: fieldOf('password') };
    const { signIn: answer } = await ask<{
      readonly signIn: { readonly token: string | null; readonly userErrors: readonly UserError[] };
    }>(
      'mutation ($input: SignInInput!) { signIn(input: $input) { token userErrors { message } } }',
      { input },
      null,
    );
    refuse(answer.userErrors);
    given = answer.token ?? '';
  }
  const authorization = `Bearer ${given}`;
  const { viewer } = await ask<{ readonly viewer: Viewer }>(
    '{ viewer { kind name registrar { code } rateLimit { limit remaining } } }',
    {},
    authorization,
  );
  if (!viewer.registrar) throw new Error("Only a registrar's user can change domains here.");
  keepSession({
    authorization,
    who: `${viewer.name} of ${viewer.registrar.code}`,
    kind: 'registrar',
    budget: viewer.rateLimit,
  });
}

const changing = `mutation ($csv: Secret!, $dryRun: Boolean, $ifOutcome: String, $key: String) {
  changeSetApply(input: { csv: $csv }, dryRun: $dryRun, ifOutcome: $ifOutcome, idempotencyKey: $key) {
    price outcome notifies { summary }
    rows { line action name ok price pending changes { field from to } userErrors { message explanation } }
    userErrors { code message details } } }`;

async function send(variables: object): Promise<Applied> {
  const { changeSetApply } = await ask<{ readonly changeSetApply: Applied }>(changing, variables);
  return changeSetApply;
}
const count = (number: number): string => `${number} ${number === 1 ? 'row' : 'rows'}`;

function inWords(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  if (Array.isArray(value)) return value.map(inWords).join(' ');
  if (typeof value === 'object') return 'hostname' in value ? String(value.hostname) : JSON.stringify(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2');
}

const reasonOf = ({ message, explanation }: UserError): string =>
  explanation ? `${message}. ${explanation}` : message;

function whatOf({ userErrors, changes, pending }: Row): HTMLElement[] {
  if (userErrors.length > 0)
    return userErrors.map((error) => make('p', { className: 'bad' }, reasonOf(error)));
  const lines = changes.map(({ field, from, to }) => `${field}: ${inWords(from)} → ${inWords(to)}`);
  const said = pending ? ['The registrant must confirm it by mail first', ...lines] : lines;
  return (said.length > 0 ? said : ['changes nothing']).map((line) => make('p', {}, line));
}

function draw(): void {
  if (!shown) return;
  const { rows, changed } = shown;
  const wanted = onlyWrong.checked ? rows.filter(({ ok }) => !ok) : rows;
  const heads = ['Line', 'Action', 'Domain', 'Price', 'What'].map((text) =>
    make('th', { scope: 'col' }, text),
  );
  const body = wanted
    .slice(0, mostDrawn)
    .map((row) =>
      make(
        'tr',
        { className: row.ok ? (changed.has(row.line) ? 'changed' : '') : 'wrong' },
        make('td', { className: 'number' }, String(row.line)),
        make('td', {}, row.action.toLowerCase()),
        make('td', {}, row.name),
        make('td', { className: 'number' }, row.price ?? ''),
        make('td', {}, ...whatOf(row)),
      ),
    );
  byId('table').replaceChildren(
    make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...body)),
  );
  byId('table').hidden = rows.length === 0;
  const left = wanted.length - body.length;
  byId('more').textContent =
    left > 0 ? `${count(left)} more rows are not shown; they count all the same.` : '';
}

/** Dry-runs the file as it stands; `first` is shown before the result. */
async function show(first = '', changed: ReadonlySet<number> = new Set()): Promise<void> {
  const csv = csvField.value;
  const { rows, price, outcome, notifies, userErrors } = await send({ csv, dryRun: true });
  shown = { csv, rows, outcome, changed };
  const wrong = rows.filter(({ ok }) => !ok).length;
  const sum = `${count(rows.length)}, ${price ?? '0.00'} EUR.`;
  const isMistaken = rows.length === 0 && Boolean(userErrors[0]?.details?.line);
  const said = isMistaken
    ? 'The file has mistakes, so nothing was done.'
    : outcome
      ? `${sum} Notified: ${notifies?.summary ?? 'not known in advance'}. Nothing has been done yet.`
      : rows.length === 0
        ? (userErrors[0]?.message ?? '')
        : wrong > 0
          ? `${sum} ${count(wrong)} cannot be done, so nothing will be.`
          : `${sum} ${userErrors[0]?.message}.`;
  report(`${first}${said}`, isMistaken ? userErrors.map(({ message }) => message) : []);
  byId('only').hidden = wrong === 0 || wrong === rows.length;
  onlyWrong.checked = false;
  byId('apply').hidden = !outcome;
  draw();
}

function report(text: string, mistakes: readonly string[] = []): void {
  byId('result').hidden = false;
  byId('said').textContent = text;
  byId('mistakes').replaceChildren(...mistakes.map((mistake) => make('li', {}, mistake)));
}

/** The lines of the rows whose effect has changed since. */
const linesIn = (names: readonly string[], rows: readonly Row[]): ReadonlySet<number> =>
  new Set(names.flatMap((name) => rows[Number(/^results\.(\d+)$/.exec(name)?.[1] ?? -1)]?.line ?? []));

async function apply(): Promise<void> {
  if (!shown) return;
  const { csv, outcome, rows } = shown;
  // The key is the same for the same file and outcome, so that a retry after a lost answer is not done twice.
  const key =
    shown.key ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  shown = { ...shown, key };
  const done = await send({ csv, ifOutcome: outcome, key }).catch((error: unknown) => {
    // Without an answer, nobody knows whether it was done.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return undefined;
  });
  if (!done)
    return report('No answer came, so it may have been done. Apply it once more: nothing is done twice.');
  const { changed } = done.userErrors.find(({ code }) => code === 'OUTCOME_CHANGED')?.details ?? {};
  if (done.userErrors.length === 0) {
    shown = { csv, rows: done.rows, outcome: done.outcome, changed: new Set() };
    byId('apply').hidden = true;
    report(`Done: ${count(done.rows.length)}, ${done.price} EUR.`);
    return draw();
  }
  const lines = linesIn(changed ?? [], rows);
  const where = lines.size > 0 ? `line ${[...lines].join(', ')}` : (changed ?? []).join(', ');
  await show(
    changed
      ? `Nothing was done, because something has changed meanwhile (${where}). This is what it would do now: `
      : `${done.userErrors[0]?.message}. `,
    lines,
  );
}

/** Shows errors, and disables the buttons while a request runs. */
async function busy(work: () => Promise<void>): Promise<void> {
  const buttons = [element('show', HTMLButtonElement), element('apply', HTMLButtonElement)];
  for (const button of buttons) button.disabled = true;
  try {
    if (!session) throw new Error('Please sign in first.');
    await work();
  } catch (error) {
    byId('apply').hidden = true;
    byId('table').hidden = true;
    report(messageOf(error));
  } finally {
    for (const button of buttons) button.disabled = false;
  }
  byId('result-title').focus();
}

/** Hides the result of the previous file. */
function forget(): void {
  byId('result').hidden = true;
  byId('apply').hidden = true;
}

signInForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('sign-in-problem').textContent = '';
  try {
    await signIn();
    signInForm.reset();
  } catch (error) {
    byId('sign-in-problem').textContent = messageOf(error);
  }
});
byId('sign-out').addEventListener('click', () => {
  keepSession(null);
  csvField.value = '';
  fileForm.reset();
  forget();
});
const fileField = element('file', HTMLInputElement);
fileField.addEventListener('change', async () => {
  const [file] = fileField.files ?? [];
  if (!file) return;
  csvField.value = await file.text();
  forget();
});
csvField.addEventListener('input', forget);
fileForm.addEventListener('submit', (event) => {
  event.preventDefault();
  busy(() => show());
});
byId('apply').addEventListener('click', () => busy(apply));
onlyWrong.addEventListener('change', draw);
showSession();
