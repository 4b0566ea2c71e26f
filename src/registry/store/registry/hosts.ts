import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

export interface Host {
  readonly hostname: string;
  readonly hostname_puny: string;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

/** A host that some domain names, with the addresses given by the domain that the host lies below. */
export async function hostNamed(db: Db, hostname: string): Promise<Host | undefined> {
  const around = hostname.split('.').map((_, index, labels) => labels.slice(index).join('.'));
  const { rows } = await sql<Host>`
    select host.hostname, host.hostname_puny,
      coalesce(glue.ipv4, '{}') as ipv4, coalesce(glue.ipv6, '{}') as ipv6
    from (select hostname, hostname_puny from nameservers where hostname = ${hostname} limit 1) as host
    left join lateral (
      select nameservers.ipv4, nameservers.ipv6 from domains
      join nameservers on nameservers.domain_id = domains.id and nameservers.hostname = host.hostname
      where domains.name = any(${around}) order by length(domains.name) desc limit 1) as glue on true`.execute(
    db,
  );
  return rows[0];
}
