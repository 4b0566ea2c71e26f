import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/free-port.ts';
import { productionSettings } from '../../bench/processes.ts';
import { stopwatch } from '../../src/base/clock.ts';
import { basic, Caller, type Loose, person, registration, type Who } from '../caller.ts';
import { becomesReady } from '../health.ts';
import { missingPackages, PatroniCluster } from '../patroni-cluster.ts';
import { Server } from '../server.ts';
import { expectEqual, proveLedger } from '../testbed.ts';

/** Reads never stop for longer. */
const longestSilenceMs = 2_000;
const prices = { CREATE: '9.00', RENEW: '7.00' } as const;
const deposit = 100_000;

/**
 * Two productions on a cluster that Patroni manages, one through HAProxy and one that knows all members. Registrars write with idempotency
 * keys, and repeat with the same key what was not answered with success, while the leader is switched over, killed, and frozen. In the end
 * everything is there, and once.
 */
export async function playPatroni(say: (text: string) => void): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`this needs Patroni, etcd and HAProxy: apt-get install ${missing.join(' ')}`);
  const cluster = await PatroniCluster.start();
  const { balanced, direct } = cluster;
  const settings = productionSettings(balanced.primary, 'smtp://127.0.0.1:9');
  const start = async ({ primary, replicas }: typeof balanced): Promise<Server> => {
    const urls = { DATABASE_URL: primary, DATABASE_REPLICA_URLS: replicas };
    const server = new Server(await freePort(), { ...settings, ...urls, LOG_LEVEL: 'info' });
    await server.start();
    await becomesReady(server.url);
    return server;
  };
  const servers: Server[] = [];
  try {
    for (const urls of [balanced, direct]) servers.push(await start(urls));
    say('three members, HAProxy and two productions are there');
    const operator = { authorization: `Bearer ${settings.OPERATOR_TOKENS}` };
    const callers = servers.map(({ url }) => new Caller(() => url));
    await openRegistry(callers[0] as Caller, operator);
    const registrars = ['ALPHA', 'BETA'].map(
      (code, index) => new Registrar(code, callers[index] as Caller, operator),
    );
    const readers = callers.map((caller, index) => new Reader(caller, registrars[index] as Registrar));
    const work = [...registrars, ...readers];
    for (const one of work) one.begin();
    await sleep(2_000);
    for (const trouble of troubles) say(await trouble(cluster, registrars, readers));
    await Promise.all(work.map((one) => one.end()));
    // Through the other process.
    for (const [index, registrar] of registrars.entries())
      say(await registrar.prove(callers[1 - index] as Caller));
    for (const [index, reader] of readers.entries())
      say(`${index === 0 ? 'HAProxy' : 'all members'}: ${reader.told}`);
  } catch (error) {
    const news = servers.map(({ output }) =>
      output.split('\n').filter((line) => !line.includes('"msg":"request"')),
    );
    for (const lines of news) console.error(lines.slice(-30).join('\n'));
    throw error;
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    cluster.remove();
  }
}

type Trouble = (
  cluster: PatroniCluster,
  registrars: readonly Registrar[],
  readers: readonly Reader[],
) => Promise<string>;

/** The leader goes in some way, another one leads, writes go on, and the old one comes back as a standby. */
const trouble =
  (
    name: string,
    {
      go,
      comeBack,
    }: Record<'go' | 'comeBack', (cluster: PatroniCluster, leader: string) => void | Promise<void>>,
  ): Trouble =>
  async (cluster, registrars, readers) => {
    const leader = await cluster.leader();
    if (!leader) throw new Error('nobody leads');
    for (const one of [...registrars, ...readers]) one.newRound();
    const elapsed = stopwatch();
    await go(cluster, leader);
    const next = await cluster.anotherLeads(leader);
    const ledAfterMs = elapsed();
    await Promise.all(registrars.map((registrar) => registrar.writesAgain()));
    const writtenAfterMs = elapsed();
    await comeBack(cluster, leader);
    await cluster.becomesWhole();
    await sleep(2_000);
    for (const one of [...registrars, ...readers]) one.check();
    const silences = readers.map(({ longestMs }) => Math.round(longestMs));
    const tooLong = silences.filter((ms) => ms > longestSilenceMs);
    expectEqual(tooLong, [], `${name}: reads stopped for longer than ${longestSilenceMs} ms`);
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    return (
      `${name}: ${next} led after ${seconds(ledAfterMs)} s, everybody wrote again after ${seconds(writtenAfterMs)} s; ` +
      `reads stopped for at most ${silences.join(' and ')} ms, ${readers.reduce((sum, { stale }) => sum + stale, 0)} were marked as stale; ` +
      `${registrars.reduce((sum, { refused }) => sum + refused, 0)} writes were told to come again`
    );
  };

