import { limit } from '../../../../base/limits.ts';
import type { Db } from '../../../../registry/store/driver/connections/pool.ts';
import { type DelegatedHost, hostsOfDomains } from '../../store/zone-contents.ts';
import { isWithin } from '../document.ts';

/** The facts on which the hosts below a domain depend. */
interface Reach {
  readonly isGrounded: boolean;
  /** The domains of the zone in which its other nameservers are. */
  readonly others: readonly string[];
}

const mostKept = limit(
  'reachable names that are kept',
  100_000,
  'As many answers as are kept for the next domains.',
);

interface Below {
  readonly db: Db;
  readonly zoneId: number;
  readonly origin: string;
  /** The hosts whose addresses the zone itself declares, and the zones below it that have nameservers. */
  readonly declared: ReadonlySet<string>;
  readonly delegatedZones: readonly string[];
  readonly zonesBelow: readonly string[];
}

/**
 * Finds the nameservers below a zone that can be found. A host below a domain can be found if the domain is in the
 * zone, and has a nameserver below itself with an address, one outside of the zone, or one that can itself be found.
 * BIND refuses a whole zone that names a host that cannot be found
 * (docs/rules/zone-files.md#nameservers-that-cannot-be-found).
 */
export class ReachableDomains {
  readonly #below: Below;
  readonly #known = new Map<string, boolean>();

  constructor(below: Below) {
    this.#below = below;
  }

  /** Looks up in a few statements what the nameservers of these domains depend on. */
  async prepare(domains: readonly { readonly name: string; readonly hosts: readonly DelegatedHost[] }[]) {
    const asked = new Set(
      domains.flatMap(({ name, hosts }) =>
        hosts.flatMap(([host]) => this.#domainAround(host) ?? []).filter((around) => around !== name),
      ),
    );
    if (this.#known.size > mostKept) this.#known.clear();
    const found = new Map<string, Reach>();
    for (let next = [...asked].filter((name) => !this.#known.has(name)); next.length > 0; ) {
      const { db, zoneId } = this.#below;
      const hosts = await hostsOfDomains(db, zoneId, next);
      for (const name of next) found.set(name, this.#reachOf(name, hosts.get(name) ?? []));
      const others = next.flatMap((name) => found.get(name)?.others ?? []);
      next = [...new Set(others)].filter((name) => !this.#known.has(name) && !found.has(name));
    }
    this.#settle(found);
  }

  /** Tells whether the host is found, as a nameserver of this domain; `prepare` must have had it. */
  isFound(domain: string, [host, ipv4, ipv6]: DelegatedHost): boolean {
    const around = this.#domainAround(host);
    if (around === undefined) return this.#isFoundElsewhere(host);
    if (around === domain) return ipv4.length + ipv6.length > 0;
    return this.#known.get(around) === true;
  }

  /** The domain of this zone that a host is or is below; undefined if it is elsewhere. */
  #domainAround(host: string): string | undefined {
    const { origin, declared, zonesBelow } = this.#below;
    if (declared.has(host) || host === origin || !host.endsWith(`.${origin}`)) return undefined;
    if (zonesBelow.some((zone) => isWithin(host, zone))) return undefined;
    const labels = host.slice(0, -origin.length - 1).split('.');
    return `${labels.at(-1)}.${origin}`;
  }

  #isFoundElsewhere(host: string): boolean {
    const { origin, declared, delegatedZones } = this.#below;
    return (
      !isWithin(host, origin) || declared.has(host) || delegatedZones.some((zone) => isWithin(host, zone))
    );
  }

  #reachOf(name: string, hosts: readonly DelegatedHost[]): Reach {
    const others: string[] = [];
    let isGrounded = false;
    for (const host of hosts) {
      const around = this.#domainAround(host[0]);
      if (around === undefined) isGrounded ||= this.#isFoundElsewhere(host[0]);
      else if (around === name) isGrounded ||= host[1].length + host[2].length > 0;
      else others.push(around);
    }
    return { isGrounded, others };
  }

  /** Domains that need only each other are not found. */
  #settle(found: ReadonlyMap<string, Reach>): void {
    const dependents = new Map<string, string[]>();
    const grounded: string[] = [];
    for (const [name, { isGrounded, others }] of found) {
      this.#known.set(name, false);
      if (isGrounded || others.some((other) => !found.has(other) && this.#known.get(other) === true))
        grounded.push(name);
      for (const other of others) {
        const waiting = dependents.get(other);
        if (waiting) waiting.push(name);
        else dependents.set(other, [name]);
      }
    }
    for (let name = grounded.pop(); name !== undefined; name = grounded.pop()) {
      if (this.#known.get(name)) continue;
      this.#known.set(name, true);
      grounded.push(...(dependents.get(name) ?? []));
    }
  }
}
