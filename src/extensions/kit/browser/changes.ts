// Shows what a file of changes does, and applies exactly that. The session is shared with GraphiQL.
const byId = (id) => document.getElementById(id);
const sessionKey = 'zonegraph:session';
/** The most rows that are drawn; a file may have thousands. */
const mostDrawn = 500;
let session = JSON.parse(sessionStorage.getItem(sessionKey) ?? 'null');
let shown;

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

async function ask(query, variables, authorization = session?.authorization) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify({ query, variables }),
  });
  if (response.status === 401 && authorization === session?.authorization) keepSession(null);
  if (response.status === 413) throw new Error('The file is larger than 1 MiB: split it.');
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

function keepSession(next) {
  session = next;
  if (session) sessionStorage.setItem(sessionKey, JSON.stringify(session));
  else sessionStorage.removeItem(sessionKey);
  showSession();
}

function showSession() {
  byId('signed-in').hidden = !session;
  byId('sign-in').hidden = Boolean(session);
  byId('who').textContent = session ? `Signed in as ${session.who}` : '';
}

async function signIn({ username, password, token }) {
  let given = token.value.trim().replace(/^Bearer\s+/i, '');
  if (!given) {
    const input = { username: username.value.trim(), password: password.value };
    const { signIn: answer } = await ask(
      'mutation ($input: SignInInput!) { signIn(input: $input) { token userErrors { message } } }',
      { input },
      null,
    );
    if (!answer.token) throw new Error(answer.userErrors[0].message);
    given = answer.token;
  }
  const authorization = `Bearer ${given}`;
  const { viewer } = await ask(
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

const send = async (variables) => (await ask(changing, variables)).changeSetApply;
const count = (number) => `${number} ${number === 1 ? 'row' : 'rows'}`;

function inWords(value) {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (Array.isArray(value)) return value.map(inWords).join(' ');
  if (typeof value === 'object') return value.hostname ?? JSON.stringify(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2');
}

const reasonOf = ({ message, explanation }) => (explanation ? `${message}. ${explanation}` : message);

function whatOf({ userErrors, changes, pending }) {
  if (userErrors.length > 0)
    return userErrors.map((error) => make('p', { className: 'bad' }, reasonOf(error)));
  const lines = changes.map(({ field, from, to }) => `${field}: ${inWords(from)} → ${inWords(to)}`);
  const said = pending ? ['The registrant must confirm it by mail first', ...lines] : lines;
  return (said.length > 0 ? said : ['changes nothing']).map((line) => make('p', {}, line));
}

function draw() {
  const { rows, changed = new Set() } = shown;
  const wanted = byId('only-wrong').checked ? rows.filter(({ ok }) => !ok) : rows;
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
async function show(first = '', changed = new Set()) {
  const csv = byId('csv').value;
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
        ? userErrors[0].message
        : wrong > 0
          ? `${sum} ${count(wrong)} cannot be done, so nothing will be.`
          : `${sum} ${userErrors[0].message}.`;
  report(`${first}${said}`, isMistaken ? userErrors.map(({ message }) => message) : []);
  byId('only').hidden = wrong === 0 || wrong === rows.length;
  byId('only-wrong').checked = false;
  byId('apply').hidden = !outcome;
  draw();
}

function report(text, mistakes = []) {
  byId('result').hidden = false;
  byId('said').textContent = text;
  byId('mistakes').replaceChildren(...mistakes.map((mistake) => make('li', {}, mistake)));
}

/** The lines of the rows whose effect has changed since. */
const linesIn = (names) =>
  new Set(names.flatMap((name) => shown.rows[/^results\.(\d+)$/.exec(name)?.[1] ?? -1]?.line ?? []));

async function apply() {
  const { csv, outcome } = shown;
  // The key is the same for the same file and outcome, so that a retry after a lost answer is not done twice.
  shown.key ??= [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  const done = await send({ csv, ifOutcome: outcome, key: shown.key }).catch((error) => {
    // Without an answer, nobody knows whether it was done.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return undefined;
  });
  if (!done)
    return report('No answer came, so it may have been done. Apply it once more: nothing is done twice.');
  const { changed } = done.userErrors.find(({ code }) => code === 'OUTCOME_CHANGED')?.details ?? {};
  if (done.userErrors.length === 0) {
    shown = { ...done, csv };
    byId('apply').hidden = true;
    report(`Done: ${count(done.rows.length)}, ${done.price} EUR.`);
    return draw();
  }
  const lines = changed ? linesIn(changed) : new Set();
  const where = lines.size > 0 ? `line ${[...lines].join(', ')}` : (changed ?? []).join(', ');
  await show(
    changed
      ? `Nothing was done, because something has changed meanwhile (${where}). This is what it would do now: `
      : `${done.userErrors[0].message}. `,
    lines,
  );
}

/** Shows errors, and disables the buttons while a request runs. */
async function busy(work) {
  const buttons = [byId('show'), byId('apply')];
  for (const button of buttons) button.disabled = true;
  try {
    if (!session) throw new Error('Please sign in first.');
    await work();
  } catch (error) {
    byId('apply').hidden = true;
    byId('table').hidden = true;
    report(error.message);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
  byId('result-title').focus();
}

/** Hides the result of the previous file. */
function forget() {
  byId('result').hidden = true;
  byId('apply').hidden = true;
}

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  byId('sign-in-problem').textContent = '';
  try {
    await signIn(event.target.elements);
    event.target.reset();
  } catch (error) {
    byId('sign-in-problem').textContent = error.message;
  }
});
byId('sign-out').addEventListener('click', () => {
  keepSession(null);
  byId('csv').value = '';
  byId('file-form').reset();
  forget();
});
byId('file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  byId('csv').value = await file.text();
  forget();
});
byId('csv').addEventListener('input', forget);
byId('file-form').addEventListener('submit', (event) => {
  event.preventDefault();
  busy(() => show());
});
byId('apply').addEventListener('click', () => busy(apply));
byId('only-wrong').addEventListener('change', draw);
showSession();