const troubles: readonly Trouble[] = [
  trouble('switched over', { go: (cluster, leader) => cluster.switchover(leader), comeBack: () => {} }),
  trouble('killed', {
    go: (cluster, leader) => cluster.signal(leader, 'SIGKILL'),
    comeBack: (cluster, leader) => cluster.revive(leader),
  }),
  trouble('frozen', {
    go: (cluster, leader) => cluster.signal(leader, 'SIGSTOP'),
    comeBack: (cluster, leader) => cluster.signal(leader, 'SIGCONT'),
  }),
];

async function openRegistry(caller: Caller, operator: { readonly authorization: string }): Promise<void> {
  const ask = async (query: string): Promise<void> => {
    const answer = await caller.send(operator, '/graphql', 'POST', { query: `mutation { ${query} }` });
    const [payload] = Object.values(answer?.json.data ?? {});
    if (!payload || (payload.userErrors as unknown as unknown[]).length > 0)
      throw new Error(`${query}: ${JSON.stringify(answer)}`);
  };
  await ask('zoneCreate(input: { origin: "ee" }) { userErrors { message } }');
  for (const [operation, price] of Object.entries(prices))
    await ask(
      `priceSet(input: { zone: "ee", operation: ${operation}, period: "P1Y", price: "${price}" }) { userErrors { message } }`,
    );
  await ask(
    'settingSet(input: { name: "days_to_renew_domain_before_expire", value: "0" }) { userErrors { message } }',
  );
  for (const code of ['ALPHA', 'BETA']) {
    await ask(
      `registrarCreate(input: { code: "${code}", name: "${code}", balance: "${deposit}.00" }) { userErrors { message } }`,
    );
    await ask(
      `apiUserCreate(input: { registrar: "${code}", username: "${code}", password: "${code}-password", roles: [SUPER] }) { userErrors { message } }`,
    );
  }
}

/** Keeps doing one thing after another until it is told to end. */
abstract class Worker {
  #isOver = false;
  #working: Promise<void> = Promise.resolve();
  #failure: unknown;

  begin(): void {
    this.#working = this.#work();
    this.#working.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Throws what has ended it before it was told to. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      await this.step();
      await sleep(20);
    }
  }

  protected abstract step(): Promise<void>;
}

/** What somebody has asked for, and what is asked again with the same key until it is acknowledged. */
interface Write {
  readonly who?: Who;
  readonly path: string;
  readonly body: object;
}

/** Registers and renews domains with new contacts, and is credited; everything has a key, and is repeated with it until it is acknowledged. */
class Registrar extends Worker {
  readonly code: string;
  readonly who: Who;
  readonly #caller: Caller;
  readonly #operator: Who;
  readonly #contacts: string[] = [];
  /** The day on which each domain expires. */
  readonly #domains = new Map<string, string>();
  #renewals = 0;
  #credits = 0;
  #keys = 0;
  #acknowledged = 0;
  #replayed = 0;
  /** In this round. */
  refused = 0;

  constructor(code: string, caller: Caller, operator: Who) {
    super();
    this.code = code;
    this.#caller = caller;
    this.#operator = operator;
    this.who = { authorization: basic(code, `${code}-password`) };
  }

  newRound(): void {
    this.refused = 0;
  }

  /** The contact that was acknowledged last. */
  get newest(): string | undefined {
    return this.#contacts.at(-1);
  }

  async writesAgain(): Promise<void> {
    const before = this.#acknowledged;
    const elapsed = stopwatch();
    // The first of them may have been written before.
    while (this.#acknowledged < before + 2) {
      this.check();
      if (elapsed() > 60_000) throw new Error(`${this.code} does not write again`);
      await sleep(20);
    }
  }

