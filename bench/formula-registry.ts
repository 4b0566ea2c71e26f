import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** How many there are of each; what they are follows from their number. */
export interface Sizes {
  readonly domains: number;
  readonly contacts: number;
  readonly movements: number;
}

export interface FormulaRegistry {
  readonly url: string;
  /** `GET /domains?limit=200&offset=0&details=true`, without the prefix, in the order in which they came. */
  readonly seen: string[];
  /** Names that were registered here, by request: twice where it was done twice. */
  readonly registered: string[];
  /** No two answers have their rows in the same order, as in a list that is sorted by what many have in common. */
  isUnsorted: boolean;
  /** Called before each answer; what it gives back is waited for. */
  before: ((line: string) => unknown) | undefined;
  close(): Promise<void>;
}

const prefixes = ['/repp/v1', '/registry/v1'];
const moment = (seconds: number): string => new Date(1_700_000_000_000 + seconds * 1000).toISOString();
const registrar = { name: 'Formula Domains', website: null };

const contact = (n: number) => ({
  code: `FORMULA:C${n}`,
  name: `Person Number ${n}`,
  email: `person${n}@mail.example`,
  phone: `+372.${5_000_000 + n}`,
  ident: { code: '1990-01-01', type: 'birthday', country_code: 'US' },
  auth_info: `auth-${n}`,
  statuses: { ok: '', linked: '' },
  disclosed_attributes: [],
  created_at: moment(n),
  registrar,
});

const person = (n: number, contacts: number) => ({
  code: `FORMULA:C${n % contacts}`,
  name: `Person Number ${n % contacts}`,
});

const domain = (name: string, n: number, contacts: number) => ({
  name,
  registrant: person(n, contacts),
  created_at: moment(n),
  updated_at: moment(n),
  expire_time: moment(n + 900 * 86_400),
  outzone_at: null,
  delete_date: null,
  force_delete_date: null,
  contacts: [
    { ...person(n + 1, contacts), type: 'AdminDomainContact' },
    { ...person(n + 2, contacts), type: 'TechDomainContact' },
  ],
  nameservers: [1, 2].map((k) => ({
    id: 2 * n + k,
    hostname: `ns${k}.host${n % 1000}.example`,
    ipv4: [`192.0.2.${(n % 250) + 1}`],
    ipv6: [],
  })),
  dnssec_keys: [],
  statuses: { ok: '' },
  registrar,
  dispute: false,
  transfer_code: `transfer-${n}`,
});

const movement = (n: number) => ({
  created_at: moment(n),
  description: `Create formula-${n}.ee`,
  type: 'debit',
  sum: '-10.0',
  balance: `${1_000_000 - 10 * (n + 1)}.0`,
  currency: 'EUR',
});

/**
 * A registry that speaks the registrar API and holds nothing: every page is made when it is asked for. What many domains
 * cost whoever reads them can be seen with it, and what becomes of a change that is cut off.
 */
export async function formulaRegistry(sizes: Sizes, port = 0): Promise<FormulaRegistry> {
  const numberOf = (name: string): number => {
    const n = Number(/^formula-(\d+)\.ee$/.exec(name)?.[1] ?? Number.NaN);
    return n < sizes.domains ? n : registry.registered.indexOf(name) < 0 ? Number.NaN : sizes.domains;
  };
  const made = new Map<
    string,
    { readonly registrant: { readonly code: string }; readonly created_at: string }
  >();
  const named = (name: string) => {
    return { ...domain(name, numberOf(name), sizes.contacts), ...made.get(name) };
  };
  const page = <T>(query: URLSearchParams, count: number, make: (n: number) => T): T[] => {
    const offset = Number(query.get('offset') ?? 0);
    const length = Math.max(0, Math.min(Number(query.get('limit') ?? 200), count - offset));
    const turn = registry.isUnsorted ? 7_919 * registry.seen.length : 0;
    return Array.from({ length }, (_, index) => make((offset + index + turn) % count));
  };
  const lastPart = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const answerTo = (path: string, query: URLSearchParams): unknown => {
    const { domains, contacts, movements } = sizes;
    const count = domains + registry.registered.length;
    if (path === '/contacts') return { contacts: page(query, contacts, contact), count: contacts };
    if (path.startsWith('/contacts/')) return { contact: contact(Number(path.split('C').at(-1))) };
    if (path === '/domains')
      return {
        domains: page(query, count, (n) => {
          const name = n < domains ? `formula-${n}.ee` : (registry.registered[n - domains] ?? '');
          return query.get('details') === 'true' ? named(name) : name;
        }),
        count,
      };
    if (path.startsWith('/domains/'))
      return Number.isNaN(numberOf(lastPart(path))) ? undefined : { domain: named(lastPart(path)) };
    if (path === '/accounts') return { activities: page(query, movements, movement), count: movements };
    if (path === '/accounts/balance')
      return { balance: movement(movements - 1).balance, currency: 'EUR', transactions: [] };
    return path === '/registrar/notifications/all_notifications' ? [] : undefined;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://registry');
    if (pathname === '/calls') return void response.end(JSON.stringify(registry.seen.length));
    const prefix = prefixes.find((one) => pathname.startsWith(one));
    const path = prefix === undefined ? '/elsewhere' : pathname.slice(prefix.length);
    const line = `${request.method} ${path}${search}`;
    registry.seen.push(line);
    let data: unknown;
    if (request.method === 'POST' && path === '/domains') {
      const { domain: wanted } = (await json(request)) as { domain: { name: string; registrant: string } };
      registry.registered.push(wanted.name);
      made.set(wanted.name, {
        registrant: { code: wanted.registrant },
        created_at: new Date().toISOString(),
      });
      data = { domain: { name: wanted.name } };
    } else data = answerTo(path, searchParams);
    await registry.before?.(line);
    response.writeHead(data === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        data === undefined
          ? { code: 2303, message: 'Object does not exist' }
          : { code: 1000, message: 'Command completed successfully', data },
      ),
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const registry: FormulaRegistry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    registered: [],
    isUnsorted: false,
    before: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return registry;
}
