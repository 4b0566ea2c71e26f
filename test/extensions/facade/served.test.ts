import { type GraphQLField, getNamedType, isRequiredArgument } from 'graphql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFor } from '#src/apis/graphql/server.ts';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { isForwarded } from '#src/extensions/facade/commands.ts';
import { encoders } from '#src/extensions/facade/requests.ts';
import { wayOf } from '#src/extensions/facade/ways.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { type Between, between, html, json } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
/** Another process, which soon gives up: for when the registry does not answer. */
let hurried: TestFacade;
let line: Between;
/** What stands for the parameters of a path. */
let objects: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await testWorld();
  const tech = await seed(world).contact({ id: 'tech', ident: people.mari, name: 'Mari Maasikas' });
  const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
  await seed(world).domain('õun.ee', { nameservers: twoNameservers, techs: [tech], keys: [key] });
  const { transferCode } = await seed(world).domain('lost.ee');
  // Movements of money, and a poll message for whoever lost a domain.
  await world.request({
    method: 'POST',
    url: '/registry/v1/domains/lost.ee/transfer',
    auth: beta,
    payload: { transfer: { transfer_code: transferCode } },
  });
  line = await between(world);
  const env = { UPSTREAM_FRESH_FOR: 'PT0S', FEDERATION: 'true' };
  facade = await testFacade(line.url, env);
  hurried = await testFacade(line.url, { ...env, UPSTREAM_TIMEOUT: '0.5' }, { beside: facade });
  await facade.upstream.mirror.pass();
  const { body } = await world.request({ url: '/registry/v1/registrar/notifications' });
  objects = {
    domain_name: 'õun.ee',
    contact_id: tech,
    notification_id: String(body.data.id),
    api_user_id: '1',
    status: 'clientHold',
  };
});
beforeEach(() => {
  line.fault = undefined;
});

const urlOf = (path: string): string =>
  `/registry/v1${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(objects[name] ?? '1'))}`;
const without = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value) => (unreported.includes(key) ? undefined : value));
/** Rows have numbers of their own here, and who moved money is not mirrored. */
const unreported = ['id', 'updator'];

