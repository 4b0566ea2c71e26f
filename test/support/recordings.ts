import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { setBalance } from './money.ts';
import { people, seed } from './seed.ts';
import { alpha, basic, beta, type TestWorld } from './world.ts';

/** A request to the real registry, and what it answered (test/extensions/facade/recordings). */
export interface Recording {
  readonly name: string;
  readonly request: {
    readonly user: string | null;
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly raw?: string;
  };
  readonly response: { readonly status: number; readonly body: unknown };
}

/** A key of algorithm 13 that is shorter than such a key, which we refuse; recorded answers have one of the right length instead. */
const shortKey = 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8';
const wholeKey = Buffer.alloc(64, 7).toString('base64');

export const { recordings } = JSON.parse(
  readFileSync(
    new URL('../extensions/facade/recordings/real-registry.json', import.meta.url),
    'utf8',
  ).replaceAll(shortKey, wholeKey),
) as { recordings: Recording[] };

const odd = [
  'renewable',
  'forcedelete',
  'pendingdelete',
  'locked',
  'expired',
  'candidate',
  'bare',
  'disputed',
];
const ownNames = ['a-plain.ee', 'a-õun.ee', 'a-org.ee', 'a-togo1.ee', ...odd.map((what) => `odd-${what}.ee`)];
/** With the codes that requests name. */
const othersNames = {
  'b-plain.ee': '0abf796745c5ed8412a8d58aab45b94d',
  'b-togo3.ee': '50467d42a2395190140d32a1b72f2b95',
  'b-del2.ee': '3c79b7202b55779bf72e7e33ccabe42a',
};

/** The objects that were recorded. */
export async function fillRecorded(world: TestWorld): Promise<void> {
  const nameservers = ['ns1.host.ee', 'ns2.host.ee'];
  for (const [auth, own] of [
    [alpha, 'ALPHA'],
    [beta, 'BETA'],
  ] as const) {
    const at = seed(world, auth);
    await at.contact({ id: 'MARI', name: 'Mari Tamm', ident: people.mari });
    for (const id of ['TECH', 'FREE', 'NOTED', 'NOPHONE', 'VERIFIED', 'PASS', 'NOIDENT'])
      await at.contact({ id });
    await at.contact({ id: 'JOHN', ident: '1980-05-01', identType: 'birthday', countryCode: 'US' });
    await at.organisation({ id: 'OU' });
    const held = { registrant: `${own}:MARI`, admins: [`${own}:MARI`], techs: [`${own}:TECH`], nameservers };
    if (own === 'ALPHA') for (const name of ownNames) await at.domain(name, held);
    else
      for (const [name, transferCode] of Object.entries(othersNames))
        await at.domain(name, { ...held, transferCode });
  }
  const { alter, domain } = seed(world);
  await domain('odd-passport.ee', { registrant: 'ALPHA:PASS', techs: ['ALPHA:MARI'], nameservers });
  await domain('odd-noident.ee', { registrant: 'ALPHA:MARI', admins: ['ALPHA:NOIDENT'], nameservers });
  await domain('odd-foreign.ee', { registrant: 'ALPHA:MARI', techs: ['ALPHA:TECH'], nameservers });
  await alter('odd-renewable.ee', { expires_at: new Date('2026-11-25T22:00:00Z') });
  await alter('odd-forcedelete.ee', {
    statuses: ['serverForceDelete', 'serverRenewProhibited', 'serverTransferProhibited'],
  });
  await alter('odd-pendingdelete.ee', { statuses: ['pendingDelete', 'serverHold'] });
  await alter('odd-locked.ee', { statuses: ['serverDeleteProhibited', 'serverTransferProhibited'] });
  const { db } = world.container.database;
  await sql`update contacts set code = 'CID:' || code where code in ('ALPHA:PASS', 'ALPHA:NOIDENT')`.execute(
    db,
  );
  await sql`update contacts set statuses = '{clientDeleteProhibited,serverUpdateProhibited}' where code = 'ALPHA:NOTED'`.execute(
    db,
  );
  await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
    values ('odd-disputed.ee', 'odd-disputed.ee', 'x', '2026-11-01', '2027-11-01', now())`.execute(db);
  await sql`insert into blocked_names (name, name_puny, created_at)
    values ('blocked-one.ee', 'blocked-one.ee', now())`.execute(db);
  await sql`insert into notifications (id, registrar_id, kind, text, created_at) overriding system value
    select 30, id, 'x', 'Contact ALPHA:NOTED was updated', now() from registrars where code = 'ALPHA'`.execute(
    db,
  );
}

/** What has to be so before a request of these names is played. */
export const givenBefore = (world: TestWorld): Readonly<Record<string, () => Promise<unknown>>> => ({
  renew: () =>
    putSetting(world.container.database.db, 'days_to_renew_domain_before_expire', '0', new Date(0)),
  'register without money': () => setBalance(world, 'ALPHA', '0.30'),
  'transfer own': () =>
    seed(world).alter('b-togo3.ee', { transfer_code: 'a223d2151fd8e0f50b2fb3d3202d9f2c' }),
  'update transfer code': () => setBalance(world, 'ALPHA', '1000.00'),
});

/** These have keys of their own. */
const free = ['statuses', 'verification_snapshot', 'attributes'];

/** In keys and types; null may stand for anything, and of a list its first row is looked at. */
export function differences(was: unknown, is: unknown, path = ''): string[] {
  if (was === null || is === null || free.includes(path.split('.').at(-1) ?? '')) return [];
  if (Array.isArray(was) && Array.isArray(is))
    return was.length > 0 && is.length > 0 ? differences(was[0], is[0], `${path}[]`) : [];
  if (typeof was !== 'object' || typeof is !== 'object')
    return typeof was === typeof is ? [] : [`${path}: ${typeof was} there, ${typeof is} here`];
  const [there, here] = [was, is] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((key) =>
    key in there && key in here
      ? differences(there[key], here[key], `${path}.${key}`)
      : [`${path}.${key} only ${key in there ? 'there' : 'here'}`],
  );
}

/** How a recorded request is sent again, to us. */
export function sent({ name, request }: Recording) {
  const { user, method, path, headers, body, raw } = request;
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const password = name === 'wrong password' ? 'wrong' : `${user?.split('-')[0]}-sandbox`;
  return {
    method,
    path,
    headers: { ...headers, ...(user && { authorization: basic(user, password) }) },
    ...(payload !== undefined && { payload }),
  };
}
