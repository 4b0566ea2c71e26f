import { randomBytes, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, type BenchRequest, graphql, type Places, scenarios } from './scenarios.ts';

/** One kind of request; `send` throws when the answer is not the one that its kind gets. */
interface Kind {
  readonly title: string;
  /** How many of a hundred requests are of this kind. */
  readonly share: number;
  readonly send: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
  /** Hangs up after so many milliseconds, whatever has come by then. */
  readonly timeoutMs?: number;
}

const csvDocument =
  '{ domains { nodes { name expiresAt registrant { code name } nameservers { hostname } } } }';
const following =
  'subscription ($name: DomainName!) { domainChanged(name: $name) { id kind domain { name } } }';
const updating =
  'mutation ($name: DomainName!, $code: Secret!) { domainUpdate(input: { name: $name, transferCode: $code }) { userErrors { code } } }';
const paths = ['/', '/docs', '/readyz', '/operator', '/openapi.json', '/guides', '/nothing/at/all'];
/** So many names are changed over and over, and followed. */
const lively = 64;
const senders = 6;

/**
 * All kinds of requests at once, by a few who each send the next when the last was answered, beside many who follow
 * a domain live, stay for a while and go without a word.
 */
export class Traffic {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #kinds: readonly Kind[];
  readonly #names: readonly string[];
  readonly #streams: number;
  readonly #open = new Set<ClientRequest>();
  readonly #working: Promise<void>[] = [];
  #ending = new AbortController();
  /** How many there were of each kind. */
  readonly counts = new Map<string, number>();
  /** What those who follow were told. */
  events = 0;
  /** Answers that were not what their kind gets, with how often they came. */
  readonly surprises = new Map<string, number>();

  constructor(url: string, places: Places, streams: number) {
    this.#url = new URL(url);
    this.#names = places.names.slice(0, lively);
    this.#streams = streams;
    this.#kinds = this.#all(places);
  }

