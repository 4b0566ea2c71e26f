import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, extendSchema, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { atEndOfFile } from './at-end.ts';

/** Another team's graph, with Relay's types: it knows our domains by name and registrars by id, and adds to our invoices. */
export const salesTypes = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  scalar DomainName
  interface Node { id: ID! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type Query { node(id: ID!): Node leads(first: Int, after: String): LeadConnection! }
  type LeadConnection { edges: [LeadEdge!]! nodes: [Lead!]! pageInfo: PageInfo! }
  type LeadEdge { cursor: String! node: Lead! }
  type Lead implements Node @key(fields: "id") { id: ID! about: Domain contact: Contact }
  type Domain @key(fields: "name") { name: DomainName! asking: String! }
  type Contact @key(fields: "id", resolvable: false) { id: ID! }
  type Registrar @key(fields: "code") { code: String! accountManager: String }
  type Invoice @key(fields: "number") { number: Int! remindedAt: String }
`;

interface Lead {
  readonly id: string;
  readonly about: { readonly name: string };
  readonly contact: { readonly id: string };
}

/** That graph, served with these leads; returns its URL. */
export async function serveSales(leads: readonly Lead[]): Promise<string> {
  const plain = salesTypes.replace(/extend schema.*\n/, '').replaceAll(/@\w+(?:\(.*?\))?/g, '');
  const schema = extendSchema(
    buildSchema(plain),
    parse(`
      scalar _Any
      union _Entity = Domain
      type _Service { sdl: String! }
      extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }`),
  );
  const asked = (domain: { readonly name: string }) => ({ ...domain, asking: `Who wants ${domain.name}?` });
  const nodes = leads.map((lead) => ({ ...lead, about: asked(lead.about) }));
  const roots = {
    _service: { sdl: salesTypes },
    _entities: ({ representations }: { representations: readonly { name: string }[] }) =>
      representations.map((one) => ({ __typename: 'Domain', ...asked(one) })),
    leads: { nodes, edges: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  };
  const yoga = createYoga({ schema, logging: false });
  for (const [name, value] of Object.entries(roots)) {
    const field = schema.getQueryType()?.getFields()[name];
    if (field) field.resolve = (_, args) => (typeof value === 'function' ? value(args) : value);
  }
  const server = createServer(yoga);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}
