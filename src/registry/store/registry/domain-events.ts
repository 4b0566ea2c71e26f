import { type Selectable, sql } from 'kysely';
import { referred } from '../driver/lists/filters.ts';
import { registrarKey } from '../driver/lists/group-keys.ts';
import { type StoredList, storedList, zoneOf } from '../driver/lists/stored-list.ts';
import type { VersionTables } from '../tables/version-schema.ts';

export type DomainEvent = Selectable<VersionTables['domain_versions']>;

interface Viewer {
  /**
   * The registrar that sees only events while it sponsored the domain, and the event by which it lost it; undefined
   * for all events.
   */
  readonly registrarId: number | undefined;
  readonly seesPrices: boolean;
}

const from = sql`domain_versions.from_registrar_id`;
const holder = sql`domain_versions.registrar_id`;
const zone = zoneOf(sql`domain_versions.name`);

/** The events of domains: the versions in their history that have a kind. */
export function domainEventList({ registrarId, seesPrices }: Viewer): StoredList<DomainEvent> {
  const direction = sql`case ${registrarId ?? null}::bigint when ${from} then 'OUT'
    when ${holder} then case when ${from} is not null or domain_versions.kind = 'TRANSFERRED' then 'IN' end end`;
  const isEvent = sql`domain_versions.kind is not null`;
  return storedList('domain_versions', {
    only:
      registrarId === undefined
        ? sql`${isEvent}`
        : sql`(${isEvent} and (${holder} = ${registrarId} or ${from} = ${registrarId}))`,
    columns: {
      at: sql`domain_versions.valid_from`,
      kind: sql`domain_versions.kind`,
      name: sql`domain_versions.name`,
      zone,
      registrar: referred(holder, 'registrars', 'code'),
      fromRegistrar: referred(from, 'registrars', 'code'),
      direction,
    },
    groups: {
      keys: {
        at: { value: sql`domain_versions.valid_from` },
        kind: { value: sql`domain_versions.kind` },
        zone: { value: zone },
        registrar: registrarKey(holder),
        fromRegistrar: registrarKey(from),
        direction: { value: direction },
      },
      amount:
        registrarId === undefined
          ? sql`domain_versions.price`
          : sql`case when ${holder} = ${registrarId} and ${seesPrices} then domain_versions.price end`,
    },
  });
}
