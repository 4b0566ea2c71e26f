import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { initiators } from '#src/apis/access/authenticator.ts';
import { scopes } from '#src/base/actor.ts';
import { giveToken } from '../../support/access-tokens.ts';
import { token } from '../../support/billing.ts';
import { fc } from '../../support/properties.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import {
  alpha,
  basic,
  beta,
  type Loose,
  operator,
  portal,
  type TestWorld,
  testWorld,
} from '../../support/world.ts';
import { watchChanges } from './changes.ts';
import { graphRequests, rootFields } from './graph-requests.ts';
import { type FuzzRequest, restRequests, routes } from './rest-requests.ts';
import type { Known } from './values.ts';

/** The same seed gives the same requests; another one, or more of them: FUZZ_SEED=7 FUZZ_RUNS=50000. */
const seedOfRun = Number(process.env.FUZZ_SEED ?? 12);
const runs = Number(process.env.FUZZ_RUNS ?? 1500);

let world: TestWorld;
let known: Known;
let callers: Readonly<Record<string, string>>;
let strangers: Readonly<Record<string, string | null>>;
let changes: () => Promise<string[]>;

beforeAll(async () => {
  world = await testWorld();
  await world.listen();
  callers = {
    'registrar alpha': alpha,
    'registrar beta': beta,
    'registrar alpha, epp only': basic('alpha-epp', 'alpha-sandbox'),
    'registrar alpha, billing only': basic('alpha-billing', 'alpha-sandbox'),
    'alpha with a token to read': (await giveToken(world, ['READ'])).auth,
    'alpha with a token for all': (await giveToken(world, [...scopes])).auth,
    'the operator with a token': (await giveToken(world, ['WRITE'], { auth: operator })).auth,
    portal,
    operator,
    'the operator again': operator,
    ...Object.fromEntries(
      await Promise.all([...initiators].map(async (one) => [`billing ${one}`, await token(one)])),
    ),
  };
  strangers = {
    nobody: null,
    'wrong registrar': basic('alpha', 'wrong'),
    'wrong token': 'Bearer wrong',
    'wrong billing': await token('registry', 'wrong secret'),
  };
  known = await furnish();
  changes = await watchChanges(world.container.database.db);
});

/** Something of everything, so that a request can hit it. */
async function furnish(): Promise<Known> {
  const { db } = world.container.database;
  const person = await seed(world).contact({ id: 'fuzz' });
  const firm = await seed(world).organisation();
  const theirs = await seed(world).by(beta).contact();
  const options = { registrant: person, techs: [firm], nameservers: twoNameservers };
  const first = await seed(world).domain('first-fuzz.ee', options);
  const second = await seed(world).domain('second-fuzz.ee', {
    ...options,
    registrant: firm,
    admins: [person],
  });
  const third = await seed(world).by(beta).domain('third-fuzz.ee', { registrant: theirs });
  const domains = [first, second, third];
  const { calendar, clock } = world.container;
  const soon = calendar.startOf(calendar.plusDays(calendar.dateOf(clock.now()), 20));
  for (const { name } of domains) await seed(world).alter(name, { expires_at: soon });
  const reserved = await portalCall('reserve_domains', { domain_names: ['held-fuzz.ee'] });
  const long = await portalCall('long_reserve_domains', { domain_names: ['paid-fuzz.ee'] });
  const issued = await world.request({
    method: 'POST',
    url: '/api/v1/invoice_generator/invoice_number_generator',
    auth: await token('registry'),
  });
  const { data } = await world
    .request({
      method: 'POST',
      url: '/graphql',
      payload: {
        query:
          '{ domains(first: 5) { nodes { id } } contacts(first: 5) { nodes { id } } viewer { registrar { id } } }',
      },
    })
    .then(({ body }) => body as unknown as { data: { domains: Nodes; contacts: Nodes } });
  const { rows } = await sql<{ number: number }>`select number from invoices`.execute(db);
  return {
    domains: domains.map(({ name }) => name),
    contacts: [person, firm, theirs],
    codes: domains.map(({ transferCode }) => transferCode),
    invoices: [...rows.map(({ number }) => String(number)), String(issued.body.invoice_number)],
    reservations: [String(reserved.user_unique_id), String(long.user_unique_id)],
    nodes: [...data.domains.nodes, ...data.contacts.nodes].map(({ id }) => id),
    days: [calendar.dateOf(soon), calendar.dateOf(clock.now())],
  };
}

interface Nodes {
  readonly nodes: readonly { readonly id: string }[];
}

async function portalCall(path: string, payload: object): Promise<Loose> {
  const url = `/api/v1/business_registry/${path}`;
  const { body, status } = await world.request({ method: 'POST', url, payload, auth: portal });
  expect(status).toBe(201);
  return body;
}

