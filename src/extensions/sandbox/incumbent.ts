import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import { registrySettings } from '../../registry/operations/settings.ts';
import { deletionForbiddenBy } from '../../registry/rules/domain/allowed-actions.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import { chargeFor } from '../../registry/rules/money/charges.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { post } from '../../registry/store/registry/accounts.ts';
import { apiUserByName } from '../../registry/store/registry/api-users.ts';
import { domainsByName } from '../../registry/store/registry/domains.ts';
import { pricesByZone } from '../../registry/store/registry/zones.ts';
import { moveDomain, namesWithRandomTies } from './store/incumbent.ts';

interface Parts {
  readonly app: Pick<FastifyInstance, 'inject'>;
  readonly container: { readonly database: Database; readonly clock: Clock; readonly calendar: Calendar };
  /** The time that it takes per domain in an answer; it handles one request at a time. */
  readonly domainMs?: number;
}

export interface IncumbentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly payload: Buffer;
}

export interface IncumbentAnswer {
  readonly status: number;
  readonly body: unknown;
}

type Body = Readonly<Record<string, unknown>>;
interface ParsedRequest extends IncumbentRequest {
  /** Below the prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Body;
}

const prefix = '/repp/v1';
const known = /^\/repp\/v1\/(accounts|contacts|domains|invoices|registrar)(\/|$)/;
const lists = ['/contacts', '/registrar/notifications/all_notifications'];
const longestPath = limit(
  'characters of a path of the stand-in registry',
  255,
  'No path of the registry is longer.',
);
const longestPhone = limit(
  'characters of a phone number at the stand-in registry',
  17,
  'The registry it plays takes no longer ones.',
);
const wholeAddress = ['country_code', 'city', 'street', 'zip'];

const page = (title: string): string =>
  `<!DOCTYPE html>\n<html>\n<head>\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`;
const broken: IncumbentAnswer = { status: 500, body: page("We're sorry, but something went wrong (500)") };
const nowhere: IncumbentAnswer = {
  status: 404,
  body: page("The page you were looking for doesn't exist (404)"),
};
const refusal = (code: number, message: string): IncumbentAnswer => ({
  status: 400,
  body: { code, message, data: {} },
});
const success = (data: unknown): IncumbentAnswer => ({
  status: 200,
  body: { code: 1000, message: 'Command completed successfully', data },
});

/**
 * Simulates the registry that most clients use today, as recorded in test/extensions/facade/recordings: a sandbox
 * behind it stores the objects, and this class adds the differences. The incumbent supports neither idempotency keys
 * nor dry runs, has no stable order, leaves refused writes half done, and answers 500 as HTML.
 */
export class Incumbent {
  readonly #parts: Parts;
  /** Set it to see how a slow registry is handled. */
  domainMs: number;
  /** Data that no sandbox can hold, such as old identities: fields of contacts and domains, by code or name. */
  readonly odd = new Map<string, Body>();
  /** The time until which it is busy. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.domainMs = parts.domainMs ?? 0;
  }

  readonly listener: RequestListener = (request, response) => {
    const { method = 'GET', url = '', headers } = request;
    buffer(request)
      .then((payload) => this.answer({ method, url, headers, payload }))
      .catch(() => broken)
      .then(({ status, body }) => {
        const { type, text } = written({ status, body });
        response.writeHead(status, { 'content-type': type }).end(text);
      });
  };

  async answer(request: IncumbentRequest): Promise<IncumbentAnswer> {
    const url = new URL(request.url, 'http://incumbent');
    if (!known.test(url.pathname)) return nowhere;
    let body: Body;
    try {
      body = (request.payload.length > 0 ? JSON.parse(String(request.payload)) : {}) ?? {};
    } catch {
      return { status: 400, body: '' };
    }
    const asked = { ...request, path: url.pathname.slice(prefix.length), query: url.searchParams, body };
    // Without a limit, it returns all rows.
    const isWhole = request.method === 'GET' && !url.searchParams.has('limit');
    const whole = `${request.url}${url.search === '' ? '?' : '&'}limit=`;
    return (
      (await this.#ofItsOwn(asked)) ??
      this.#passed(isWhole && lists.includes(asked.path) ? { ...asked, url: whole } : asked)
    );
  }

  /** Answers the requests that the incumbent handles differently from the sandbox behind it. */
  async #ofItsOwn(asked: ParsedRequest): Promise<IncumbentAnswer | undefined> {
    const { method, path, query, body } = asked;
    const domain = hash(body.domain);
    if (isMalformed(query)) return broken;
    if (keysIn(body).some(({ flags }) => ['1', '255'].includes(String(flags)))) return broken;
    switch (`${method} ${path.replace(/^\/(contacts|domains)\/[^/]+/, '/$1/:key')}`) {
      case 'POST /contacts':
      case 'PUT /contacts/:key':
        return this.#writeContact(asked, hash(body.contact));
      case 'GET /domains':
        return this.#list(asked);
      case 'GET /domains/:key':
        await this.#works(1);
        return path.length > longestPath ? broken : undefined;
      case 'PUT /domains/:key':
        return domain.transfer_code === '' ? broken : undefined;
      case 'DELETE /domains/:key':
        return this.#delete(asked, hash(domain.delete));
      case 'POST /domains':
        return this.#register(asked, domain);
      case 'POST /domains/:key/contacts':
      case 'DELETE /domains/:key/contacts':
        return this.#contacts(asked);
      case 'POST /domains/:key/bulk':
        return path === '/domains/renew/bulk' ? this.#bulkRenewal(asked) : undefined;
      default:
        return undefined;
    }
  }

