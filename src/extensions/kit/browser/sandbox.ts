// Refreshes the sandbox's data every few seconds, and moves its clock.
const facts = JSON.parse(document.getElementById('facts').textContent);
const look = 3000;
const byId = (id) => document.getElementById(id);
let token = facts.operatorToken ?? sessionStorage.getItem('operator-token');
// The server's clock plus the time since this page was opened: the visitor's own clock may be wrong.
let openedAt;
let aheadMs;
function setClock(reported) {
  openedAt = new Date(reported.now) - performance.now();
  aheadMs = reported.aheadMs;
}
setClock(facts.clock);
let nextDueAt = null;

const snapshot = `{
  jobs { name nextDueAt lastError }
  sandboxMailbox(first: 30) { nodes { to subject text links sentAt } }
  outbox(where: { doneAt: { isNull: true }, deadAt: { isNull: true } }) { totalCount }
  invoices(first: 25, orderBy: { field: CREATED_AT, direction: DESC }) {
    totalCount
    nodes { number status amount currency initiator description paymentLink payments { reference state } }
  }
  ledgerProof { balanced accounts { registrar { code } balance amount transactions balanced } }
}`;

async function ask(query, variables = {}) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

// Everything is inserted as text: a mail can contain markup.
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}
const row = (...cells) => element('tr', {}, ...cells);
// On a phone each row is shown as a small list, with `head` in place of the column's heading.
const cell = (content, { number = false, head } = {}) =>
  element('td', { ...(number && { class: 'number' }), ...(head && { 'data-head': head }) }, content);
const tag = (text, tone = '') => element('span', { class: `tag ${tone}` }, text);

// The Swedish locale formats times as all our pages do: 2026-11-16 05:47.
const shown = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: facts.zone,
});
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: facts.zone });
const clockDate = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: facts.zone });
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: facts.zone });
const moment = (iso) => shown.format(new Date(iso));
const now = () => new Date(openedAt + performance.now());

function away(iso) {
  const minutes = (new Date(iso) - now()) / 60000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return words.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round(minutes / 1440), 'day');
}

