import DataLoader from 'dataloader';
import type { Clock } from '../core/clock.ts';
import type { Told } from '../operations/mirror/keep-mirror.ts';
import type { Stale } from '../operations/runner/outcome.ts';
import type { WantedObjects } from '../operations/runner/running-context.ts';
import { normaliseLookup } from '../rules/domain/domain-name.ts';
import type { Database } from '../store/driver/database.ts';
import { keysOfRows, readTimes } from '../store/registry/mirror.ts';
import type { UpstreamReader } from './reader.ts';
import { UpstreamTrouble } from './trouble.ts';

type Kind = 'domain' | 'contact' | 'account' | 'notifications';

/** `domain tamm.ee`: what callers are told is old. */
type Subject = `${Kind} ${string}`;

const domain = ({ name }: { readonly name: string }): Subject => `domain ${normaliseLookup(name)}`;

const contact = ({ code }: { readonly code: string }): Subject => `contact ${code}`;

/** Which one object a question is about; lists come from the mirror as it is. */
const subjects: Readonly<Record<string, (input: never) => Subject | undefined>> = {
  'domain.show': domain,
  'domain.show-contacts': domain,
  'domain.show-transfer-info': domain,
  'domain.list-nameservers': domain,
  'domain.list-dnssec-keys': domain,
  'contact.show': contact,
  'contact.search': ({ text, code }: { readonly text?: string; readonly code?: string }) =>
    text === undefined && code !== undefined ? contact({ code }) : undefined,
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
  readonly #loader: DataLoader<Subject, Stale | null>;

  constructor(parts: FreshParts) {
    this.#parts = parts;
    this.#loader = new DataLoader((wanted) => this.#read(wanted), { maxBatchSize: 50 });
  }

  /** What is old and stays so; throws where there is nothing else to show. */
  async of(operation: string, input: unknown): Promise<readonly Stale[]> {
    const subject = subjects[operation]?.(input as never);
    return subject === undefined ? [] : this.#all([subject]);
  }

  /** The same for objects that the operation would show one by one. */
  async ofObjects(operation: string, wanted: WantedObjects): Promise<readonly Stale[]> {
    if (operation === 'notification.show') return this.#all(['notifications ']);
    const kind = operation === 'domain.show' ? 'domain' : 'contact';
    const keys = 'keys' in wanted ? wanted.keys : await keysOfRows(this.#parts.database.db, kind, wanted.ids);
    return this.#all(keys.map((key) => (kind === 'domain' ? domain({ name: key }) : contact({ code: key }))));
  }

  async #all(subjects: readonly Subject[]): Promise<readonly Stale[]> {
    const found = await Promise.all(
      subjects.map((subject) =>
        // Whoever comes later asks again.
        this.#loader.load(subject).finally(() => this.#loader.clear(subject)),
      ),
    );
    return found.filter((stale) => stale !== null);
  }

  async #read(wanted: readonly Subject[]): Promise<(Stale | null | Error)[]> {
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
      if (!(trouble instanceof Error)) return null;
      const at = times.get(subject);
      // What was noted as old was read at no time that matters (store/registry/mirror.ts).
      return at ? { what: subject.trim(), readAt: at.getTime() > 0 ? at : undefined } : trouble;
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
