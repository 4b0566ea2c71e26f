import { beforeAll, describe, expect, it } from 'vitest';
import { fileTypes } from '#src/apis/graphql/files/rows.ts';
import { includesRole, type OperatorRole, operatorRoles } from '#src/base/actor.ts';
import { mountPages } from '#src/extensions/console/pages/pages.ts';
import { giveToken } from '../../support/access-tokens.ts';
import { agentOf } from '../../support/agents.ts';
import { consoleOf } from '../../support/console.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/**
 * What each role of operators reaches by the doors besides the operations themselves (matrix.test.ts): pages of the console,
 * files and tools of agents. A new page or file of the console must be written down here.
 */
let world: TestWorld;
const tokenOf = (role: OperatorRole) => `token-of-a-${role.toLowerCase()}`;
beforeAll(async () => {
  world = await testWorld({
    OPERATOR_TOKENS: [
      'operator-sandbox',
      ...operatorRoles.map((role) => `Kes:${role}:${tokenOf(role)}`),
    ].join(),
    RATE_LIMIT_POINTS: '1000000',
  });
});

/** The least role that reads the whole page. */
const pages: Readonly<Record<string, string>> = {
  VIEWER: `
    /. /boards /boards.csv /contacts /contacts.csv /contacts/:code /domains /domains.csv /domains/:name /invoices /invoices.csv
    /invoices/:number /jobs /jobs/runs /jobs/runs.csv /ledger /ledger.csv /ledger/proof?run=yes /log /log.csv /log/looks
    /log/looks.csv /names /names.csv /names/blocked /names/blocked.csv /names/disputes /names/disputes.csv /outbox /outbox/all
    /outbox/all.csv /payments /payments.csv /payments/all /payments/all.csv /questions /questions.csv /registrars
    /registrars.csv /registrars/:code /reservations /reservations.csv /search?q=x /settings /tokens /tokens.csv /users
    /users.csv /webhooks /webhooks.csv /works /works.csv /works/:number /works/rows /works/rows.csv /zones /zones/prices /zones/prices.csv
  `,
  SUPPORT: `/person?ident=EE:37605030299 /person.json?ident=EE:37605030299 /person.html?ident=EE:37605030299`,
  ADMIN: `/operators /operators.csv`,
};
const written = Object.entries(pages).flatMap(([role, paths]) =>
  paths
    .split(/\s+/)
    .filter((path) => path !== '')
    .map((path) => [path === '/.' ? '' : path, role as OperatorRole] as const),
);

describe('a page of the console', () => {
  it('is written down here with the role that reads it', () => {
    const mounted: string[] = [];
    mountPages(world.container, undefined as never, (path) => void mounted.push(path));
    expect(written.map(([path]) => path.replace(/\?.*/, '')).sort()).toEqual(mounted.sort());
  });

  it.each(operatorRoles)(
    'shows a %s what the role reads, and refuses the rest by naming who may',
    async (role) => {
      const { get, signIn } = consoleOf(() => world);
      const cookie = await signIn(tokenOf(role));
      for (const [path, least] of written) {
        const { statusCode, body } = await get(path.replace(/:\w+/, 'nothing'), cookie);
        const isRefused = body.includes(`this is for operators with the role`);
        expect([path, isRefused, statusCode < 500], path).toEqual([path, !includesRole(role, least), true]);
      }
    },
  );
});

const agentTools: Readonly<Record<string, string>> = {
  reading:
    'domain_statistics expiring_domains find_contacts find_domains list_prices show_contact show_domain',
};

describe("an operator's agent", () => {
  it.each(operatorRoles)(
    'with the role %s has the tools whose operations the role may call, and no other',
    async (role) => {
      const { auth } = await giveToken(world, role === 'VIEWER' ? ['READ'] : ['READ', 'WRITE'], {
        auth: `Bearer ${tokenOf(role)}`,
      });
      const { names, ask } = agentOf(world, auth);
      const listed = await names();
      expect(listed).toEqual(agentTools.reading?.split(' '));
      for (const tool of ['set_hold', 'show_account', 'show_approval', 'transfer_domain']) {
        const { error, result } = await ask('tools/call', { name: tool, arguments: {} });
        expect([tool, (error ?? result?.isError) !== undefined]).toEqual([tool, true]);
      }
    },
  );
});

describe('a list as a file', () => {
  it.each(operatorRoles)('is refused to a %s as the list is, in every format', async (role) => {
    for (const type of fileTypes())
      for (const [list, least] of [
        ['operators', 'ADMIN'],
        ['registrars', 'VIEWER'],
      ] as const) {
        const { statusCode, body, headers } = await world.app.inject({
          method: 'POST',
          url: '/graphql?all=true',
          headers: {
            accept: type,
            authorization: `Bearer ${tokenOf(role)}`,
            'content-type': 'application/json',
          },
          payload: { query: `{ ${list}(first: 2) { nodes { id } } }` },
        });
        const isIn = includesRole(role, least);
        expect([
          type,
          list,
          String(headers['content-type']).startsWith(isIn ? type : 'application/json'),
        ]).toEqual([type, list, true]);
        expect(
          [statusCode < 500, body.includes('FORBIDDEN')],
          `${type} ${list} ${statusCode} ${isIn ? '' : body}`,
        ).toEqual([true, !isIn]);
      }
  });
});