  /** Postal addresses are discarded, or required as a whole in every write. */
  async #writeContact(asked: ParsedRequest, contact: Body): Promise<IncumbentAnswer | undefined> {
    if (String(contact.phone ?? '').length > longestPhone) return broken;
    const { addr, ...others } = contact;
    const { addressProcessing } = await registrySettings(this.#parts.container.database.db);
    if (addressProcessing) {
      const missing = addr ? wholeAddress.find((part) => !hash(addr)[part]) : 'addr';
      const message = `param is missing or the value is empty: ${missing}`;
      return missing ? { status: 400, body: { code: 2003, message } } : undefined;
    }
    if (Object.keys(hash(addr)).length === 0) return undefined;
    const payload = payloadOf({ ...asked.body, contact: others });
    const { status, body } = await this.#passed({ ...asked, payload });
    const message = 'Command completed successfully; Postal address data discarded';
    return { status, body: status === 200 ? { ...hash(body), code: 1100, message } : body };
  }

  /** Fails for a wrong registrant and for a registered name in its other spelling, which it has charged by then. */
  async #register(asked: ParsedRequest, domain: Body): Promise<IncumbentAnswer | undefined> {
    const code = String(domain.registrant ?? '');
    const registrant = await this.#inject({
      ...asked,
      method: 'GET',
      url: `${prefix}/contacts/${encodeURIComponent(code)}`,
      payload: Buffer.of(),
    });
    if (registrant.status === 404 || (registrant.status === 200 && code !== code.toUpperCase()))
      return broken;
    const given = String(domain.name ?? '');
    const name = normaliseLookup(given);
    const known = /^xn--/i.test(given) && (await this.#domain(name));
    if (registrant.status !== 200 || !known) return undefined;
    const { database, clock, calendar } = this.#parts.container;
    const today = calendar.dateOf(clock.now());
    const price = (await pricesByZone(database.db, 'create', 12, today)).get(known.zone_id);
    const user = await this.#user(asked);
    if (price && user)
      await post(database.db, [
        {
          ...chargeFor('create', name, price),
          registrarId: user.registrar_id,
          requestId: randomUUID(),
          by: user.username,
          at: clock.now(),
        },
      ]);
    return broken;
  }

  /** While a change is pending, it reports a deletion without confirmation as done, and does nothing. */
  async #delete(asked: ParsedRequest, { verified }: Body): Promise<IncumbentAnswer | undefined> {
    const there = await this.#domain(decodeURIComponent(asked.path.split('/')[2] ?? ''));
    const user = await this.#user(asked);
    const isOurs = there && there.registrar_id === user?.registrar_id;
    return isOurs && String(verified) === 'true' && deletionForbiddenBy(there.statuses).length > 0
      ? success({ domain: { name: there.name } })
      : undefined;
  }

  /** Unknown types are ignored. */
  async #contacts(asked: ParsedRequest): Promise<IncumbentAnswer | undefined> {
    const { contacts } = asked.body;
    const known = hashes(contacts).filter(({ type }) => type === 'admin' || type === 'tech');
    if (!Array.isArray(contacts) || known.length === contacts.length) return undefined;
    if (known.length > 0) return this.#passed({ ...asked, payload: payloadOf({ contacts: known }) });
    const name = decodeURIComponent(asked.path.split('/')[2] ?? '');
    return success({ domain: { name } });
  }

  /**
   * Renews one domain after another, of any registrar and as often as it is named; earlier renewals stay after a
   * failure.
   */
  async #bulkRenewal(asked: ParsedRequest): Promise<IncumbentAnswer | undefined> {
    const { domains, renew_period } = asked.body;
    const user = await this.#user(asked);
    if (!user || !Array.isArray(domains) || domains.length === 0) return undefined;
    if (!/^(\d+y|[369]m)$/.test(String(renew_period))) return refusal(2005, 'Invalid renew period');
    const names = domains.map((name) => normaliseLookup(String(name)));
    for (const [index, name] of names.entries())
      if (!(await this.#domain(name))) return refusal(2304, `Object does not exist: ${domains[index]}`);
    const { db } = this.#parts.container.database;
    const wrong: string[] = [];
    for (const name of names) {
      const sponsor = (await this.#domain(name))?.registrar_id ?? user.registrar_id;
      await moveDomain(db, name, user.registrar_id);
      const { status, body } = await this.#passed({
        ...asked,
        payload: payloadOf({ domains: [name], renew_period }),
      });
      await moveDomain(db, name, sponsor);
      const { code, message } = hash(body);
      if (status !== 200 && code !== 2002) return { status, body };
      // The answer does not mention the others.
      if (status !== 200) wrong.push(String(message).replace('; nothing was renewed', ''));
    }
    return wrong.length > 0 ? refusal(2002, wrong.join(', ')) : success({ updated_domains: names });
  }

  /** `valid_to asc, created_at desc` by default. */
  async #list(asked: ParsedRequest): Promise<IncumbentAnswer | undefined> {
    const { query } = asked;
    const isDetailed = query.get('details') === 'true';
    const limit = Number(query.get('limit') ?? Number.MAX_SAFE_INTEGER);
    const offset = Number(query.get('offset') ?? 0);
    const isItsOrder = ![...query.keys()].some((key) => key.startsWith('q['));
    const user = await this.#user(asked);
    if (!isItsOrder || !user) {
      const reported = await this.#passed(asked);
      await this.#works(isDetailed ? rowsIn(reported).length : 0);
      return reported;
    }
    const url = `${prefix}/domains?limit=1&details=${isDetailed}`;
    const reported = await this.#passed({ ...asked, url });
    if (reported.status !== 200) return reported;
    const { db } = this.#parts.container.database;
    const names = await namesWithRandomTies(db, user.registrar_id, { limit, offset });
    if (isDetailed) await this.#works(names.length);
    const shown = await Promise.all(names.map((name) => (isDetailed ? this.#shown(asked, name) : name)));
    const { data, ...envelope } = hash(reported.body);
    // Objects removed meanwhile are in no list.
    return { ...reported, body: { ...envelope, data: { ...hash(data), domains: shown.filter(Boolean) } } };
  }

  async #shown(asked: ParsedRequest, name: string): Promise<unknown> {
    const { body } = await this.#passed({ ...asked, url: `${prefix}/domains/${encodeURIComponent(name)}` });
    return hash(hash(body).data).domain;
  }

  async #works(domains: number): Promise<void> {
    if (this.domainMs === 0 || domains === 0) return;
    const before = this.#busy;
    this.#busy = before.then(() => sleep(this.domainMs * domains));
    await this.#busy;
  }

  async #user(asked: ParsedRequest) {
    return apiUserByName(this.#parts.container.database.db, given(asked).username ?? '');
  }

  async #domain(name: string) {
    const { database, clock, calendar } = this.#parts.container;
    return (await domainsByName(database.db, [normaliseLookup(name)], calendar.dateOf(clock.now())))[0];
  }

  /** Forwards the request to the sandbox, and returns its answer in the incumbent's format. */
  async #passed(asked: ParsedRequest): Promise<IncumbentAnswer> {
    const { status, body } = await this.#inject(asked);
    const { code, message, data } = hash(body);
    const isDomain = /^[^?]*\/domains\/[^/?]+(\?|$)/.test(asked.url) && asked.method === 'GET';
    if (status === 404 && isDomain)
      return { status: 401, body: { code: 2201, message: 'Authorization error' } };
    // A refused caller gets its own request back.
    if (status === 401 && code === 2202)
      return { status, body: { code, message, data: { ...given(asked), eligible_for_sign_in: null } } };
    const isShort = status === 404 || status === 401 || String(message).startsWith('param is missing');
    if (isShort) return { status, body: { code, message } };
    // Its refusals have no details.
    const shown = status === 200 ? this.#inIncumbentForm(data, asked) : {};
    return { status, body: { code, message, data: shown } };
  }

  /** Adds the incumbent's own fields, and drops trailing zeros from amounts. */
  #inIncumbentForm(value: unknown, asked: ParsedRequest): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#inIncumbentForm(one, asked));
    if (typeof value !== 'object' || value === null) return value;
    const reported: Body = Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (amounts.includes(key) && typeof one === 'string') return [key, one.replace(/(\.\d)0$/, '$1')];
        if (key === 'statuses' && !Array.isArray(one)) return [key, withTexts(hash(one))];
        return [key, this.#inIncumbentForm(one, asked)];
      }),
    );
    if ('attached_obj_id' in reported && /\/\d+$/.test(asked.path)) return { ...reported, read: false };
    if ('sum' in reported) return { currency: 'EUR', updator: null, ...reported };
    if ('expire_time' in reported) return { ...reported, ...this.odd.get(String(reported.name)) };
    if (!('auth_info' in reported)) return reported;
    const whole: Body = { ...unverified, ...reported, ...this.odd.get(String(reported.code)) };
    const { domains, domains_count, ...contact } = whole;
    // Lists leave out fields that need a count.
    return asked.path === '/contacts' ? contact : { ...contact, domains, domains_count };
  }

  async #inject({ method, url, headers, payload }: IncumbentRequest): Promise<IncumbentAnswer> {
    const {
      'idempotency-key': _,
      'dry-run': __,
      'if-outcome': ___,
      'content-length': ____,
      // The body is read here.
      'accept-encoding': _____,
      ...passed
    } = headers;
    const answer = await this.#parts.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: passed,
      ...(payload.length > 0 && { payload }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? '' : JSON.parse(answer.body) };
  }
}

