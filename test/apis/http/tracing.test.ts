import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingApi, billingDesk, token } from '../../support/billing.ts';
import { type CollectedSpan, type Collector, collector } from '../../support/collector.ts';
import { person } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { startProvider } from '../../support/payment-provider.ts';
import { receiver } from '../../support/receiver.ts';
import { webhooksOf } from '../../support/webhooks.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../support/world.ts';

const traces = {
  contact: '4bf92f3577b34da6a3ce929d0e0e4736',
  graph: '5bf92f3577b34da6a3ce929d0e0e4736',
  payment: '6bf92f3577b34da6a3ce929d0e0e4736',
  refused: '7bf92f3577b34da6a3ce929d0e0e4736',
  unsampled: '8bf92f3577b34da6a3ce929d0e0e4736',
};
const callersSpan = '00f067aa0ba902b7';
const from = (trace: string, flags = '01') => ({ traceparent: `00-${trace}-${callersSpan}-${flags}` });

async function* late(text: string) {
  await sleep(100);
  yield Buffer.from(text);
}

let world: TestWorld;
let taken: Collector;
let spans: readonly CollectedSpan[];
const secrets = [
  'alpha-sandbox',
  'wrong-secret',
  'sandbox-payment-secret',
  person.name,
  person.email,
  '39708290069',
];

/** Everything at once: what is left is sent when the house closes. */
beforeAll(async () => {
  taken = await collector();
  const provider = await startProvider();
  world = await testWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: taken.url,
    OTEL_SERVICE_NAME: 'registry-of-the-test',
    PAYMENT_PROVIDER_URL: provider.url,
    CUSTOMER_URL_ORIGINS: 'https://auction.example',
  });
  const url = await world.listen();
  const hears = await receiver();
  await webhooksOf(world).create(`${hears.url}/secret-path`, 'NOTIFICATION_CREATED', 'DOMAIN_CHANGED');

  const name = await newDomain(world);
  await mutateOf(() => world)(
    'domainUpdate',
    { name, transferCode: 'code-secret-word' },
    'domain { id }',
    alpha,
  );
  secrets.push(name, 'code-secret-word');

  // Over a real connection, on which the body arrives by itself, some time after the request.
  const made = await fetch(`${url}/registry/v1/contacts`, {
    method: 'POST',
    headers: { authorization: alpha, 'content-type': 'application/json', ...from(traces.contact) },
    body: Readable.toWeb(Readable.from(late(JSON.stringify({ contact: person })))) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(made.status).toBe(200);
  const { code } = ((await made.json()) as { data: { contact: { code: string } } }).data.contact;
  secrets.push(code, 'secret-path', alpha.slice(6), basic('alpha', 'wrong-secret').slice(6));
  await world.request({ url: `/registry/v1/contacts/${code}` });

  const query = `query ($code: String!) { contact(code: $code) { code name } domains(first: 1) { nodes { name } } }`;
  const asked = await world.request({
    method: 'POST',
    url: '/graphql',
    payload: { query, variables: { code } },
    headers: from(traces.graph),
  });
  expect(asked.body).toMatchObject({ data: { contact: { code } } });

  const auction = await billingApi(world, 'auction');
  const number = await billingDesk(world, provider).invoice(auction, { transaction_amount: '123.45' });
  const order = { invoice_number: String(number), customer_url: 'https://auction.example/customers-page' };
  const paid = await auction.post('/invoice_generator/oneoff', order, from(traces.payment));
  expect(paid.status).toBe(201);
  secrets.push('customers-page', (await token('auction')).slice(7));

  await world.request({
    url: '/registry/v1/contacts',
    auth: basic('alpha', 'wrong-secret'),
    headers: from(traces.refused),
  });
  await world.request({ url: '/registry/v1/contacts', headers: from(traces.unsampled, '00') });
  const deletion = await mutateOf(() => world)('domainDelete', { name, verified: false }, 'pending', alpha);
  expect(deletion).toMatchObject({ pending: true });
  await world.container.outbox.drain();
  await world.container.tracer?.close();
  spans = taken.spans();
});

