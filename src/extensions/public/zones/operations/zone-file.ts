import { createHash } from 'node:crypto';
import type { Calendar } from '../../../../base/calendar.ts';
import { refuse, Unavailable } from '../../../../base/errors.ts';
import { toAscii } from '../../../../registry/rules/domain/domain-name.ts';
import { serialOfDay } from '../../../../registry/rules/domain/zone-declaration.ts';
import type { Database } from '../../../../registry/store/driver/connections/database.ts';
import type { Db } from '../../../../registry/store/driver/connections/pool.ts';
import { allZones, type Zone } from '../../../../registry/store/registry/zones.ts';
import {
  type Delegation,
  delegationsAfter,
  settleSerial,
  type ZoneState,
  zoneStates,
} from '../../store/zone-contents.ts';
import { addressRecords, inSerialPlace, isWithin, zoneFileHead } from '../document.ts';
import { ReachableDomains } from './reachable-domains.ts';

/** How many domains are read at a time. */
const portion = 2_000;

/** The content of a zone at one moment. */
export interface ZoneSnapshot {
  readonly zone: Zone;
  readonly state: ZoneState;
  /** The head up to the serial, and everything after the serial, in pieces. */
  readonly before: string;
  rest(): AsyncGenerator<string>;
}

/**
 * Returns what the file of a zone is made of; undefined unless the zone exists and declares its nameservers.
 */
export async function zoneSnapshot(db: Db, origin: string): Promise<ZoneSnapshot | undefined> {
  const zones = await allZones(db);
  const zone = zones.find((one) => one.origin === origin);
  const state = (await zoneStates(db)).find((one) => one.origin === origin);
  if (!zone || !state) return undefined;
  const { before, after } = zoneFileHead(zone);
  return {
    zone,
    state,
    before,
    rest: async function* () {
      yield after;
      yield* delegations(db, zone, zones);
    },
  };
}

async function* delegations(db: Db, zone: Zone, zones: readonly Zone[]): AsyncGenerator<string> {
  const origin = toAscii(zone.origin);
  const below = zones
    .map((one) => ({ ...one, ascii: toAscii(one.origin) }))
    .filter(({ ascii }) => ascii.endsWith(`.${origin}`));
  const addressed = zone.nameservers.filter(({ ipv4, ipv6 }) => ipv4.length + ipv6.length > 0);
  const declared = new Set(addressed.map(({ hostnamePuny }) => hostnamePuny));
  const nearest = below.filter(({ ascii }) => !below.some((other) => ascii.endsWith(`.${other.ascii}`)));
  const delegated = nearest.filter(({ nameservers }) => nameservers.length > 0);
  const reachable = new ReachableDomains({
    db,
    zoneId: zone.id,
    origin,
    declared,
    delegatedZones: delegated.map(({ ascii }) => ascii),
    zonesBelow: nearest.map(({ ascii }) => ascii),
  });
  const write = async (found: readonly Delegation[]): Promise<string> => {
    await reachable.prepare(found);
    return found.map((one) => delegationText(one, reachable, declared)).join('');
  };
  yield await write(
    delegated.map(({ ascii, nameservers }) => ({
      name: ascii,
      hosts: nameservers.map(({ hostnamePuny, ipv4, ipv6 }) => [hostnamePuny, ipv4, ipv6] as const),
      keys: null,
    })),
  );
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { found, last } = await delegationsAfter(db, zone.id, { after, limit: portion });
    yield await write(found);
    after = last;
  }
  yield `; The end of the zone ${origin}\n`;
}

/** Flag of a key that signs other keys (RFC 4034 2.1.1): the parent names it, unless there is none. */
const secureEntryPoint = 1;

function delegationText(
  { name, hosts, keys }: Delegation,
  reachable: ReachableDomains,
  declared: ReadonlySet<string>,
): string {
  const used = hosts.filter((host) => reachable.isFound(name, host));
  const lost = hosts.filter((host) => !used.includes(host));
  const remarks = lost.map(([host]) => `; ${name}: ${host} cannot be found, and is left out\n`).join('');
  if (used.length === 0) return remarks;
  const glue = used.filter(([host]) => isWithin(host, name) && !declared.has(host));
  const entries = (keys ?? []).filter(([flags]) => (flags & secureEntryPoint) === 1);
  return (
    remarks +
    used.map(([host]) => `${name}. IN NS ${host}.\n`).join('') +
    glue.map(([host, ipv4, ipv6]) => addressRecords(host, ipv4, ipv6)).join('') +
    (entries.length > 0 ? entries : (keys ?? []))
      .map(([, tag, algorithm, type, digest]) => `${name}. IN DS ${tag} ${algorithm} ${type} ${digest}\n`)
      .join('')
  );
}

/** The digest of a file without its serial, taken while its pieces pass. */
export async function* digested(
  { before, rest }: ZoneSnapshot,
  done: (digest: string) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256').update(before);
  for await (const piece of rest()) {
    hash.update(piece);
    yield piece;
  }
  done(hash.digest('hex'));
}

interface ZoneFileParts {
  readonly calendar: Calendar;
  readonly now: Date;
  readonly digest: string;
  readonly atLeast?: number;
}

/** The serial of this content; undefined if a later one was made meanwhile, so that this is already out of date. */
export const serialOf = (
  db: Db,
  { state }: ZoneSnapshot,
  { calendar, now, digest, atLeast = 0 }: ZoneFileParts,
): Promise<number | undefined> =>
  settleSerial(db, { state, digest, now, atLeast, firstSerial: serialOfDay(calendar.dateOf(now)) });

export interface OpenZoneFile {
  readonly longestMs: number;
  readonly text: AsyncGenerator<string>;
  end(): Promise<void>;
}

const attempts = 5;

/**
 * A zone's file as the registry is now, with the serial under which every process gives this content. It is read from
 * one snapshot, in portions; if it has changed since it was made last, it is read twice, because the serial comes
 * first.
 */
export async function openZoneFile(
  database: Database,
  origin: string,
  { calendar, now }: { readonly calendar: Calendar; readonly now: Date },
): Promise<OpenZoneFile> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { db, writes, longestMs, end } = await database.snapshot();
    try {
      const snapshot = await zoneSnapshot(db, origin);
      if (!snapshot) return refuse('OBJECT_DOES_NOT_EXIST', 'Zone was not found, or has no nameservers');
      let { serial } = snapshot.state as { serial: number | null | undefined };
      if (snapshot.state.isChanged) {
        let digest = '';
        for await (const _ of digested(snapshot, (done) => (digest = done)));
        serial = await serialOf(writes ?? database.db, snapshot, { calendar, now, digest });
      }
      if (serial === null || serial === undefined) {
        await end();
        continue;
      }
      const head = snapshot.before + inSerialPlace(serial);
      const text = async function* () {
        yield head;
        yield* snapshot.rest();
      };
      return { longestMs, text: text(), end };
    } catch (error) {
      await end();
      throw error;
    }
  }
  throw new Unavailable('The zone changes too fast to be read; try again');
}
