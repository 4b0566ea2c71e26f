import { z } from 'zod';
import { everyRow } from '../../../base/filter.ts';
import { listAuctions } from '../../../registry/operations/names/list-auctions.ts';
import { listRetainedNames } from '../../../registry/operations/names/list-retained-names.ts';
import { fields, unvalidated } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { count, data, text } from '../shapes.ts';

const kinds = ['blocked', 'reserved', 'disputed'] as const;
const name = text('The name', 'keelatud.ee');
const punycode = text('The same in ASCII', 'keelatud.ee');
const everything = {
  sort: [{ field: 'position', descending: true }],
  slice: everyRow,
} as const;

/** The routes for everybody, without the envelope (docs/rules/registrar.md#public-lists). */
export const publicListRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/retained_domains',
    operation: listRetainedNames,
    extension: true,
    published: true,
    open: true,
    request: {
      query: fields({
        type: unvalidated({
          type: 'string',
          description: `The kind of names: ${kinds.join(', ')}; all for any other value or none.`,
        }).optional(),
      }),
    },
    docs: {
      data: data({
        count: count('How many there are', 3),
        domains: z.array(
          z.object({
            name,
            status: z.enum(kinds).meta({ description: 'Why it cannot simply be registered' }),
            punycode_name: punycode,
          }),
        ),
      }),
    },
    handle: async ({ run, query }) => {
      const kind = kinds.find((one) => one === query.type);
      const { rows } = await run(listRetainedNames, {
        query: { ...everything, ...(kind && { filter: { field: 'kind', is: 'eq', value: kind } }) },
        withCount: false,
      });
      const domains = rows.map(({ name, kind: status, name_puny }) => ({
        name,
        status,
        punycode_name: name_puny,
      }));
      return { body: { count: domains.length, domains } };
    },
  }),
  {
    method: 'GET',
    path: '/auctions',
    operation: listAuctions,
    extension: true,
    published: true,
    open: true,
    docs: {
      data: data({
        count: count('How many there are: none', 0),
        auctions: z.array(z.object({ domain_name: name, punycode_domain_name: punycode })),
      }),
    },
    handle: async ({ run }) => {
      const auctions = await run(listAuctions, {});
      return { body: { count: auctions.length, auctions } };
    },
  },
];