describe('the registrar API in front of another registry', () => {
  const served = registrarRoutes.filter(({ operation }) => wayOf(operation) !== 'refused');
  const refused = registrarRoutes.filter(({ operation }) => wayOf(operation) === 'refused');
  const read = served.filter(({ method, operation }) => method === 'GET' && wayOf(operation) !== 'local');
  const named = ({ method, path }: (typeof registrarRoutes)[number]): string => `${method} ${path}`;

  it('has all that is documented; only what portals ask beyond it is not there', () => {
    expect(refused.filter(({ extension }) => !extension).map(named)).toEqual([]);
  });

  it.each(read.map((route) => [named(route), route] as const))(
    '%s answers as the registry does',
    async (_, { path }) => {
      const url = urlOf(path);
      const [here, there] = await Promise.all([facade.request({ url }), world.request({ url })]);
      expect(there.status).toBe(200);
      expect({ status: here.status, body: without(here.body) }).toEqual({
        status: 200,
        body: without(there.body),
      });
    },
  );

  it.each(refused.map((route) => [named(route), route] as const))(
    '%s is refused, and says who can be asked',
    async (_, { method, path }) => {
      line.seen.length = 0;
      for (const auth of [alpha, undefined]) {
        const { status, body } = await facade.request({ method, url: urlOf(path), ...(auth && { auth }) });
        expect({ status, body }).toEqual({
          status: 501,
          body: {
            code: 2101,
            message: expect.stringContaining('use the upstream registry directly'),
            data: {},
          },
        });
      }
      expect(line.seen).toEqual([]);
    },
  );

  it('says of each object that could not be looked at again when it was read', async () => {
    line.fault = html(502);
    const one = read.filter(
      ({ path, operation }) =>
        path.includes(':') || /^(account\.show|notification\.latest)$/.test(operation.name),
    );
    const found: Record<string, unknown> = {};
    for (const route of one) {
      const { status, headers } = await hurried.request({ url: urlOf(route.path) });
      found[named(route)] = status === 200 ? headers['zonegraph-stale'] : status;
    }
    const read_ = '; read=\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$';
    const stale = (what: string) => expect.stringMatching(new RegExp(`^${what}${read_}`));
    expect(found).toEqual(
      Object.fromEntries(
        one.map((route) => {
          const { path, operation } = route;
          const what = path.includes(':domain_name')
            ? 'domain %C3%B5un\\.ee'
            : path.includes(':contact_id')
              ? `contact ${objects.contact_id}`
              : operation.name.startsWith('notification')
                ? 'notifications'
                : 'account';
          // Whether a code is free, the registry alone can tell.
          return [named(route), operation.name === 'contact.check-code' ? 503 : stale(what)];
        }),
      ),
    );
  });

  it('is described as it is served', async () => {
    const { body } = await facade.request({ url: '/openapi.json' });
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = served
      .filter(({ docs }) => !docs?.onlyRefuses)
      .map(({ method, path }) => `${method} /registry/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(expected.sort());
  });

  it('says nothing of what is as it should be', async () => {
    const { headers } = await facade.request({ url: urlOf('/domains/:domain_name') });
    expect(headers['zonegraph-stale']).toBeUndefined();
    // Also where nobody was asked for a while, once that is over.
    const reported = async () =>
      (await hurried.request({ url: urlOf('/domains/:domain_name') })).headers['zonegraph-stale'];
    await expect.poll(reported).toBeUndefined();
  });
});

describe('an operation', () => {
  it('is sent to the registry, or asked of it, where it says so', () => {
    const sent = new Set(encoders.map(({ operation }) => operation));
    const wrong = [...operations.values()].filter((operation) => {
      const { name, kind } = operation;
      const way = wayOf(operation);
      const isSent = sent.has(name) && isForwarded({ operation: name });
      return kind === 'query' ? isSent : (way === 'registry') !== isSent || way === 'mirror';
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('one object of the graph', () => {
  const fieldsOfOne = (): GraphQLField<unknown, unknown>[] => {
    const types = ['Domain', 'Contact', 'Notification', 'Account', 'TransferInfo', 'Node', '_Entity'];
    return Object.values(schemaFor(facade.container.config).getQueryType()?.getFields() ?? {}).filter(
      ({ type }) => types.includes(getNamedType(type).name),
    );
  };
  const ask = async (query: string, variables: object, at = facade) =>
    (await at.request({ method: 'POST', url: '/graphql', payload: { query, variables } })).body;
  /** One question for each object that the field can lead to. */
  async function questions(field: GraphQLField<unknown, unknown>): Promise<[string, unknown][]> {
    const { data } = await ask(
      '{ domains(first: 1) { nodes { id } } contacts(first: 1, where: { code: { eq: "ALPHA:TECH" } }) { nodes { id } } notifications(first: 1) { nodes { id } } }',
      {},
    );
    const ids = [data.domains, data.contacts, data.notifications].map(({ nodes }) => String(nodes[0].id));
    const entities = [
      { __typename: 'Domain', name: 'ÕUN.ee' },
      { __typename: 'Contact', code: 'ALPHA:TECH' },
    ];
    const values: Record<string, readonly unknown[]> = {
      name: ['õun.ee'],
      code: ['ALPHA:TECH'],
      id: field.name === 'notification' ? [ids[2]] : ids,
      ids: [ids],
      representations: [entities],
    };
    const argument = field.args.find(isRequiredArgument);
    if (!argument) return [[`{ ${field.name} { __typename } }`, undefined]];
    const given = values[argument.name];
    if (!given) throw new Error(`nothing to ask ${field.name} with: ${argument.name}`);
    return given.map((value) => [
      `query ($value: ${String(argument.type)}) { ${field.name}(${argument.name}: $value) { __typename } }`,
      value,
    ]);
  }

  it('is read again, whichever way it was asked for, and marked as stale where it could not be', async () => {
    const asked: { name: string; query: string; value: unknown; data: unknown }[] = [];
    for (const field of fieldsOfOne())
      for (const [query, value] of await questions(field)) {
        const { name } = field;
        line.seen.length = 0;
        const { data, errors, extensions } = await ask(query, { value });
        expect({ name, errors, stale: extensions.stale, isLookedAt: line.seen.length > 0 }).toEqual({
          name,
          isLookedAt: true,
        });
        asked.push({ name, query, value, data });
      }
    line.fault = html(502);
    const found: Record<string, unknown[]> = {};
    for (const { name, query, value, data } of asked) {
      const old = await ask(query, { value }, hurried);
      expect({ name, data: old.data }).toEqual({ name, data });
      found[name] = [...(found[name] ?? []), old.extensions.stale ?? 'nothing is told'].flat().sort();
    }
    const all = ['contact ALPHA:TECH', 'domain õun.ee', 'notifications'];
    expect(found).toEqual({
      _entities: all.slice(0, 2),
      account: ['account'],
      contact: all.slice(0, 1),
      domain: all.slice(1, 2),
      domainTransferInfo: all.slice(1, 2),
      latestNotification: all.slice(2),
      node: all,
      nodes: all,
      notification: all.slice(2),
    });
  });

  it('is not read for callers who may not see it', async () => {
    const { data } = await ask('{ domains(first: 1) { nodes { id } } }', {});
    line.seen.length = 0;
    await facade.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: `{ node(id: "${data.domains.nodes[0].id}") { id } }` },
      auth: null,
    });
    expect(line.seen).toEqual([]);
  });
});

describe('the graph in front of another registry', () => {
  it('has fields that the registry never reports, and they are null', async () => {
    expect(
      await facade.ask(
        `{ zones { origin } prices(first: 1) { nodes { zone price } } domain(name: "õun.ee") { name renewQuote { price } } }`,
      ),
    ).toEqual({ zones: null, prices: null, domain: { name: 'õun.ee', renewQuote: null } });
  });

  const check = (names: readonly string[], at: TestFacade | TestWorld = facade) =>
    at.request({
      method: 'POST',
      url: '/graphql',
      payload: {
        query:
          'query ($names: [DomainName!]!) { domainCheck(names: $names) { name available reason price } }',
        variables: { names },
      },
    });

  it('asks the registry whether a name can be registered', async () => {
    line.seen.length = 0;
    const names = ['õun.ee', 'LOST.ee', 'never-seen.ee', '-x.ee', 'a.b.ee', 'ee'];
    const [here, there] = [await check(names), await check(names, world)];
    const withoutPrices = (checks: unknown): object[] =>
      (checks as object[]).map((one) => ({ ...one, price: null }));
    expect(here.body.data.domainCheck).toEqual(withoutPrices(there.body.data.domainCheck));
    // It calls what is not there not ours to see: whether it shows us domains at all is asked once.
    const [list, ...others] = line.seen.filter((one) => one.includes('?'));
    expect({ list, others }).toEqual({ list: expect.stringContaining('/domains?limit=1&'), others: [] });
    expect(line.seen.filter((one) => !one.includes('?')).sort()).toEqual(
      ['%C3%B5un.ee', 'lost.ee', 'never-seen.ee'].map((name) => `GET /registry/v1/domains/${name}`),
    );
    const many = Array.from({ length: 101 }, (_, index) => `n${index}.ee`);
    expect((await check(many)).body.errors[0].message).toBe('At most 100 names at once');
  });

  it('takes no name for free that the registry has not said to be so', async () => {
    line.fault = json(400, { code: 2005, message: 'What is this', data: {} });
    expect((await check(['some.ee'])).body.data.domainCheck).toEqual([
      { name: 'some.ee', available: false, reason: 'What is this', price: null },
    ]);
    for (const fault of [html(502), html(404)]) {
      line.fault = fault;
      const { body } = await check(['some.ee'], hurried);
      expect(body).toMatchObject({ data: { domainCheck: null }, errors: [expect.anything()] });
    }
  });
});
