import { beforeAll, expect } from 'vitest';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { listen } from '#src/server/app.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import type { Loose } from '../../support/world.ts';
import { list, type Params, registrarPortal } from './registrar-portal.ts';

/** Looking through a registry in use: the demo world has domains and contacts in every state. */
let demo: SecondContainer;

export const url = () => demo.container.address.ownUrl;
export const alpha = registrarPortal(url, 'alpha', 'alpha-sandbox', {
  'user-certificate': encodeURIComponent('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
});
export const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
const everything = { limit: null, offset: null };

/** What each list can be asked for, and by which rows of the whole list it must be answered. */
export interface Listing {
  readonly path: '/domains' | '/contacts';
  readonly key: 'name' | 'code';
  readonly params: Params;
  readonly sorts: Readonly<Record<string, (row: Loose) => unknown>>;
}
export const domains: Listing = {
  path: '/domains',
  key: 'name',
  params: { details: true, simple: true },
  sorts: {
    name: ({ name }) => name,
    valid_to: ({ expire_time }) => Date.parse(String(expire_time)),
    expire_time: ({ expire_time }) => Date.parse(String(expire_time)),
    registrant_name: ({ registrant }) => registrant?.name,
    registrar_name: () => 0,
    created_at: () => 0,
    nonsense: () => 0,
  },
};
export const contacts: Listing = {
  path: '/contacts',
  key: 'code',
  params: { details: true, domains: true },
  sorts: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    ident: ({ ident }) => ident?.code,
    email: ({ email }) => email,
    created_at: ({ created_at }) => Date.parse(String(created_at)),
    updated_at: () => 0,
    registrar_name: () => 0,
    nonsense: () => 0,
  },
};

export const rowsOf = ({ path }: Listing, data: Loose) => list(data[path.slice(1)]);
export const whole = async (listing: Listing, params: Params = {}) => {
  const data = await alpha.get(listing.path, { ...listing.params, ...everything, q: null, ...params });
  const rows = rowsOf(listing, data);
  expect(Number(data.count)).toBe(rows.length);
  return rows;
};
export const keysOf = ({ key }: Listing, rows: readonly Loose[]) => rows.map((row) => String(row[key]));

export let contactRows: readonly Loose[];
export let fullDomains: readonly Loose[];
export const has = (held: Loose | undefined, name: string) => Object.hasOwn(held ?? {}, name);
export const day = (moment: unknown) => String(moment).slice(0, 10);

/** For each file that looks at it: a world of its own. */
export const openDemoWorld = (): void =>
  beforeAll(async () => {
    demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
    await seedWorld(demo.container, 'demo');
    await listen(demo.app, demo.container, 0, '127.0.0.1');
    contactRows = await whole(contacts);
    fullDomains = [];
    for (const { name } of await whole(domains))
      fullDomains = [
        ...fullDomains,
        (await alpha.get(`/domains/${encodeURIComponent(String(name))}`)).domain,
      ];
  });