/** The body of an answer as text. */
export function written({ body }: IncumbentAnswer): { readonly type: string; readonly text: string } {
  return typeof body === 'string'
    ? { type: 'text/html; charset=UTF-8', text: body }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(body) };
}

const payloadOf = (body: object): Buffer => Buffer.from(JSON.stringify(body));

const hash = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
const hashes = (value: unknown): Body[] => (Array.isArray(value) ? value.map(hash) : []);

const rowsIn = ({ body }: IncumbentAnswer): Body[] => hashes(hash(hash(body).data).domains);

const keysIn = (body: Body): Body[] => {
  const { dnskeys_attributes, dns_keys } = hash(body.domain);
  return [body.dns_keys, dnskeys_attributes, dns_keys].flatMap(hashes);
};

const isMalformed = (query: URLSearchParams): boolean => {
  const numbers = ['limit', 'offset'].flatMap((name) => query.getAll(name));
  const from = query.get('from');
  return numbers.some((value) => !/^\d+$/.test(value)) || (from !== null && !/^\d{4}-\d\d-\d\d/.test(from));
};

const unverified = {
  verification_id: null,
  verification_pending_at: null,
  verification_snapshot: {},
};
const amounts = ['balance', 'sum', 'amount'];

const withTexts = (notes: Body): Body =>
  Object.fromEntries(Object.entries(notes).map(([status, note]) => [status, note ?? '']));

function given({ headers }: ParsedRequest): { username: string | null; password: string | null } {
  const [, encoded] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
  if (encoded === undefined) return { username: null, password: null };
  const [username = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return { username, password: password.join(':') };
}