interface Answered {
  readonly done: boolean;
  readonly faults: readonly string[];
}

async function send({ caller, method, url, headers, payload }: FuzzRequest): Promise<Answered> {
  const auth = callers[caller] ?? strangers[caller] ?? null;
  const answer = await world.request({
    method,
    url,
    headers,
    auth,
    ...(payload !== undefined && { payload }),
  });
  const { data } = answer.body as unknown as { data?: Record<string, Loose | null> };
  const faults: string[] = [];
  // 501 is how the billing API refuses what a service may not ask for (docs/rules/billing.md#refusals).
  if (answer.status >= 500 && answer.status !== 501) faults.push(`status ${answer.status}`);
  if (String(answer.headers['content-type']).includes('html')) faults.push('answered with a page');
  if (answer.text.includes('INTERNAL_SERVER_ERROR')) faults.push('a fault in the graph');
  return { done: answer.status < 400 && (url !== '/graphql' || wasDone(data)), faults };
}

/** A mutation is done unless its payload is missing or says why not; errors further inside come after the deed. */
function wasDone(data: Readonly<Record<string, Loose | null>> = {}): boolean {
  const [payload] = Object.values(data ?? {});
  if (payload === undefined || payload === null) return false;
  return ((payload.userErrors ?? []) as unknown as Loose[]).length === 0;
}

/** What a request is called that changes nothing although it is answered. */
function keepsNothing({ method, target, headers, payload = '' }: FuzzRequest): string | undefined {
  // The one question that does something, because clients in use ask it so.
  if (target.endsWith('/disable_auto_reload_balance')) return undefined;
  if (method === 'GET' || target.startsWith('Query.')) return 'a question';
  const dry =
    headers['Dry-Run'] === 'true' || (target.startsWith('Mutation.') && payload.includes('"dryRun":true'));
  return dry ? 'a dry run' : undefined;
}

/** What a request may leave behind that was refused, or that only asks. */
const mayRemain: readonly RegExp[] = [
  // A wrong secret stays counted (decision 0009).
  /^\w+ secret_failures/,
  // The answer to a key is kept, whatever it was.
  /^\w+ idempotency_keys/,
  // What a dry run showed is kept for a day, so that a later refusal can name what differs.
  /^INSERT shown_outcomes$/,
  // When a user was here last.
  /^UPDATE api_users last_login_at$/,
  // When a token was used last.
  /^UPDATE access_tokens last_used_at$/,
  // From where a user has signed in, whatever it asked for then.
  /^(INSERT sign_in_addresses|UPDATE sign_in_addresses last_at)$/,
  // Whose data an operator was shown, also beside a refusal.
  /^INSERT access_log$/,
];
/** What makes us ask the provider, whose word is kept. */
const asksTheProvider =
  /callback_handler|long_reserve_domains_status|\.(paidReservation|paymentNotificationReceive)$/;

it(`${runs} spoiled requests from seed ${seedOfRun} find no fault, and what is refused changes nothing`, {
  timeout: 600_000,
}, async () => {
  const names = { usual: Object.keys(callers), refused: Object.keys(strangers) };
  const any = fc.oneof(restRequests(known, names), graphRequests(known, names));
  const wrong: string[] = [];
  const reached = new Set<string>();
  let done = 0;
  for (const request of fc.sample(any, { seed: seedOfRun, numRuns: runs })) {
    const answered = await send(request);
    const faults = [...answered.faults];
    const all = await changes();
    // The stand-in for the provider calls us when it is ready to, about what an earlier request has paid.
    const wasCalled = all.some((change) => change.includes(' sandbox_callbacks'));
    const changed = wasCalled ? [] : all.filter((change) => !mayRemain.some((one) => one.test(change)));
    const kept = answered.done ? keepsNothing(request) : 'a refusal';
    if (changed.length > 0 && kept !== undefined && !asksTheProvider.test(request.target))
      faults.push(`${kept} changed something: ${changed.join(', ')}`);
    if (faults.length > 0) wrong.push(`${faults.join('; ')}: ${JSON.stringify(request).slice(0, 1500)}`);
    if (answered.done) {
      done += 1;
      reached.add(request.target);
    }
  }
  expect(
    wrong.slice(0, 20),
    `of ${wrong.length}; again with FUZZ_SEED=${seedOfRun} FUZZ_RUNS=${runs}`,
  ).toEqual([]);
  // Requests that are all turned away at the gate would prove nothing.
  expect(done).toBeGreaterThan(runs / 10);
  if (runs >= 5000) expect(reached.size).toBeGreaterThan((routes.length + rootFields.length) / 4);
});
