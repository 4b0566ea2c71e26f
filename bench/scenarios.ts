import { randomBytes } from 'node:crypto';
import type { PeerName } from './peers.ts';

/** One request that is measured; every call of `next` gives another of its kind. */
export interface Scenario {
  readonly title: string;
  readonly server: 'product' | 'unlimited' | 'limits' | 'workers' | PeerName;
  readonly next: () => BenchRequest;
  /** Its answer in the shape of the product's. */
  readonly read?: (answer: unknown) => unknown;
  /** What the product's scenario is held against; the first of a group is the product's. */
  readonly group: 'page' | 'domain' | 'groups' | 'rest domain' | 'rest page' | 'registration';
}

export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export const authorization = `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}`;

export const pageDocument = `query Page($after: String) {
  domains(first: 50, after: $after) {
    edges { node {
      name
      expiresAt
      registrar { code name }
      registrant { code name email }
      adminContacts { code name email }
      techContacts { code name email }
      nameservers { hostname ipv4 ipv6 }
    } }
  }
}`;

export const domainDocument = `query Domain($name: DomainName!) {
  domain(name: $name) {
    name punycode expiresAt createdAt updatedAt outzoneAt deleteDate forceDeleteDate disputed transferCode
    statuses { name note }
    registrar { code name website }
    registrant { code name email phone }
    adminContacts { code name email phone }
    techContacts { code name email phone }
    nameservers { databaseId hostname ipv4 ipv6 }
    dnssecKeys { databaseId flags protocol algorithm publicKey keyTag }
  }
}`;

const groupsDocument = '{ domains { groups(by: [{ field: EXPIRES_AT, per: MONTH }]) { expiresAt count } } }';

/** Cursors and names to go round in, so that not one page is read over and over. */
export interface Places {
  readonly cursors: readonly string[];
  readonly names: readonly string[];
}

/** What the product does, and its reads without budgets: each goes round by itself, at the same places. */
export function scenarios(places: Places): Scenario[] {
  const again = allScenarios(places);
  return allScenarios(places).flatMap((one, index) => {
    const same = again[index];
    const isRead = one.server === 'product' && one.group !== 'registration' && one.group !== 'groups';
    return same && isRead
      ? [one, { ...same, title: '  without budgets', server: 'unlimited' as const }]
      : [one];
  });
}

function allScenarios({ cursors, names }: Places): Scenario[] {
  return [
    {
      group: 'page',
      title: 'GraphQL page of 50',
      server: 'product',
      next: each(cursors, (after) => graphql(pageDocument, { after })),
    },
    {
      group: 'page',
      title: '  limit: JSON aggregation',
      server: 'limits',
      next: each(cursors, (after) => get(`/page-json?${after}`)),
    },
    {
      group: 'page',
      title: '  limit: flat, pipelined',
      server: 'limits',
      next: each(cursors, (after) => get(`/page-flat?${after}`)),
    },
    {
      group: 'domain',
      title: 'GraphQL single domain',
      server: 'product',
      next: each(names, (name) => graphql(domainDocument, { name })),
    },
    {
      group: 'domain',
      title: '  limit: flat, pipelined',
      server: 'limits',
      next: each(names, (name) => get(`/domain-flat?${name}`)),
    },
    {
      group: 'groups',
      title: 'GraphQL groups by month',
      server: 'product',
      next: () => graphql(groupsDocument, {}),
    },
    {
      group: 'groups',
      title: '  limit: hand-written SQL',
      server: 'limits',
      next: () => get('/groups'),
    },
    {
      group: 'rest domain',
      title: 'REST single domain',
      server: 'product',
      next: each(names, (name) => get(`/registry/v1/domains/${name}`)),
    },
    {
      group: 'rest page',
      title: 'REST page of 200, details',
      server: 'product',
      next: () => get('/registry/v1/domains?limit=200&details=true'),
    },
    { group: 'registration', title: 'REST registration', server: 'product', next: registrations() },
  ];
}

/** Asked of the product itself: the places are where its own cursors say. */
export async function findPlaces(productUrl: string, domains: number): Promise<Places> {
  const count = Math.min(64, Math.floor(domains / 4));
  // Domains expire over a thousand days from next month (load.ts); the last page must be a full one.
  const starts = Array.from({ length: count }, (_, index) => `P${30 + Math.floor((index / count) * 700)}D`);
  const aliases = starts.map(
    (start, index) =>
      `p${index}: domains(first: 1, where: { expiresAt: { gte: "${start}" } }) { pageInfo { endCursor } }`,
  );
  const cursors: string[] = [];
  for (const alias of aliases) {
    const { data } = (await ask(productUrl, graphql(`{ ${alias} }`, {}))) as {
      data?: Record<string, { pageInfo: { endCursor: string | null } }>;
    };
    const cursor = Object.values(data ?? {})[0]?.pageInfo.endCursor;
    if (cursor) cursors.push(cursor);
  }
  if (cursors.length === 0) throw new Error('the product found no page to start from');
  // Even numbers are ALPHA's.
  const names = Array.from(
    { length: 256 },
    (_, index) => `bench-${(Math.floor((index / 256) * domains) & ~1) % domains}.ee`,
  );
  return { cursors, names };
}

export async function ask(url: string, { method, path, body }: BenchRequest): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

const get = (path: string): BenchRequest => ({ method: 'GET', path });

export const graphql = (query: string, variables: object): BenchRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});

export function each<T>(items: readonly T[], make: (item: T) => BenchRequest): () => BenchRequest {
  const made = items.map(make);
  let turn = 0;
  return () => {
    turn = (turn + 1) % made.length;
    return made[turn] as BenchRequest;
  };
}

/** A name of its own for each request. */
export function registrations(): () => BenchRequest {
  const run = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    const domain = {
      name: `new-${run}-${count}.ee`,
      registrant: 'ALPHA:BENCH0',
      period: 1,
      period_unit: 'y',
      admin_contacts: ['ALPHA:BENCH0'],
      tech_contacts: ['ALPHA:BENCH2'],
      nameservers_attributes: [{ hostname: 'ns1.host1.example' }, { hostname: 'ns2.host1.example' }],
    };
    return { method: 'POST', path: '/registry/v1/domains', body: JSON.stringify({ domain }) };
  };
}