function tick() {
  byId('time').textContent = clockTime.format(now());
  byId('date').textContent = `${weekday.format(now())}, ${clockDate.format(now())} (${facts.zone})`;
  const days = Math.round(aheadMs / 86_400_000);
  byId('ahead').textContent =
    days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ahead of real time` : 'Real time';
}

// Parts that have not changed are not redrawn: open details stay open, and the focus stays where it is.
const drawn = new Map();
function draw(id, value, make) {
  const text = JSON.stringify(value);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  byId(id).replaceChildren(...make());
}

function drawJobs(jobs) {
  const due = jobs
    .filter((job) => job.nextDueAt)
    .sort((a, b) => new Date(a.nextDueAt) - new Date(b.nextDueAt));
  nextDueAt = due[0]?.nextDueAt ?? null;
  byId('to-next').disabled = nextDueAt === null;
  draw(
    'jobs',
    due.map((job) => [job, away(job.nextDueAt)]),
    () =>
      due.map((job) =>
        row(
          cell(element('code', {}, job.name), { head: 'Job' }),
          cell(moment(job.nextDueAt), { head: 'Next' }),
          cell(job.lastError ?? away(job.nextDueAt)),
        ),
      ),
  );
}

// Links are rewritten to this server's current address, which may differ from the one in the mail.
const here = (link) => {
  const { pathname, search } = new URL(link);
  return /^\/(confirm|pay)\//.test(pathname) ? pathname + search : link;
};

function drawMails(mails) {
  draw('mails', mails, () => {
    if (mails.length === 0) return [element('p', { class: 'soft' }, 'No mail yet.')];
    return mails.map(({ to, subject, text, links, sentAt }) =>
      element(
        'details',
        { class: 'mail' },
        element(
          'summary',
          {},
          element('strong', {}, subject),
          element('span', { class: 'soft small' }, ` to ${to}, ${moment(sentAt)}`),
        ),
        element('pre', {}, text),
        element(
          'p',
          {},
          ...links.flatMap((link) => [
            element('a', { class: 'button', href: here(link), target: '_blank' }, 'Open the link'),
            ' ',
          ]),
        ),
      ),
    );
  });
}

const tones = { PAID: 'good', UNPAID: 'warn', OVERDUE: 'bad', FAILED: 'bad' };

function drawInvoices(invoices) {
  draw('invoices', invoices, () =>
    invoices.nodes.map((invoice) => {
      const [last] = invoice.payments.slice(-1);
      const action = last
        ? element('a', { href: `/pay/${last.reference}`, target: '_blank' }, 'Payment')
        : invoice.paymentLink
          ? element('a', { href: here(invoice.paymentLink), target: '_blank' }, 'Pay')
          : '';
      return row(
        cell(String(invoice.number), { head: 'Number' }),
        cell(tag(invoice.status.toLowerCase(), tones[invoice.status]), { head: 'Status' }),
        cell(`${invoice.amount} ${invoice.currency}`, { number: true, head: 'Amount' }),
        cell(
          element(
            'span',
            {},
            invoice.description,
            element('span', { class: 'soft small' }, ` ${invoice.initiator}`),
          ),
          { head: 'For' },
        ),
        cell(action),
      );
    }),
  );
}

// The newest movements of each account.
async function movements(accounts) {
  const parts = accounts.map(
    ({ registrar }, index) =>
      `a${index}: ledger(first: 8, registrar: ${JSON.stringify(registrar.code)}) { nodes { createdAt description amount balance } }`,
  );
  const data = await ask(`{ ${parts.join(' ')} }`);
  return accounts
    .flatMap(({ registrar }, index) => data[`a${index}`].nodes.map((node) => ({ registrar, ...node })))
    .sort((one, other) => new Date(other.createdAt) - new Date(one.createdAt));
}

function drawLedger(ledger, proof) {
  draw('proof', proof, () => [
    tag(proof.balanced ? 'adds up' : 'does not add up', proof.balanced ? 'good' : 'bad'),
    ' ',
    proof.accounts
      .map(
        ({ registrar, balance, transactions }) =>
          `${registrar.code}: ${transactions} movements make ${balance} EUR`,
      )
      .join('; '),
  ]);
  draw('ledger', ledger, () =>
    ledger.map(({ registrar, createdAt, description, amount, balance }) =>
      row(
        cell(moment(createdAt), { head: 'When' }),
        cell(registrar.code, { head: 'Account' }),
        cell(description, { head: 'What' }),
        cell(amount, { number: true, head: 'Amount' }),
        cell(balance, { number: true, head: 'Balance' }),
      ),
    ),
  );
}

const tell = (text) => {
  byId('status').textContent = text;
};

async function refresh() {
  if (!token) return tell('Enter the operator token to look inside.');
  try {
    setClock(await (await fetch('/sandbox/now')).json());
    const data = await ask(snapshot);
    drawJobs(data.jobs);
    drawMails(data.sandboxMailbox.nodes);
    drawInvoices(data.invoices);
    drawLedger(await movements(data.ledgerProof.accounts), data.ledgerProof);
    tell(
      data.outbox.totalCount > 0
        ? `${data.outbox.totalCount} ${data.outbox.totalCount === 1 ? 'mail or message is' : 'mails and messages are'} being sent`
        : 'Up to date',
    );
  } catch (error) {
    tell(`Not up to date: ${error.message}`);
  }
}

const buttons = document.querySelectorAll('button');
// A disabled button loses the focus, so aria-disabled is set instead, and clicks are ignored while busy.
let isBusy = false;
async function busy(work) {
  if (isBusy) return;
  isBusy = true;
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } catch (error) {
    tell(error.message);
  } finally {
    isBusy = false;
    for (const button of buttons) button.removeAttribute('aria-disabled');
    await refresh();
  }
}

const wording = (kind) => kind.toLowerCase().replaceAll('_', ' ');

async function advance(input) {
  tell('Time passes …');
  const mutation = `mutation ($input: ClockAdvanceInput!) {
    clockAdvance(input: $input) { now events { at kind subject } userErrors { message } }
  }`;
  const { clockAdvance } = await ask(mutation, { input });
  if (clockAdvance.userErrors.length > 0) throw new Error(clockAdvance.userErrors[0].message);
  const { events } = clockAdvance;
  byId('events-title').hidden = false;
  byId('events').replaceChildren(
    ...(events.length === 0
      ? [row(cell('Nothing fell due.'), cell(''), cell(''))]
      : events.map(({ at, kind, subject }) =>
          row(cell(moment(at)), cell(tag(wording(kind))), cell(subject)),
        )),
  );
}

for (const button of document.querySelectorAll('[data-advance]'))
  button.addEventListener('click', () => busy(() => advance({ by: button.dataset.advance })));
byId('to-next').addEventListener('click', () => busy(() => advance({ to: nextDueAt })));
for (const button of document.querySelectorAll('[data-reset]'))
  button.addEventListener('click', () => {
    if (!confirm('Everything in this sandbox will be deleted. Start over?')) return;
    busy(async () => {
      tell('Starting over …');
      const mutation =
        'mutation ($input: SandboxResetInput!) { sandboxReset(input: $input) { userErrors { message } } }';
      const { sandboxReset } = await ask(mutation, { input: { world: button.dataset.reset } });
      if (sandboxReset.userErrors.length > 0) throw new Error(sandboxReset.userErrors[0].message);
      byId('events').replaceChildren();
      byId('events-title').hidden = true;
    });
  });
byId('token')?.addEventListener('change', (event) => {
  token = event.target.value.trim();
  sessionStorage.setItem('operator-token', token);
  refresh();
});

setInterval(tick, 1000);
setInterval(() => document.hidden || refresh(), look);
refresh().then(tick);
