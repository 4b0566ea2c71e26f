import { beforeAll, describe, expect, it } from 'vitest';
import { describedApis } from '#src/apis/rest/apis.ts';
import {
  type Actor,
  anonymous,
  type Initiator,
  isForKind,
  isPermitted,
  kindOf,
  type Permit,
  type Scope,
  scopes,
} from '#src/base/actor.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { type Scoped, scopeFailure } from '#src/registry/rules/scopes.ts';
import { giveToken, signInAs } from '../../support/access-tokens.ts';
import { token } from '../../support/billing.ts';
import { openApi } from '../../support/described-answers.ts';
import { graph } from '../../support/graph.ts';
import { documentFor, rootFields } from '../../support/root-fields.ts';
import { alpha, basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * Who may do what: every root field and every REST route x every kind of caller, against the operations' own `permits`
 * (declared.test.ts holds those against what is written down).
 */
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    OPERATOR_TOKENS: ['operator-sandbox', ...lesser.map((role) => `Someone:${role}:token-of-${role}`)].join(),
  });
  for (const scope of scopes)
    callers.push(
      withToken(`a super user's token for ${scope}`, await giveToken(world, [scope]), user('super'), [scope]),
    );
  for (const scope of ['READ', 'WRITE'] as const) {
    const given = await giveToken(world, [scope], { auth: operator });
    callers.push(
      withToken(`an operator's token for ${scope}`, given, { kind: 'operator', token: '', role: 'ADMIN' }, [
        scope,
      ]),
    );
  }
  const { data } = await signInAs(world, 'alpha', 'alpha-sandbox');
  const session = { auth: `Bearer ${String(data.signIn.token)}` };
  callers.push(withToken('a super user who has signed in', session, user('super'), null));
});

const withToken = (
  name: string,
  { auth }: { readonly auth: string },
  actor: Actor,
  given: readonly Scope[] | null,
): Caller => ({ name, auth, actor: { ...actor, accessToken: { id: 1, scopes: given } } as Actor });

const lesser = ['VIEWER', 'SUPPORT', 'FINANCE'] as const;

interface Caller {
  readonly name: string;
  readonly auth: string | null;
  /** Undefined: nobody that we know. */
  readonly actor: Actor | undefined;
}

const user = (role: 'super' | 'epp' | 'billing'): Actor => ({
  kind: 'registrar',
  userId: 1,
  username: 'somebody',
  roles: [role],
  registrarId: 1,
  registrarCode: 'ALPHA',
});
const initiators: readonly Initiator[] = ['registry', 'auction', 'eeid', 'business_registry'];
const callers: Caller[] = [
  { name: 'nobody', auth: null, actor: anonymous },
  { name: 'a wrong token', auth: 'Bearer wrong-token', actor: undefined },
  { name: 'a forged token', auth: await token('auction', 'not-the-secret'), actor: undefined },
  { name: 'a super user', auth: alpha, actor: user('super') },
  { name: 'an EPP user', auth: basic('alpha-epp', 'alpha-sandbox'), actor: user('epp') },
  { name: 'a billing user', auth: basic('alpha-billing', 'alpha-sandbox'), actor: user('billing') },
  { name: 'another registrar', auth: beta, actor: { ...user('super'), registrarId: 2 } as Actor },
  { name: 'the portal', auth: portal, actor: { kind: 'portal', token: '' } },
  ...(await Promise.all(
    initiators.map(async (initiator) => ({
      name: `the service ${initiator}`,
      auth: await token(initiator),
      actor: { kind: 'billing', initiator } as const,
    })),
  )),
  ...lesser.map((role) => ({
    name: `an operator with the role ${role}`,
    auth: `Bearer token-of-${role}`,
    actor: { kind: 'operator', token: '', role } as const,
  })),
  { name: 'an operator', auth: operator, actor: { kind: 'operator', token: '', role: 'ADMIN' } },
];

const everybodyKnown: readonly Permit[] = ['registrar', 'portal', 'billing', 'operator'];
/** Root fields that no single operation answers. */
const others: Readonly<Record<string, Scoped>> = {
  'Query.errorCatalogue': { kind: 'query', permits: ['anonymous'], scope: 'READ' },
  'Query.node': { kind: 'query', permits: ['anonymous'], scope: 'READ' },
  'Query.nodes': { kind: 'query', permits: ['anonymous'], scope: 'READ' },
  'Query.viewer': { kind: 'query', permits: everybodyKnown, scope: 'READ' },
};
/** What reads on for a subscription. */
const followed: Readonly<Record<string, string>> = {
  'Subscription.approvalsChanged': 'approval.follow',
  'Subscription.contactsChanged': 'contact.follow-list',
  'Subscription.domainChanged': 'domain.follow',
  'Subscription.domainsChanged': 'domain.follow-list',
  'Subscription.invoiceChanged': 'invoice.follow',
  'Subscription.notificationReceived': 'notification.follow',
  'Subscription.transactionPosted': 'account.follow-transactions',
};

const behind = new Map<string, Scoped>([
  ...[...operations.values()].flatMap((operation) =>
    operation.graphql ? [[operation.graphql, operation] as const] : [],
  ),
  ...Object.entries(others),
]);
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'GRAPHQL_VALIDATION_FAILED'] as const;
type Verdict = 'yes' | (typeof refusals)[number];
const isLetIn = (actor: Actor, operation: Scoped): boolean =>
  isPermitted(actor, operation.permits) && !scopeFailure(actor, operation);