  protected async step(): Promise<void> {
    const made = await this.#write({ path: '/registry/v1/contacts', body: { contact: person } });
    const contact = String(made.contact?.code);
    this.#contacts.push(contact);
    const name = `${this.code.toLowerCase()}-${this.#contacts.length}.ee`;
    await this.#write({ path: '/registry/v1/domains', body: registration(name, contact) });
    const expires = await this.#expiryOf(name);
    this.#domains.set(name, expires);
    const renewal = { period: 1, period_unit: 'y', exp_date: expires };
    await this.#write({ path: `/registry/v1/domains/${name}/renew`, body: { renews: renewal } });
    this.#renewals += 1;
    this.#domains.set(
      name,
      expires.replace(/^\d+/, (year) => String(Number(year) + 1)),
    );
    const query = `mutation ($key: String!) { accountAdjust(idempotencyKey: $key, input: { registrar: "${this.code}", amount: "1.00" }) { transaction { id } } }`;
    await this.#write({ who: this.#operator, path: '/graphql', body: { query } });
    this.#credits += 1;
  }

  /** With a key of its own, again and again until it is acknowledged. What does not succeed says when to come again. */
  async #write({ who = this.who, path, body }: Write): Promise<Loose> {
    this.#keys += 1;
    const key = `${this.code}-${this.#keys}`;
    const isGraph = path === '/graphql';
    const sent = isGraph ? { ...body, variables: { key } } : body;
    for (;;) {
      const answer = await this.#caller.send(
        who,
        path,
        'POST',
        sent,
        isGraph ? {} : { 'idempotency-key': key },
      );
      const data = answer?.json.data;
      const isDone = isGraph ? data?.accountAdjust?.transaction : Number(answer?.json.code) === 1000;
      if (answer?.status === 200 && data && isDone) {
        this.#acknowledged += 1;
        if (answer.headers.get('idempotent-replayed')) this.#replayed += 1;
        return data;
      }
      if (answer?.status !== 503 || !answer.headers.get('retry-after'))
        throw new Error(`neither done nor told to come again: ${path} ${JSON.stringify(answer)}`);
      this.refused += 1;
      await sleep(200);
    }
  }

  /** The day on which it expires, from an answer that is not stale. */
  async #expiryOf(name: string): Promise<string> {
    for (;;) {
      const query = `{ domain(name: "${name}") { expiresAt } }`;
      const answer = await this.#caller.send(this.who, '/graphql', 'POST', { query });
      const expires = answer?.json.data?.domain?.expiresAt;
      if (expires && !answer.headers.get('zonegraph-stale')) return String(expires).slice(0, 10);
      await sleep(100);
    }
  }

  /** Everything that was acknowledged is there, once, and nothing else. */
  async prove(caller: Caller): Promise<string> {
    const listed = await caller.rest(this.who, 'GET /contacts?limit=');
    const kept = listed?.data.contacts as unknown as string[];
    expectEqual([...kept].sort(), [...this.#contacts].sort(), `contacts of ${this.code}`);
    const domains = await caller.rest(this.who, 'GET /domains?limit=&details=true');
    const found = ((domains?.data.domains ?? []) as unknown as { name: string; expire_time: string }[]).map(
      ({ name, expire_time }) => `${name} ${expire_time.slice(0, 10)}`,
    );
    const wanted = [...this.#domains].map(([name, expires]) => `${name} ${expires}`);
    expectEqual(found.sort(), wanted.sort(), `domains of ${this.code} and when they expire`);
    const account = await caller.rest(this.who, 'GET /accounts/balance');
    const spent = Number(prices.CREATE) * this.#domains.size + Number(prices.RENEW) * this.#renewals;
    expectEqual(
      Number(account?.data.balance),
      deposit - spent + this.#credits,
      `the balance of ${this.code}`,
    );
    await proveLedger(caller, this.#operator);
    return (
      `${this.code}: ${this.#contacts.length} contacts, ${this.#domains.size} registrations, ${this.#renewals} renewals and ${this.#credits} credits ` +
      `were acknowledged, ${this.#replayed} of them with a repeated key; each is there once, and the ledger adds up`
    );
  }
}

/** Reads all the time what its registrar was told is there. */
class Reader extends Worker {
  readonly #caller: Caller;
  readonly #registrar: Registrar;
  #answered = stopwatch();
  #turn = 0;
  #reads = 0;
  /** The longest time without an answer, and the answers that were marked as stale, in this round. */
  #longestMs = 0;
  stale = 0;

  constructor(caller: Caller, registrar: Registrar) {
    super();
    this.#caller = caller;
    this.#registrar = registrar;
  }

  get longestMs(): number {
    return Math.max(this.#longestMs, this.#answered());
  }

  newRound(): void {
    this.#longestMs = 0;
    this.stale = 0;
  }

  protected async step(): Promise<void> {
    const { newest, who } = this.#registrar;
    if (!newest) return;
    this.#turn += 1;
    const query = `{ contact(code: "${newest}") { code } }`;
    const answer = await (this.#turn % 2 === 0
      ? this.#caller.send(who, '/graphql', 'POST', { query })
      : this.#caller.send(who, `/registry/v1/contacts/${newest}`, 'GET'));
    const isStale = answer?.headers.has('zonegraph-stale') ?? false;
    const isThere = answer?.status === 200 && JSON.stringify(answer.json).includes(newest);
    if (!isThere && !isStale) {
      if (answer?.status === 503) return;
      throw new Error(`an answer that is not marked as stale lacks ${newest}: ${JSON.stringify(answer)}`);
    }
    if (isStale) this.stale += 1;
    this.#reads += 1;
    this.#longestMs = this.longestMs;
    this.#answered = stopwatch();
  }

  get told(): string {
    return `${this.#reads} reads were answered`;
  }
}
