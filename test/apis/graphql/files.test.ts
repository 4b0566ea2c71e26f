import { beforeAll, describe, expect, it } from 'vitest';
import { formatFor } from '#src/apis/graphql/files/rows.ts';
import { rowsOf, theList } from '#src/extensions/workshop/charts/table-rows.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Any one list, at whatever depth, as CSV or as JSON lines. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  const a = await maker.organisation({ id: 'a', name: '=SUM(A1)' });
  const b = await maker.contact({ id: 'b', name: 'Mari Maasikas' });
  for (const name of ['one.ee', 'two.ee'])
    await maker.domain(name, {
      registrant: b,
      admins: [b],
      techs: [a, b],
      nameservers: ['ns1.x.example', 'ns2.x.example'],
    });
});

const ask = (
  query: string,
  { accept = 'text/csv', auth, variables }: { accept?: string; auth?: string; variables?: object } = {},
) =>
  world.request({
    method: 'POST',
    url: '/graphql',
    headers: { accept },
    payload: { query, variables },
    ...(auth && { auth }),
  });
/** Without the quotes around lists, whose separator is quoted. */
const lines = (text: string): string[] =>
  text
    .replace('\uFEFF', '')
    .replace(/"([^",\n]*; [^",\n]*)"/g, '$1')
    .trim()
    .split('\n');
const values = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const ndjson = 'application/x-ndjson';

describe('asking for a file', () => {
  it('gives the items of a connection as rows, nested objects as dotted columns, lists as one cell', async () => {
    const { headers, text } = await ask(
      '{ contacts(first: 2, orderBy: { field: CODE }) { nodes { code ident { code countryCode } statuses { name } } } }',
    );
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="zonegraph.csv"',
    });
    expect(lines(text)).toEqual([
      'code,ident.code,ident.countryCode,statuses',
      'ALPHA:A,12345678,EE,ok; linked',
      'ALPHA:B,39708290069,EE,ok; linked',
    ]);
  });

  it('gives the same as JSON lines, where nothing is flattened', async () => {
    const { headers, text } = await ask(
      '{ contacts(first: 1, orderBy: { field: CODE }) { nodes { code ident { countryCode } statuses { name } } } }',
      { accept: ndjson },
    );
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(values(text)).toEqual([
      { code: 'ALPHA:A', ident: { countryCode: 'EE' }, statuses: [{ name: 'ok' }, { name: 'linked' }] },
    ]);
  });

  const where = '(first: 2, where: { name: { in: ["one.ee", "two.ee"] } }, orderBy: { field: NAME })';
  const one = ['name', 'one.ee', 'two.ee'];
  const documents: readonly [string, string, readonly string[]][] = [
    ['nodes', `{ domains${where} { nodes { name } } }`, one],
    ['edges, whose nodes are the rows', `{ domains${where} { edges { node { name } } } }`, one],
    [
      'nodes and edges, which are the same',
      `{ domains${where} { nodes { name } edges { node { name } } } }`,
      one,
    ],
    [
      'a list under another name',
      `{ mine: domains${where} { rows: nodes { called: name } } }`,
      ['called', 'one.ee', 'two.ee'],
    ],
    [
      'a list of an object',
      '{ domain(name: "one.ee") { nameservers { hostname } } }',
      ['hostname', 'ns1.x.example', 'ns2.x.example'],
    ],
    [
      'the one page of an object',
      '{ contact(code: "ALPHA:B") { code domains(first: 5, orderBy: { field: NAME }) { nodes { name } } } }',
      one,
    ],
    [
      'groups',
      `{ domains${where} { totalCount groups(by: [{ field: ZONE }]) { zone count } } }`,
      ['zone,count', 'ee,2'],
    ],
    ['beside what is no list', `{ viewer { name } domains${where} { totalCount nodes { name } } }`, one],
    [
      'in fragments',
      `{ ...Q } fragment Q on Query { domains${where} { ...P } } fragment P on DomainConnection { nodes { ...D } } fragment D on Domain { name }`,
      one,
    ],
    [
      'where another was left out',
      `query ($no: Boolean = false) { domains${where} { nodes { name } } contacts(first: 1) @include(if: $no) { nodes { code } } }`,
      one,
    ],
    [
      'lists inside rows',
      '{ domain(name: "one.ee") { techContacts { code } } domains(first: 1) @skip(if: true) { nodes { name } } }',
      ['code', 'ALPHA:A', 'ALPHA:B'],
    ],
    [
      'nothing below an object that is not there',
      '{ domain(name: "nobody.ee") { nameservers { hostname ipv4 } } }',
      ['hostname,ipv4'],
    ],
    [
      'an object that is null',
      `{ domains${where} { nodes { name reservation { kind invoice { number } } } } }`,
      ['name,reservation.kind,reservation.invoice.number', 'one.ee,,', 'two.ee,,'],
    ],
    [
      'nested lists',
      `{ domains${where} { nodes { name nameservers { hostname ipv4 } techContacts { code } } } }`,
      [
        'name,nameservers,techContacts',
        'one.ee,ns1.x.example ; ns2.x.example ,ALPHA:A; ALPHA:B',
        'two.ee,ns1.x.example ; ns2.x.example ,ALPHA:A; ALPHA:B',
      ],
    ],
    [
      'pages inside rows',
      '{ contacts(first: 1, where: { code: { eq: "ALPHA:B" } }) { nodes { code domains(first: 3, orderBy: { field: NAME }) { totalCount nodes { name } } } } }',
      ['code,domains.totalCount,domains.nodes', 'ALPHA:B,2,one.ee; two.ee'],
    ],
  ];
  it.each(documents)('finds the one list: %s', async (_, query, expected) => {
    const { text, status } = await ask(query);
    expect({ status, lines: lines(text) }).toEqual({ status: 200, lines: expected });
    const json = await ask(query, { accept: ndjson });
    expect(json.text === '' ? 0 : values(json.text).length).toBe(expected.length - 1);
  });

  const withCursors = `{ domains${where} { edges { cursor node { name } } } }`;
  it('shows an edge whole where more of it is wanted than its node', async () => {
    const { text } = await ask(withCursors);
    expect(lines(text)[0]).toBe('cursor,node.name');
    expect(lines(text)[1]).toMatch(/^\S+,one\.ee$/);
  });

  // A table sees the answer only: of what is nowhere in it, it knows no name.
  const answered = documents.filter(([what]) => !/null|not there/.test(what));
  it.each([...answered.map(([what, query]) => [what, query]), ['edges with cursors', withCursors]])(
    'holds what the table of GraphiQL shows: %s',
    async (_, query = '') => {
      const { data } = await graph(world, query);
      const { columns, rows } = rowsOf(theList(data) ?? []);
      const table = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
      expect(lines((await ask(query)).text)).toEqual(table.map((cells) => cells.join(',')));
    },
  );

  it('finds the list of whatever an id names', async () => {
    const { data } = await graph(world, '{ domain(name: "one.ee") { id } }');
    const query = 'query ($id: ID!) { node(id: $id) { id ... on Domain { nameservers { hostname } } } }';
    const { text } = await ask(query, { variables: { id: data.domain.id } });
    expect(lines(text)).toEqual(['hostname', 'ns1.x.example', 'ns2.x.example']);
  });

  it('executes nothing that does not stand in the file', async () => {
    const refused = 'domainTransferInfo(name: "one.ee", transferCode: "wrong") { name }';
    const { status, text } = await ask(`{ ${refused} domains${where} { nodes { name } } }`);
    expect({ status, lines: lines(text) }).toEqual({ status: 200, lines: one });
  });
});

