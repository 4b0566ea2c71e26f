import DataLoader from 'dataloader';
import type { Clock } from '../core/clock.ts';
import type { Told } from '../operations/mirror/keep-mirror.ts';
import { normaliseLookup } from '../rules/domain/domain-name.ts';
import type { Database } from '../store/driver/database.ts';
import { readTimes } from '../store/registry/mirror.ts';
import type { UpstreamReader } from './reader.ts';
import { UpstreamTrouble } from './trouble.ts';

type Kind = 'domain' | 'contact' | 'account' | 'notifications';

/** `domain tamm.ee`: what callers are told is old. */
type Subject = `${Kind} ${string}`;

const domain = (input: unknown): Subject => `domain ${normaliseLookup((input as { name: string }).name)}`;

/** Which one object a question is about; lists come from the mirror as it is. */
const subjects: Readonly<Record<string, (input: unknown) => Subject>> = {
  'domain.show': domain,
  'domain.show-contacts': domain,
  'domain.show-transfer-info': domain,
  'domain.list-nameservers': domain,
  'domain.list-dnssec-keys': domain,
  'contact.show': (input) => `contact ${(input as { code: string }).code}`,
  'account.show': () => 'account ',
  'notification.latest': () => 'notifications ',
  'notification.show': () => 'notifications ',
};

interface FreshParts {
  readonly reader: UpstreamReader;
  readonly database: Database;
  readonly clock: Clock;
  readonly freshForMs: number;
  keep(told: Told): Promise<void>;
}

/**
 * Objects that somebody asks for by name, read again when they are old: all that are asked for at the same moment in
 * one go, and each once, however many requests want it.
 */
export class Freshness {
  readonly #parts: FreshParts;
  readonly #loader: DataLoader<Subject, boolean>;

  constructor(parts: FreshParts) {
    this.#parts = parts;
    this.#loader = new DataLoader((wanted) => this.#read(wanted), { maxBatchSize: 50 });
  }

  /** What is old and stays so; throws where there is nothing else to show. */
  async of(operation: string, input: unknown): Promise<readonly string[]> {
    const subject = subjects[operation]?.(input);
    if (subject === undefined) return [];
    try {
      return (await this.#loader.load(subject)) ? [] : [subject.trim()];
    } finally {
      // Whoever comes later asks again.
      this.#loader.clear(subject);
    }
  }

  async #read(wanted: readonly Subject[]): Promise<(boolean | Error)[]> {
    const { database, clock, freshForMs } = this.#parts;
    const times = new Map<Subject, Date>();
    for (const kind of ['domain', 'contact', 'account', 'notifications'] as const) {
      const keys = wanted.filter((one) => kindOf(one) === kind).map(keyOf);
      if (keys.length === 0) continue;
      for (const [key, at] of await readTimes(database.db, kind, keys)) times.set(`${kind} ${key}`, at);
    }
    const oldest = clock.now().getTime() - freshForMs;
    const old = wanted.filter((subject) => !((times.get(subject)?.getTime() ?? -Infinity) > oldest));
    const read = new Map(
      await Promise.all(old.map(async (subject) => [subject, await this.#askFor(subject)] as const)),
    );
    // What was asked for in one go is written in one go.
    const told = [...read.values()].filter((one): one is Told => !(one instanceof Error));
    if (told.length > 0) await this.#parts.keep(together(told));
    return wanted.map((subject) => {
      const trouble = read.get(subject);
      if (!(trouble instanceof Error)) return true;
      return times.has(subject) ? false : trouble;
    });
  }

  async #askFor(subject: Subject): Promise<Told | UpstreamTrouble> {
    const kind = kindOf(subject);
    try {
      return await this.#parts.reader.told({
        ...(kind === 'domain' && { domains: [keyOf(subject)] }),
        ...(kind === 'contact' && { contacts: [keyOf(subject)] }),
        account: kind === 'account',
        notifications: kind === 'notifications',
      });
    } catch (error) {
      if (error instanceof UpstreamTrouble) return error;
      throw error;
    }
  }
}

const together = (told: readonly Told[]): Told => ({
  ...Object.assign({}, ...told),
  contacts: told.flatMap(({ contacts = [] }) => contacts),
  domains: told.flatMap(({ domains = [] }) => domains),
  noDomains: told.flatMap(({ noDomains = [] }) => noDomains),
  noContacts: told.flatMap(({ noContacts = [] }) => noContacts),
});

const kindOf = (subject: Subject): Kind => subject.slice(0, subject.indexOf(' ')) as Kind;
const keyOf = (subject: Subject): string => subject.slice(subject.indexOf(' ') + 1);