const expected = ({ actor }: Caller, operation: Scoped): Verdict => {
  if (!actor) return 'UNAUTHENTICATED';
  if (isLetIn(actor, operation)) return 'yes';
  // What is for operators alone, or for other kinds than the caller's, is unknown.
  if (actor.kind === 'anonymous')
    return (['registrar', 'portal', 'billing'] as const).some((kind) => isForKind(operation.permits, kind))
      ? 'UNAUTHENTICATED'
      : 'GRAPHQL_VALIDATION_FAILED';
  return isForKind(operation.permits, kindOf(actor)) ? 'FORBIDDEN' : 'GRAPHQL_VALIDATION_FAILED';
};
const nobodys: Scoped = { kind: 'query', permits: [], scope: 'READ' };
const verdictIn = (codes: readonly unknown[]): Verdict =>
  refusals.find((code) => codes.includes(code)) ?? 'yes';

describe('the scopes that access tokens need', () => {
  it('let a token for READ change nothing in the graph', () => {
    const reader = withToken('', { auth: '' }, user('super'), ['READ']);
    const allowed = rootFields('Mutation').filter(
      ({ name }) => expected(reader, behind.get(`Mutation.${name}`) ?? nobodys) === 'yes',
    );
    expect(allowed.map(({ name }) => name)).toEqual(['signIn']);
  });
});

describe('the access matrix of the graph', () => {
  it('knows who may use each root field', () => {
    const fields = (['Query', 'Mutation'] as const).flatMap((kind) =>
      rootFields(kind).map(({ name }) => `${kind}.${name}`),
    );
    expect(fields.filter((field) => !behind.has(field))).toEqual([]);
    expect(rootFields('Subscription').map(({ name }) => `Subscription.${name}`)).toEqual(
      Object.keys(followed),
    );
  });

  it.each(['Query', 'Mutation'] as const)(
    'lets each caller use of %s what its operation permits',
    async (kind) => {
      const wrong: string[] = [];
      for (const [index, field] of rootFields(kind).entries()) {
        const asRegistrar = documentFor(kind, field);
        const asOperator = documentFor(kind, field, undefined, 'operator');
        const operation = behind.get(`${kind}.${field.name}`) ?? nobodys;
        for (const caller of callers) {
          // Who is not known is refused before the document is read: with what is open to everybody, and some of the rest.
          // It also needs what the write needs that it is started with, here one that no token may do.
          if (field.name === 'bulkStart' && caller.actor && 'accessToken' in caller.actor) continue;
          if (!caller.actor && index % 8 > 0 && !isLetIn(anonymous, operation)) continue;
          const { query, variables } = caller.actor?.kind === 'operator' ? asOperator : asRegistrar;
          const { errors = [], status } = await graph(world, query, { auth: caller.auth, variables });
          const codes = errors.map((error) => error.extensions?.code as unknown);
          const found = verdictIn(codes);
          if (
            found !== expected(caller, operation) ||
            status >= 500 ||
            codes.includes('INTERNAL_SERVER_ERROR')
          )
            wrong.push(
              `${field.name} for ${caller.name}: ${found}, not ${expected(caller, operation)} (${codes})`,
            );
        }
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it('lets each caller follow what its operation permits', async () => {
    const url = await world.listen();
    const opened = async (
      query: string,
      variables: object,
      { auth }: Caller,
      waitMs: number,
    ): Promise<Verdict> => {
      const abort = new AbortController();
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        signal: abort.signal,
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(auth && { authorization: auth }),
        },
        body: JSON.stringify({ query, variables }),
      });
      // A refusal is told at once; a stream that is open has nothing to tell.
      const text = await Promise.race([
        response.text(),
        new Promise<string>((resolve) => setTimeout(resolve, waitMs, '')),
      ]);
      abort.abort();
      // It would hide whether the caller is let in.
      expect(text).not.toContain('"THROTTLED"');
      return verdictIn([...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code));
    };
    // One field after another: a registrar has a limited number of streams.
    for (const field of rootFields('Subscription')) {
      const { query, variables } = documentFor('Subscription', field);
      const operation = operations.get(followed[`Subscription.${field.name}`] ?? '') ?? nobodys;
      const cells = callers.map(async (caller) => {
        const wanted = expected(caller, operation);
        return {
          cell: `${field.name} for ${caller.name}`,
          // A machine that is busy is given time to tell a refusal where there has to be one.
          found: await opened(query, variables, caller, wanted === 'yes' ? 2_000 : 60_000),
          expected: wanted,
        };
      });
      expect((await Promise.all(cells)).filter((one) => one.found !== one.expected)).toEqual([]);
    }
  });
});

describe('the access matrix of the REST APIs', () => {
  const routes = describedApis.flatMap(({ prefix, security, routes }) =>
    routes.map((route) => ({
      ...route,
      security,
      published: `${route.method} ${prefix}${route.path.replace(/:(\w+)/g, '{$1}')}`,
    })),
  );

  it('has every route that is published', () => {
    const published = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const described = routes.filter(({ docs }) => !docs?.onlyRefuses);
    expect(described.map((route) => route.published).sort()).toEqual(published.sort());
  });

  it('lets each caller use what the operation permits, over the API that is theirs', async () => {
    const wrong: string[] = [];
    for (const { method, published, open, operation, security, beforeRole } of routes)
      for (const { name, auth, actor } of callers) {
        const { status } = await world.request({
          method,
          url: published.replace(/^\S+ /, '').replace(/\{\w+\}/g, 'maatriks'),
          auth,
          headers: { 'dry-run': 'true' },
          ...(method !== 'GET' && { payload: {} }),
        });
        const may = open || (actor?.kind === security && isLetIn(actor, operation));
        // An object that is not there is told before the role.
        if (!may && beforeRole && actor?.kind === security && status === 404) continue;
        if ((status !== 401) !== may || status >= 500)
          wrong.push(`${published} for ${name}: ${status}, though ${may ? 'permitted' : 'not permitted'}`);
      }
    expect(wrong).toEqual([]);
  });
});