describe('a document with another number of lists', () => {
  it.each([
    ['{ viewer { name } }', 'asks for none'],
    ['{ domains { totalCount } }', 'asks for none'],
    [
      '{ domains(first: 1) { nodes { name } } contacts(first: 1) { nodes { code } } }',
      'asks for domains.nodes and for contacts.nodes',
    ],
    [
      '{ domains(first: 1) { nodes { name } groups(by: []) { count } } }',
      'asks for domains.nodes and for domains.groups',
    ],
    [
      '{ a: domains(first: 1) { nodes { name } } b: domains(first: 1) { nodes { name } } }',
      'asks for a.nodes and for b.nodes',
    ],
    ['subscription { notificationReceived { text } }', 'needs a query for one list of rows'],
    [
      'mutation { contactUpdate(input: { code: "ALPHA:B", name: "Mari Maasikas" }) { userErrors { message } } }',
      'needs a query for one list of rows',
    ],
  ])('is refused in a sentence: %s', async (query, sentence) => {
    for (const [accept, name] of [
      ['text/csv', 'CSV'],
      [ndjson, 'NDJSON'],
    ] as const)
      for (const url of ['/graphql', '/graphql?all=true']) {
        const answer = await world.request({ method: 'POST', url, headers: { accept }, payload: { query } });
        expect(answer.status).toBe(406);
        expect(answer.headers['content-type']).toContain('json');
        const [error] = answer.body.errors as unknown as Loose[];
        expect(error?.message).toMatch(`${name} needs a query for one list of rows`);
        expect(error?.message).toContain(sentence);
      }
  });
});

describe('a write whose answer is wanted as a file', () => {
  it('is refused before anything is done', async () => {
    const { status } = await ask(
      'mutation { contactUpdate(input: { code: "ALPHA:B", name: "Done" }) { userErrors { message } } }',
    );
    expect(status).toBe(406);
    const { data } = await graph(world, '{ contact(code: "ALPHA:B") { name } }');
    expect(data.contact.name).toBe('Mari Maasikas');
  });
});

