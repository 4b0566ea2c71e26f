import DataLoader from 'dataloader';
import { z } from 'zod';
import { stopwatch } from '../../base/clock.ts';
import { isStorableText } from '../../base/text.ts';
import type { RequestInfo } from '../../registry/operations/operation.ts';
import type { Stale } from '../../registry/operations/runner/outcome.ts';
import type { WantedObjects } from '../../registry/operations/runner/running-context.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import type { UpstreamReader } from './reader.ts';
import { keysOfRows } from './store/mirror.ts';
import { keyOf, kindOf, readTimes, type Subject, type Ticket } from './store/mirror-order.ts';
import { UpstreamError } from './upstream-error.ts';

/** The input fields that name the object of a query. */
const subjectInput = z.object({
  name: z.string().default(''),
  code: z.string().optional(),
  text: z.string().optional(),
});
type SubjectInput = z.infer<typeof subjectInput>;

const domain = ({ name }: Pick<SubjectInput, 'name'>): Subject => `domain ${normaliseLookup(name)}`;
const contact = ({ code = '' }: Pick<SubjectInput, 'code'>): Subject => `contact ${code}`;

/** The object of a query for a single object; lists come from the mirror as they are. */
const subjects: Readonly<Record<string, (input: SubjectInput) => Subject | undefined>> = {
  'domain.show': domain,
  'domain.show-contacts': domain,
  'domain.show-transfer-info': domain,
  'domain.list-nameservers': domain,
  'domain.list-dnssec-keys': domain,
  'contact.show': contact,
  'contact.search': ({ text, code }) =>
    text === undefined && code !== undefined ? contact({ code }) : undefined,
  'account.show': () => 'account ',
  'notification.latest': () => 'notifications ',
  'notification.show': () => 'notifications ',
};

interface FreshParts {
  readonly reader: UpstreamReader;
  readonly database: Database;
  readonly freshForMs: number;
  /** How old lists may be. */
  readonly syncEveryMs: number;
  /** Returns the objects that were left as they are, because they were written or changed after this was asked for. */
  keep(reported: Snapshot): Promise<readonly string[]>;
}

/** An object that changes during each of this many reads counts as old. */
const attempts = 3;

/**
 * Reads objects from the registry again when a caller asks for them by name and the mirror's copy is old. Objects that
 * are asked for at the same moment are read in one batch, and each once, however many requests want it.
 */
export class StaleRefresher {
  readonly #parts: FreshParts;
  readonly #loader: DataLoader<Subject, Stale | null>;
  /** How long the read of each object has been under way. */
  readonly #asking = new Map<Subject, () => number>();

  constructor(parts: FreshParts) {
    this.#parts = parts;
    this.#loader = new DataLoader((wanted) => this.#read(wanted), { maxBatchSize: 50 });
  }