/** Names of the spans of a trace, each with those that are its parts. */
type Tree = { readonly [name: string]: Tree };
function treeOf(traceId: string, parent = callersSpan): Tree {
  const parts = spans.filter((one) => one.traceId === traceId && one.parentSpanId === parent);
  return Object.fromEntries(parts.map(({ name, spanId }) => [name, treeOf(traceId, spanId)]));
}
const named = (name: string) => spans.filter((one) => one.name === name);

describe('a request with a traceparent', () => {
  it('goes on with the trace of its caller: the request, its operation, and what that says to the database', () => {
    const tree = treeOf(traces.contact);
    expect(tree).toMatchObject({
      'POST /registry/v1/contacts': { 'contact.create': { begin: {}, 'insert contacts': {}, commit: {} } },
    });
    const [operation] = spans.filter(
      (one) => one.traceId === traces.contact && one.name === 'contact.create',
    );
    expect(operation?.facts).toEqual({
      'zonegraph.operation': 'contact.create',
      'zonegraph.door': 'rest',
      'zonegraph.result': '1000',
    });
    const [request] = spans.filter(
      (one) => one.parentSpanId === callersSpan && one.traceId === traces.contact,
    );
    expect(request?.facts).toEqual({
      'http.request.method': 'POST',
      'http.route': '/registry/v1/contacts',
      'http.response.status_code': 200,
    });
  });

  it('does so in the graph as well', () => {
    expect(treeOf(traces.graph)).toMatchObject({
      'POST /graphql': { 'contact.show': { 'select contacts': {} }, 'domain.list': { 'select domains': {} } },
    });
  });

  it('shows the call to the payment provider inside of the operation that made it', () => {
    const [request] = Object.values(treeOf(traces.payment));
    expect(Object.values(request ?? {})).toContainEqual(expect.objectContaining({ 'call POST': {} }));
    const [call] = spans.filter((one) => one.traceId === traces.payment && one.name === 'call POST');
    expect(call?.facts).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 201,
    });
  });

  it('has one span for itself when it is refused before anything runs', () => {
    const [[name, parts] = []] = Object.entries(treeOf(traces.refused));
    expect(name).toBe('GET /registry/v1/contacts');
    expect(Object.keys(parts ?? {}).every((part) => part.startsWith('select '))).toBe(true);
  });

  it('leaves none when its caller has decided so', () => {
    expect(spans.filter(({ traceId }) => traceId === traces.unsampled)).toEqual([]);
  });
});

describe('a trace without a caller', () => {
  it('is a trace of its own: a delivery, its call and what is written down of it', () => {
    const [delivery] = named('deliver webhook');
    expect(delivery?.parentSpanId).toBeUndefined();
    const parts = treeOf(delivery?.traceId ?? '', delivery?.spanId);
    expect(parts).toMatchObject({ 'call webhook': {}, 'with webhooks': {} });
  });
});

describe('a mail', () => {
  it('is a part of its delivery, and shows the server that took it and nothing more', () => {
    const [delivery] = named('deliver mail');
    expect(treeOf(delivery?.traceId ?? '', delivery?.spanId)).toMatchObject({ 'send mail': {} });
    expect(named('send mail').map(({ facts }) => facts)).toContainEqual({ 'server.address': '127.0.0.1' });
  });
});

describe('a trace', () => {
  it('names the service', () => {
    expect(new Set(taken.services())).toEqual(new Set(['registry-of-the-test']));
  });

  it('has no part whose whole is missing', () => {
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const lost = spans.filter(
      ({ parentSpanId }) => parentSpanId && parentSpanId !== callersSpan && !ids.has(parentSpanId),
    );
    expect(lost).toEqual([]);
  });

  it('shows nothing but names of ours and codes', () => {
    expect(spans.length).toBeGreaterThan(20);
    const reported = JSON.stringify(taken.received);
    expect(secrets.filter((secret) => reported.includes(secret))).toEqual([]);
    expect([...new Set(spans.flatMap(({ facts }) => Object.keys(facts)))].sort()).toEqual([
      'db.collection.name',
      'db.operation.name',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'server.address',
      'zonegraph.door',
      'zonegraph.operation',
      'zonegraph.result',
    ]);
    const values = spans.flatMap(({ name, facts, status }) => [
      name,
      status.message ?? '',
      ...Object.values(facts),
    ]);
    expect(values.filter((value) => !/^[\w ./:*-]*$/.test(String(value)))).toEqual([]);
  });
});
