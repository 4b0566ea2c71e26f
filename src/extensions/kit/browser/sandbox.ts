// Refreshes the sandbox's data every few seconds, and moves its clock.
import {
  type Answer,
  byId,
  dataOf,
  every,
  factsOf,
  element as field,
  first,
  messageOf,
  refuse,
  type UserError,
} from './dom.ts';

interface ClockNow {
  readonly now: string;
  readonly aheadMs: number;
}
interface Facts {
  readonly operatorToken?: string;
  readonly zone: string;
  readonly clock: ClockNow;
}
interface Job {
  readonly name: string;
  readonly nextDueAt: string | null;
  readonly lastError: string | null;
}
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
  readonly sentAt: string;
}
interface Invoices {
  readonly totalCount: number;
  readonly nodes: readonly {
    readonly number: number;
    readonly status: string;
    readonly amount: string;
    readonly currency: string;
    readonly initiator: string;
    readonly description: string;
    readonly paymentLink: string | null;
    readonly payments: readonly { readonly reference: string; readonly state: string }[];
  }[];
}
interface Account {
  readonly registrar: { readonly code: string };
  readonly balance: string;
  readonly amount: string;
  readonly transactions: number;
  readonly balanced: boolean;
}
interface Proof {
  readonly balanced: boolean;
  readonly accounts: readonly Account[];
}
interface Movement {
  readonly createdAt: string;
  readonly description: string;
  readonly amount: string;
  readonly balance: string;
}
interface OwnMovement extends Movement {
  readonly registrar: Account['registrar'];
}
interface Snapshot {
  readonly jobs: readonly Job[];
  readonly sandboxMailbox: { readonly nodes: readonly Mail[] };
  readonly outbox: { readonly totalCount: number };
  readonly invoices: Invoices;
  readonly ledgerProof: Proof;
}
interface Advanced {
  readonly events: readonly { readonly at: string; readonly kind: string; readonly subject: string }[];
  readonly userErrors: readonly UserError[];
}

const facts = factsOf<Facts>();
const look = 3000;
let token = facts.operatorToken ?? sessionStorage.getItem('operator-token');
const toNext = field('to-next', HTMLButtonElement);
// The server's clock plus the time since this page was opened: the visitor's own clock may be wrong.
let openedAt = 0;
let aheadMs = 0;
function setClock(reported: ClockNow): void {
  openedAt = Date.parse(reported.now) - performance.now();
  aheadMs = reported.aheadMs;
}
setClock(facts.clock);
let nextDueAt: string | null = null;

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

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const answer: Answer<Data> = await response.json();
  return dataOf(answer);
}

// Everything is inserted as text: a mail can contain markup.
function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const row = (...cells: readonly HTMLElement[]): HTMLElement => element('tr', {}, ...cells);
// On a phone each row is shown as a small list, with `head` in place of the column's heading.
const cell = (
  content: Node | string,
  { number = false, head }: { readonly number?: boolean; readonly head?: string } = {},
): HTMLElement =>
  element('td', { ...(number && { class: 'number' }), ...(head && { 'data-head': head }) }, content);
const tag = (text: string, tone = ''): HTMLElement => element('span', { class: `tag ${tone}` }, text);

// The Swedish locale formats times as all our pages do: 2026-11-16 05:47.
const shown = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: facts.zone,
});
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: facts.zone });
const clockDate = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: facts.zone });
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: facts.zone });
const moment = (iso: string): string => shown.format(new Date(iso));
const now = (): Date => new Date(openedAt + performance.now());

function away(iso: string): string {
  const minutes = (Date.parse(iso) - now().getTime()) / 60000;
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return words.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round(minutes / 1440), 'day');
}

