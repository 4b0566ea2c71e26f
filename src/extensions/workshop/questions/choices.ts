import { LRUCache } from 'lru-cache';
import type { Ask } from '../../../apis/graphql/server.ts';
import type { Services } from '../../../apis/services.ts';
import { type Actor, scopeOf } from '../../../base/actor.ts';
import { Unavailable } from '../../../base/errors.ts';
import type { Narrowing } from './narrowed-conditions.ts';
import type { Reader } from './reading.ts';
import type { BoardFilter } from './walls.ts';

/** A choice that readers have on a board, by its name in the address. */
export interface Choice {
  readonly filter: BoardFilter;
  readonly name: 'registrar' | 'zone' | 'period';
  readonly label: string;
  readonly all: string;
  /** The labels by value, in their order. */
  readonly options: ReadonlyMap<string, string>;
  /** The chosen value; undefined for all. */
  readonly chosen: string | undefined;
}

const periods = [
  ['P7D', 'Last 7 days', { days: 7 }],
  ['P30D', 'Last 30 days', { days: 30 }],
  ['P90D', 'Last 90 days', { days: 90 }],
  ['P12M', 'Last 12 months', { months: 12 }],
  ['P24M', 'Last 24 months', { months: 24 }],
] as const;
const periodNames: ReadonlyMap<string, string> = new Map(periods.map(([span, label]) => [span, label]));

const words = {
  REGISTRAR: { name: 'registrar', label: 'Registrar', all: 'All registrars' },
  ZONE: { name: 'zone', label: 'Zone', all: 'All zones' },
  PERIOD: { name: 'period', label: 'Period', all: 'As asked' },
} as const;

const keptForMs = 5 * 60_000;
/** Nothing was found, or nothing could be asked, perhaps because the maker's budget is used up. */
const nothingKeptForMs = 60_000;

/**
 * The zones and registrars of the registry, read as the maker of a board: once in five minutes, whoever reads, or in
 * one if there were none.
 */
export class Choices {
  readonly #ask: Ask;
  readonly #services: Pick<Services, 'clock' | 'calendar'>;
  readonly #kept = new LRUCache<string, Promise<ReadonlyMap<string, string>>>({
    max: 1000,
    ttl: keptForMs,
  });

  constructor(services: Pick<Services, 'clock' | 'calendar'>, ask: Ask) {
    this.#services = services;
    this.#ask = ask;
  }

  /**
   * Values that do not exist are left out: they choose nothing. What cannot be asked now is not offered, and a choice
   * by it is refused.
   */
  async of(
    filters: readonly BoardFilter[],
    query: Readonly<Record<string, unknown>>,
    maker: Actor,
    reader: Reader,
  ): Promise<readonly Choice[]> {
    const choices: Choice[] = [];
    for (const filter of filters) {
      const { [words[filter].name]: given } = query;
      const options =
        filter === 'PERIOD'
          ? periodNames
          : await this.#options(filter, maker, reader).catch((error: unknown) => {
              if (!(error instanceof NotAnswered)) throw error;
              // Nothing is chosen: the page's own form sends an empty value for all.
              if (typeof given !== 'string' || given === '') return new Map<string, string>();
              throw new Unavailable('This board cannot be narrowed now; try again', {
                waitSeconds: nothingKeptForMs / 1000,
              });
            });
      const chosen = typeof given === 'string' && options.has(given) ? given : undefined;
      if (options.size > 0) choices.push({ filter, ...words[filter], options, chosen });
    }
    return choices;
  }

  narrowing(choices: readonly Choice[]): Narrowing {
    const { clock, calendar } = this.#services;
    const of = (wanted: BoardFilter) => choices.find(({ filter }) => filter === wanted)?.chosen;
    const [span, , back] = periods.find(([one]) => one === of('PERIOD')) ?? [];
    const now = clock.now();
    const period = span && {
      span,
      from: calendar.dateOf(calendar.minus(now, back ?? {})),
      to: calendar.dateOf(now),
    };
    return { registrar: of('REGISTRAR'), zone: of('ZONE'), period };
  }

  async #options(
    filter: 'REGISTRAR' | 'ZONE',
    maker: Actor,
    reader: Reader,
  ): Promise<ReadonlyMap<string, string>> {
    const key = `${filter} ${maker.kind} ${scopeOf(maker)}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const asking = this.#read(filter, maker, reader);
    this.#kept.set(key, asking);
    try {
      const found = await asking;
      if (found.size === 0) this.#kept.set(key, asking, { ttl: nothingKeptForMs });
      return found;
    } catch (error) {
      if (error instanceof NotAnswered) this.#kept.set(key, asking, { ttl: nothingKeptForMs });
      else this.#kept.delete(key);
      throw error;
    }
  }

  /** Reads the values of a filter. It does not stop when this reader leaves, because others may wait for it. */
  async #read(
    filter: 'REGISTRAR' | 'ZONE',
    maker: Actor,
    { sender, requestId }: Reader,
  ): Promise<ReadonlyMap<string, string>> {
    const { signal } = new AbortController();
    const asked = { actor: maker, sender: { ...sender, authorization: undefined }, requestId, signal };
    const answer = async (query: string, variables: Record<string, unknown> = {}): Promise<Found> => {
      const { data, errors } = (await this.#ask({ ...asked, query, variables })).result as {
        data?: Found | null;
        errors?: unknown;
      };
      if (!data || errors) throw new NotAnswered();
      return data;
    };
    if (filter === 'ZONE')
      return new Map(
        (await answer('{ zones { origin } }')).zones?.map(({ origin }) => [origin, `.${origin}`]),
      );
    const options = new Map<string, string>();
    for (let after: string | null = null; ; ) {
      const { registrars }: Found = await answer(registrarsAfter, { after });
      for (const { code, name } of registrars?.nodes ?? []) options.set(code, `${name} (${code})`);
      if (!registrars?.pageInfo.hasNextPage) return options;
      after = registrars.pageInfo.endCursor;
    }
  }
}

interface Found {
  readonly zones?: readonly { readonly origin: string }[];
  readonly registrars?: {
    readonly nodes: readonly { readonly code: string; readonly name: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

const registrarsAfter =
  'query ($after: String) { registrars(first: 100, after: $after) { nodes { code name } pageInfo { hasNextPage endCursor } } }';

/** The maker may not ask now. */
class NotAnswered extends Error {}
