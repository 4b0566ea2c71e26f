import { type Actor, isPermitted } from '../../../base/actor.ts';
import type { Calendar } from '../../../base/calendar.ts';
import type { Config } from '../../../base/config.ts';
import type { Change, OutboxItem, PollMessage } from '../../../base/events.ts';
import { groupBy } from '../../../base/grouping.ts';
import { PendingWrites } from '../../../base/settle-all.ts';
import type { Command, OperationContext } from '../../../registry/operations/operation.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { LedgerEntry } from '../../../registry/store/registry/accounts.ts';
import { type JournalEntry, withPrices, writeJournals } from '../../../registry/store/runner/journal.ts';
import { linksIn } from '../links.ts';
import type { SandboxMail } from '../store/sandbox-mails.ts';

type Mail = Omit<SandboxMail, 'id'>;

/** The request id of everything in the demo world. */
export const requestId = 'demo-world';

/** The world that the operations run in. */
interface DemoContext {
  readonly db: Db;
  readonly calendar: Calendar;
  readonly publicUrl: string;
}

/** A call of an operation at a given time. */
interface RunOptions {
  readonly at: Date;
  readonly by: Actor;
  /** The code or token that the operation generates; without one it must not need randomness. */
  readonly secret?: string;
}

/** Runs operations as the runner does, but at times in the past and all in one transaction. */
export class BackdatedRunner {
  /** The messages sent since the last write, in order. */
  readonly mails: Mail[] = [];
  readonly #demo: DemoContext;
  readonly #config: Config;
  readonly #journal: JournalEntry[] = [];

  constructor(demo: DemoContext, config: Config) {
    this.#demo = demo;
    this.#config = config;
  }

  async run<I, O>(options: RunOptions, operation: Command<I, O>, input: I): Promise<O> {
    if (!isPermitted(options.by, operation.permits))
      throw new Error(`${operation.name} is not for ${options.by.kind}`);
    return this.runTogether({ ...options, operation: operation.name }, (context) =>
      operation.run(context, operation.input.parse(input)),
    );
  }

  /** Writes the history and messages of everything run since the last time, oldest first; one by one would be slow. */
  async writeJournal(): Promise<void> {
    const entries = this.#journal.splice(0).sort((one, other) => one.at.getTime() - other.at.getTime());
    await writeJournals(this.#demo.db, entries);
  }

  /** Records changes of many objects at once, each with its own actor. */
  async runTogether<T>(
    {
      at,
      by,
      operation,
      secret,
      byOf = () => by,
    }: RunOptions & {
      readonly operation: string;
      readonly byOf?: (key: string) => Actor;
    },
    work: (context: OperationContext) => Promise<T>,
  ): Promise<T> {
    const { db, calendar, publicUrl } = this.#demo;
    const changes: Change[] = [];
    const messages: PollMessage[] = [];
    const charges: LedgerEntry[] = [];
    const writes = new PendingWrites();
    const context: OperationContext = {
      db,
      writing: writes.add,
      writingLast: (statement) => writes.add(db.executeQuery(statement)),
      isDoneOnce: false,
      now: at,
      clock: { now: () => at },
      calendar,
      config: this.#config,
      actor: by,
      request: { id: requestId, via: 'cli' },
      dryRun: false,
      publicUrl,
      passwordHash: '',
      secret: () => {
        if (secret === undefined)
          throw new Error(`${operation} needs a generated code, which would differ each time`);
        return secret;
      },
      madeUp: (text) => text,
      foresee: () => {},
      record: (change) => void changes.push(change),
      notify: (message) => void messages.push(message),
      charge: (...entries) => void charges.push(...entries),
      enqueue: (item) => void this.mails.push(...mailsIn(item, at)),
      publish: () => {},
      onRollback: () => {},
    };
    const value = await writes.with(() => work(context));
    const entry = { at, operation, requestId, outbox: [], announcements: [] };
    const { changes: all, charges: paid } = withPrices(changes, charges);
    for (const [actor, own] of groupBy(all, ({ key }) => byOf(key)))
      this.#journal.push({ ...entry, actor, changes: own, messages: [], charges: [] });
    this.#journal.push({ ...entry, actor: by, changes: [], messages, charges: paid });
    return value;
  }
}

function mailsIn({ payload, notBefore }: OutboxItem, at: Date): Mail[] {
  const { to, subject, text } = payload as { to: string | string[]; subject: string; text: string };
  return [to]
    .flat()
    .map((recipient) => ({ recipient, subject, text, links: linksIn(text), sent_at: notBefore ?? at }));
}