describe('who may not ask', () => {
  it.each([null, undefined, operator])('hears the same as with JSON (%s)', async (auth) => {
    const documents = [
      '{ domains(first: 1) { nodes { name } } }',
      '{ ledger(first: 1) { nodes { amount } } }',
      '{ contacts { nodes { code } } }',
      '{ nothing }',
    ];
    for (const query of documents) {
      const sent = (accept: string, url = '/graphql') =>
        world.request({
          method: 'POST',
          url,
          headers: { accept },
          payload: { query },
          ...(auth !== undefined && { auth }),
        });
      const plain = await sent('application/json');
      if (!plain.body.errors) continue;
      for (const accept of ['text/csv', ndjson])
        for (const url of ['/graphql', '/graphql?all=true']) {
          // Whoever wants all of a list need not say how large its pages are.
          if (url.includes('all') && query.includes('{ contacts {')) continue;
          const { status, body } = await sent(accept, url);
          expect({ status, errors: body.errors, data: body.data }).toEqual({
            status: plain.status,
            errors: plain.body.errors,
            data: plain.body.data,
          });
        }
    }
  });
});

describe('how many there are', () => {
  it.each([
    ['a page', '{ contacts(first: 1) { nodes { code } } }', '2', 'true'],
    ['a page from the end', '{ contacts(last: 1) { nodes { code } } }', '2', 'true'],
    ['all of them', '{ contacts(first: 100) { nodes { code } } }', '2', undefined],
    ['none', '{ contacts(first: 1, where: { code: { eq: "X" } }) { nodes { code } } }', '0', undefined],
    ['a short list', '{ domain(name: "one.ee") { nameservers { hostname } } }', '2', undefined],
    ['groups', '{ domains { groups(by: [{ field: NAMESERVER_HOSTNAME }]) { count } } }', '2', undefined],
    [
      'the first groups',
      '{ domains { groups(by: [{ field: NAMESERVER_HOSTNAME }], first: 1) { count } } }',
      '2',
      'true',
    ],
  ])('comes with every file, and whether there are more: %s', async (_, query, total, truncated) => {
    for (const accept of ['text/csv', ndjson]) {
      const { headers, status } = await ask(query, { accept });
      expect(status).toBe(200);
      expect({ total: headers['x-total-count'], truncated: headers['x-truncated'] }).toEqual({
        total,
        truncated,
      });
    }
  });

  it('is visible to pages of other origins', async () => {
    const { headers } = await world.request({
      url: '/graphql?query={contacts(first:1){nodes{code}}}',
      headers: { accept: 'text/csv', origin: 'https://elsewhere.example' },
    });
    expect(headers['access-control-expose-headers']).toMatch(/x-total-count.*x-truncated/);
  });
});

describe('all=true', () => {
  it('is for files: as JSON a list has pages', async () => {
    const { status, text } = await world.request({
      method: 'POST',
      url: '/graphql?all=true',
      payload: { query: '{ contacts(first: 1) { nodes { code } } }' },
    });
    expect(status).toBe(406);
    expect(text).toContain('all=true is for files');
  });
});

describe('a cell that a spreadsheet would take for a formula', () => {
  const column = (cell: string): string =>
    (
      formatFor('text/csv')?.write([{ cell, list: [cell] }], [{ name: 'cell', path: ['cell'] }], false) ?? ''
    ).replace(/^"/, '');

  it('is kept text in a file', async () => {
    const { text } = await ask('{ contacts(first: 1, orderBy: { field: CODE }) { nodes { name } } }');
    expect(text).toContain("'=SUM(A1)");
  });

  it.each([
    '=1+1',
    ' =1+1',
    '   +1',
    '+372.5555',
    '@x',
    ' @x',
    '\t=1',
    '\r=1',
    ' \t1',
    '-x',
    ' -1+1',
    '-10.00-1',
    '－1',
    '＝1',
    '\u00a0=1',
  ])('is kept text: %j', (cell) => {
    expect(column(cell)).toMatch(/^'/);
  });

  // As a spreadsheet reads it that separates by semicolons or by tabs, in the first column and in a later one.
  it.each(['x;=1+1;', 'x; =1+1', 'x\t=1+1', ';@x', 'x;-1+1', 'x\n=1+1', 'x\r\n+1', 'a;b\t＝1', 'x";=1+1;"'])(
    'is kept text behind every separator: %j',
    (cell) => {
      const columns = ['first', 'second'].map((name) => ({ name, path: [name] }));
      const text = formatFor('text/csv')?.write([{ first: cell, second: cell }], columns, false) ?? '';
      for (const read of [text, text.replaceAll('"', '')])
        expect(read.split(/[;\t\r\n]/).filter((part) => /^\s*[=+@-]|^[＝]/u.test(part))).toEqual([]);
    },
  );

  it.each(['a;b', 'a\tb', 'a,b'])('quotes what somebody may take for two cells: %j', (cell) => {
    const text = formatFor('text/csv')?.write([{ cell }], [{ name: 'cell', path: ['cell'] }], false);
    expect(text).toBe(`"${cell}"\n`);
  });

  it.each(['-10.00', '-1', '10.00', 'a=1', 'a -1', '1 + 1', 'x@y.ee', '', ' ', '2026-01-01'])(
    'is not what only looks a little like it: %j',
    (cell) => {
      expect(column(cell)).not.toMatch(/^'/);
    },
  );
});