  get requests(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  start(): void {
    this.#ending = new AbortController();
    setMaxListeners(0, this.#ending.signal);
    for (let sender = 0; sender < senders; sender += 1) this.#working.push(this.#keepSending());
    for (let client = 0; client < this.#streams; client += 1) this.#working.push(this.#keepFollowing());
  }

  /** Everybody goes; resolves when all have. */
  async stop(): Promise<void> {
    this.#ending.abort();
    for (const stream of this.#open) stream.destroy();
    await Promise.all(this.#working.splice(0));
    this.#agent.destroy();
  }

  /** Documents as large as they may be, until the server has forgotten the first again: its memory of them is full. */
  async fillMemories(documents: number): Promise<void> {
    for (let time = 0; time < documents; time += 1) await this.#send(graphql(newDocument(1900), {}));
  }

  async #keepSending(): Promise<void> {
    const turns = this.#kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
    while (!this.#ending.signal.aborted) {
      const kind = turns[randomInt(turns.length)] as Kind;
      await kind.send().catch((error: unknown) => this.#surprise(kind.title, error));
      this.#count(kind.title);
    }
  }

  /** One in ten goes before it is answered, one in ten never reads what it is sent. */
  async #keepFollowing(): Promise<void> {
    const { signal } = this.#ending;
    // Not all at once.
    await pause(randomInt(10_000), signal);
    while (!signal.aborted) {
      const stream = this.#request(
        graphql(following, { name: this.#names[randomInt(this.#names.length)] }),
        { headers: { accept: 'text/event-stream' } },
        false,
      );
      this.#open.add(stream);
      const gone = new Promise<void>((resolve) => {
        stream.once('close', resolve);
        stream.on('error', () => {});
      });
      const reads = randomInt(10) > 0;
      stream.once('response', (response: IncomingMessage) => {
        if (response.statusCode !== 200)
          this.#surprise('live stream', new Error(String(response.statusCode)));
        response.on('error', () => {});
        if (reads)
          response.on('data', (chunk) => {
            if (String(chunk).includes('event: next')) this.events += 1;
          });
      });
      const isUrgent = randomInt(10) === 0;
      await Promise.race([pause(isUrgent ? randomInt(20) : 1000 + randomInt(29_000), signal), gone]);
      stream.destroy();
      await gone;
      this.#open.delete(stream);
      this.#count('live stream');
    }
  }

  #count(title: string): void {
    this.counts.set(title, (this.counts.get(title) ?? 0) + 1);
  }

  #surprise(title: string, error: unknown): void {
    const text = `${title}: ${error instanceof Error ? error.message : String(error)}`;
    this.surprises.set(text, (this.surprises.get(text) ?? 0) + 1);
  }

  #request(
    { method, path, body }: BenchRequest,
    { headers, from }: Options,
    keepAlive: boolean,
  ): ClientRequest {
    const asked = request(new URL(path, this.#url), {
      method,
      agent: keepAlive && from === undefined ? this.#agent : false,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(from !== undefined && { localAddress: from }),
    });
    asked.end(body);
    return asked;
  }

  /** Undefined: it was not waited for. */
  #send(asked: BenchRequest, options: Options = {}): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const sent = this.#request(asked, options, options.timeoutMs === undefined);
      let hungUp = false;
      if (options.timeoutMs !== undefined)
        setTimeout(() => {
          hungUp = true;
          sent.destroy();
          resolve(undefined);
        }, options.timeoutMs);
      const fail = (error: Error): void => (hungUp ? resolve(undefined) : reject(error));
      sent.on('error', fail);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', fail);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
    });
  }

  #all(places: Places): Kind[] {
    const measured = new Map(
      scenarios(places)
        .filter(({ server }) => server === 'product')
        .map(({ group, next }) => [group, next] as const),
    );
    const next = (group: 'page' | 'domain' | 'groups' | 'rest page' | 'registration'): BenchRequest =>
      measured.get(group)?.() ?? { method: 'GET', path: '/' };
    const csv: BenchRequest = { ...graphql(csvDocument, {}), path: '/graphql?all=true' };
    const kind = (
      title: string,
      share: number,
      expected: { readonly status: number | readonly number[]; readonly text: RegExp },
      make: () => readonly [BenchRequest, Options?],
    ): Kind => ({
      title,
      share,
      send: async () => {
        const answer = await this.#send(...make());
        const statuses = [expected.status].flat();
        if (answer && !(statuses.includes(answer.status) && expected.text.test(answer.text)))
          throw new Error(`${answer.status} ${answer.text.slice(0, 160)}`);
      },
    });
    const fine = { status: 200, text: /^\{"data":\{(?!.*"userErrors":\[\{)/s };
    const done = { status: 200, text: /"code":1000/ };
    const soon = (): Options => ({ timeoutMs: randomInt(40) });
    return [
      kind('page', 15, fine, () => [next('page')]),
      kind('single domain', 20, fine, () => [next('domain')]),
      kind('groups', 2, fine, () => [next('groups')]),
      kind('document never seen before', 5, fine, () => [graphql(newDocument(1 + randomInt(20)), {})]),
      kind('REST page', 5, done, () => [next('rest page')]),
      kind('registration', 12, done, () => [next('registration')]),
      kind('update', 12, fine, () => [
        graphql(updating, { name: this.#names[randomInt(this.#names.length)], code: word() }),
      ]),
      kind('CSV', 1, { status: [200, 429], text: /^\uFEFFname,|THROTTLED/ }, () => [
        csv,
        { headers: { accept: 'text/csv' } },
      ]),
      kind('CSV, given up', 1, { status: 200, text: /^/ }, () => [
        csv,
        { headers: { accept: 'text/csv' }, timeoutMs: 20 + randomInt(200) },
      ]),
      kind('page, given up', 5, { status: 200, text: /^/ }, () => [next('page'), soon()]),
      kind('registration, given up', 2, { status: 200, text: /^/ }, () => [next('registration'), soon()]),
      // From addresses of their own, or this one would be kept waiting.
      kind('wrong password', 5, { status: [401, 429], text: /2202|2501|2502|2200/ }, () => [
        next('rest page'),
        {
          from: `127.${1 + randomInt(250)}.${randomInt(250)}.${1 + randomInt(250)}`,
          headers: { authorization: `Basic ${Buffer.from(`${word()}:${word()}`).toString('base64')}` },
        },
      ]),
      kind('token that is none', 2, { status: [401, 200], text: /errors|2202/ }, () => [
        next('page'),
        { headers: { authorization: `Bearer ${word()}` } },
      ]),
      kind('document that cannot be parsed', 3, { status: [400, 200], text: /"errors"/ }, () => [
        graphql(`query { domains { nodes { ${word()} } `, {}),
      ]),
      kind('field that does not exist', 3, { status: [400, 200], text: /"errors"/ }, () => [
        graphql(`{ domains { ${word()} } }`, {}),
      ]),
      kind('body that is no JSON', 2, { status: 400, text: /"errors"/ }, () => [
        { method: 'POST', path: '/graphql', body: `{"query": ${word()}` },
      ]),
      kind('REST body that is no JSON', 2, { status: [400, 200], text: /2001/ }, () => [
        { method: 'POST', path: '/registry/v1/domains', body: `{"domain": ${word()}` },
      ]),
      kind('web page', 1, { status: [200, 302, 303, 404], text: /^/ }, () => [
        { method: 'GET', path: paths[randomInt(paths.length)] ?? '/' },
        { headers: { accept: 'text/html' } },
      ]),
      { title: 'half a request', share: 1, send: () => this.#raw(halfARequest) },
      { title: 'no HTTP', share: 1, send: () => this.#raw(`${word()}\r\n\r\n`) },
    ];
  }

  /** Sends what is no request, and goes. */
  async #raw(text: string): Promise<void> {
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    socket.on('error', () => {});
    socket.resume().write(text);
    await sleep(randomInt(100));
    socket.destroy();
  }
}

const word = (): string => `w${randomBytes(8).toString('hex')}`;

const halfARequest = `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"query"`;

/** One that nobody has sent before, with so many words in it. */
const newDocument = (words: number): string =>
  `query ${word()} { domains(first: 1, where: { name: { in: [${'"a.ee" '.repeat(words)}] } }) { nodes { name } } }`;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {});