function tick(): void {
  byId('time').textContent = clockTime.format(now());
  byId('date').textContent = `${weekday.format(now())}, ${clockDate.format(now())} (${facts.zone})`;
  const days = Math.round(aheadMs / 86_400_000);
  byId('ahead').textContent =
    days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} ahead of real time` : 'Real time';
}

// Parts that have not changed are not redrawn: open details stay open, and the focus stays where it is.
const drawn = new Map<string, string>();
function draw(id: string, value: unknown, make: () => readonly (Node | string)[]): void {
  const text = JSON.stringify(value);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  byId(id).replaceChildren(...make());
}

function drawJobs(jobs: readonly Job[]): void {
  const due = jobs
    .flatMap((job) => (job.nextDueAt === null ? [] : [{ ...job, nextDueAt: job.nextDueAt }]))
    .sort((one, other) => Date.parse(one.nextDueAt) - Date.parse(other.nextDueAt));
  nextDueAt = due[0]?.nextDueAt ?? null;
  toNext.disabled = nextDueAt === null;
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
const here = (link: string): string => {
  const { pathname, search } = new URL(link);
  return /^\/(confirm|pay)\//.test(pathname) ? pathname + search : link;
};

function drawMails(mails: readonly Mail[]): void {
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

const tones: Readonly<Record<string, string>> = {
  PAID: 'good',
  UNPAID: 'warn',
  OVERDUE: 'bad',
  FAILED: 'bad',
};

function drawInvoices(invoices: Invoices): void {
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
async function movements(accounts: readonly Account[]): Promise<OwnMovement[]> {
  const parts = accounts.map(
    ({ registrar }, index) =>
      `a${index}: ledger(first: 8, registrar: ${JSON.stringify(registrar.code)}) { nodes { createdAt description amount balance } }`,
  );
  const data = await ask<Readonly<Record<string, { readonly nodes: readonly Movement[] }>>>(
    `{ ${parts.join(' ')} }`,
  );
  return accounts
    .flatMap(({ registrar }, index) =>
      (data[`a${index}`]?.nodes ?? []).map((node) => ({ registrar, ...node })),
    )
    .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}

function drawLedger(ledger: readonly OwnMovement[], proof: Proof): void {
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

const tell = (text: string): void => {
  byId('status').textContent = text;
};

async function refresh(): Promise<void> {
  if (!token) return tell('Enter the operator token to look inside.');
  try {
    setClock(await (await fetch('/sandbox/now')).json());
    const data = await ask<Snapshot>(snapshot);
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
    tell(`Not up to date: ${messageOf(error)}`);
  }
}

const buttons = document.querySelectorAll('button');
// A disabled button loses the focus, so aria-disabled is set instead, and clicks are ignored while busy.
let isBusy = false;
async function busy(work: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } catch (error) {
    tell(messageOf(error));
  } finally {
    isBusy = false;
    for (const button of buttons) button.removeAttribute('aria-disabled');
    await refresh();
  }
}

const wording = (kind: string): string => kind.toLowerCase().replaceAll('_', ' ');

async function advance(input: { readonly by?: string; readonly to?: string | null }): Promise<void> {
  tell('Time passes …');
  const mutation = `mutation ($input: ClockAdvanceInput!) {
    clockAdvance(input: $input) { now events { at kind subject } userErrors { message } }
  }`;
  const { clockAdvance } = await ask<{ readonly clockAdvance: Advanced }>(mutation, { input });
  refuse(clockAdvance.userErrors);
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

for (const button of every('[data-advance]', HTMLElement))
  button.addEventListener('click', () => busy(() => advance({ by: button.dataset.advance })));
toNext.addEventListener('click', () => busy(() => advance({ to: nextDueAt })));
for (const button of every('[data-reset]', HTMLElement))
  button.addEventListener('click', () => {
    if (!confirm('Everything in this sandbox will be deleted. Start over?')) return;
    busy(async () => {
      tell('Starting over …');
      const mutation =
        'mutation ($input: SandboxResetInput!) { sandboxReset(input: $input) { userErrors { message } } }';
      const { sandboxReset } = await ask<{
        readonly sandboxReset: { readonly userErrors: readonly UserError[] };
      }>(mutation, { input: { world: button.dataset.reset } });
      refuse(sandboxReset.userErrors);
      byId('events').replaceChildren();
      byId('events-title').hidden = true;
    });
  });
const tokenField = first('#token', HTMLInputElement);
tokenField?.addEventListener('change', () => {
  token = tokenField.value.trim();
  sessionStorage.setItem('operator-token', token);
  refresh();
});

setInterval(tick, 1000);
setInterval(() => document.hidden || refresh(), look);
refresh().then(tick);
