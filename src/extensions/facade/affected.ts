import { limit } from '../../base/limits.ts';
import type { DomainName } from '../../registry/rules/domain/domain-name.ts';
import type { Forwarding } from './commands.ts';
import type { Answer } from './lost-answer-probes.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import type { MirroredDomain } from './operations/model/mirrored.ts';
import type { AffectedObjects, UpstreamReader } from './reader.ts';
import type { SendingParts } from './reply.ts';
import type { CommandInputs, CommandName } from './requests.ts';
import { readMirror } from './store/mirror.ts';
import { markPollRead, markStale, type Subject, type Ticket } from './store/mirror-order.ts';
import { subjectsIn } from './unanswered.ts';
import { LostAnswer, UpstreamError } from './upstream-error.ts';

const mostLookedAt = limit(
  'domains that are read after a bulk change without a good answer',
  1000,
  'As many as a command can name.',
);
const batch = 20;

/** The objects that one command changes at the registry, and what the mirror knows of them. */
export class Affected<N extends CommandName> {
  readonly #parts: SendingParts;
  readonly #forwarding: Forwarding<CommandInputs[N]>;
  readonly #input: CommandInputs[N];
  readonly #reader: UpstreamReader;

  constructor(
    parts: SendingParts,
    forwarding: Forwarding<CommandInputs[N]>,
    input: CommandInputs[N],
    reader: UpstreamReader,
  ) {
    this.#parts = parts;
    this.#forwarding = forwarding;
    this.#input = input;
    this.#reader = reader;
  }

  /** All objects that the command may have changed. */
  async touched(): Promise<AffectedObjects> {
    const { touches, mayTouch } = this.#forwarding;
    const { db } = this.#parts.database;
    const where = { db, registrarId: (await readMirror(db))?.registrar_id ?? 0 };
    return (await mayTouch?.(where, this.#input)) ?? touches(this.#input);
  }

  /** An answer of success that cannot be parsed counts as lost: it must not look as if nothing was changed. */
  touchedBy(answer: Answer): AffectedObjects {
    try {
      return this.#forwarding.touches(this.#input, answer);
    } catch (error) {
      if (error instanceof UpstreamError) throw new LostAnswer(error.particulars, { cause: error });
      throw error;
    }
  }

  /** The domains as the registry reports them; undefined: it has none. Those that cannot be read are left out. */
  async domainsNow(
    names: readonly DomainName[],
    asked: Ticket,
  ): Promise<ReadonlyMap<string, MirroredDomain | undefined>> {
    const domains = new Map<string, MirroredDomain | undefined>();
    for (let from = 0; from < Math.min(names.length, mostLookedAt); from += batch) {
      const reported = await this.kept({ domains: names.slice(from, from + batch) }, asked);
      for (const name of reported?.noDomains ?? []) domains.set(name, undefined);
      for (const one of reported?.domains ?? []) domains.set(one.name, one);
    }
    return domains;
  }

  /** Reads these objects and writes them to the mirror; undefined if the registry cannot be read now. */
  async kept(touched: AffectedObjects, asked: Ticket): Promise<Snapshot | undefined> {
    try {
      const reported = await this.#reader.reported(touched, asked);
      await this.#parts.keep(reported);
      return reported;
    } catch (error) {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    }
  }

  async noteTouched(): Promise<void> {
    await this.note(subjectsIn(await this.touched()));
  }

  markPollRead(id: number): Promise<void> {
    return this.#parts.database.transaction(async (db) =>
      markPollRead(db, (await readMirror(db))?.registrar_id ?? 0, id),
    );
  }

  /** Written at once, not in the last step: an answer from before the change must not be written after it. */
  note(subjects: readonly Subject[]): Promise<Ticket> {
    return markStale(this.#parts.database.db, subjects);
  }
}