  /** Returns the objects that could not be read again; throws when the mirror has no copy of one. */
  async of(operation: string, input: unknown, via?: RequestInfo['via']): Promise<readonly Stale[]> {
    const subject = subjects[operation]?.(subjectInput.parse(input));
    if (subject === undefined || (via === 'rest' && (await this.#isOfLists(subject)))) return [];
    return this.#all([subject]);
  }

  /** REST clients ask for each contact of a page separately: a contact may be as old as the list that shows it. */
  async #isOfLists(subject: Subject): Promise<boolean> {
    const { database, freshForMs, syncEveryMs } = this.#parts;
    if (kindOf(subject) !== 'contact' || freshForMs === 0 || !isStorableText(subject)) return false;
    const known = (await readTimes(database.db, [subject])).get(subject);
    return known !== undefined && known.ageMs < syncEveryMs;
  }

  /** Reads the objects that the operation would show one by one again; returns those that could not be read. */
  async ofObjects(operation: string, wanted: WantedObjects): Promise<readonly Stale[]> {
    if (operation === 'notification.show') return this.#all(['notifications ']);
    const kind = operation === 'domain.show' ? 'domain' : 'contact';
    const keys = 'keys' in wanted ? wanted.keys : await keysOfRows(this.#parts.database.db, kind, wanted.ids);
    return this.#all(keys.map((key) => (kind === 'domain' ? domain({ name: key }) : contact({ code: key }))));
  }

  async #all(subjects: readonly Subject[]): Promise<readonly Stale[]> {
    const found = await Promise.all(subjects.map((subject) => this.#load(subject)));
    return found.filter((stale) => stale !== null);
  }

  async #load(subject: Subject): Promise<Stale | null> {
    // A name that no object can have is not asked for: it would fail the batch for the others.
    if (!isStorableText(subject)) return null;
    // Callers during a request wait for its answer, unless it may be too old by then.
    if ((this.#asking.get(subject)?.() ?? 0) > this.#parts.freshForMs) this.#loader.clear(subject);
    try {
      return await this.#loader.load(subject);
    } finally {
      // Later callers ask again.
      this.#loader.clear(subject);
      this.#asking.delete(subject);
    }
  }

  async #read(wanted: readonly Subject[]): Promise<(Stale | null | Error)[]> {
    const { database, freshForMs } = this.#parts;
    const elapsed = stopwatch();
    for (const subject of wanted) this.#asking.set(subject, elapsed);
    // Age is measured at the time of the question, so the time that reading takes does not count.
    const look = async (subjects: readonly Subject[]) => {
      const longestMs = freshForMs + elapsed();
      const known = await readTimes(database.db, subjects);
      const old = subjects.filter((subject) => (known.get(subject)?.ageMs ?? Infinity) >= longestMs);
      return { known, old };
    };
    const failures = new Map<Subject, Error>();
    const { known, ...first } = await look(wanted);
    let { old } = first;
    for (let attempt = 1; old.length > 0 && attempt <= attempts; attempt += 1) {
      const overtaken = await this.#readAgain(old, failures);
      // Another writer was faster: its copy may be new enough, or older than the question.
      old = old.filter((subject) => overtaken.has(subject));
      if (old.length > 0) ({ old } = await look(old));
    }
    for (const subject of old) failures.set(subject, new UpstreamError('away', 'it changes on every read'));
    return wanted.map((subject) => {
      const error = failures.get(subject);
      if (!error) return null;
      const at = known.get(subject)?.at;
      // The epoch marks a copy that a sent change has made old (store/registry/mirror-order.ts): it has no time of
      // reading.
      return at ? { what: subject.trim(), readAt: at.getTime() > 0 ? at : undefined } : error;
    });
  }

  /** Returns the objects that another writer has written in the meantime. */
  async #readAgain(
    subjects: readonly Subject[],
    failures: Map<Subject, Error>,
  ): Promise<ReadonlySet<string>> {
    const reader = this.#parts.reader.forOne();
    const asked = await reader.asked();
    const read = await Promise.all(subjects.map((subject) => askFor(reader, subject, asked)));
    for (const [index, subject] of subjects.entries()) {
      const error = read[index];
      if (error instanceof Error) failures.set(subject, error);
    }
    const reported = read.filter((one): one is Snapshot => !(one instanceof Error));
    return new Set(reported.length > 0 ? await this.#parts.keep(together(asked, reported)) : []);
  }
}

async function askFor(
  reader: UpstreamReader,
  subject: Subject,
  asked: Ticket,
): Promise<Snapshot | UpstreamError> {
  const kind = kindOf(subject);
  try {
    return await reader.reported(
      {
        ...(kind === 'domain' && { domains: [normaliseLookup(keyOf(subject))] }),
        ...(kind === 'contact' && { contacts: [keyOf(subject)] }),
        account: kind === 'account',
        notifications: kind === 'notifications',
      },
      asked,
    );
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

const together = (asked: Ticket, reported: readonly Snapshot[]): Snapshot => ({
  ...Object.assign({}, ...reported),
  asked,
  contacts: reported.flatMap(({ contacts = [] }) => contacts),
  domains: reported.flatMap(({ domains = [] }) => domains),
  noDomains: reported.flatMap(({ noDomains = [] }) => noDomains),
  noContacts: reported.flatMap(({ noContacts = [] }) => noContacts),
});
