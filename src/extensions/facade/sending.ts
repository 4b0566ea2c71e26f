import { setTimeout as sleep } from 'node:timers/promises';
import { detailsHeader } from '../../apis/rest/registrar/details.ts';
import { type Failure, failure, objectDoesNotExist } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { mayBeOutcome, outcomeInvalid } from '../../registry/operations/runner/outcomes.ts';
import type { Call } from '../../registry/operations/runner/running-context.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import { Affected } from './affected.ts';
import { adaptInput, checkedBefore, documentFailure } from './before-sending.ts';
import { type Became, type Ending, notDone, outcomeOfEach, outcomesOf } from './bulk-outcome.ts';
import { type Forwarding, forwardings } from './commands.ts';
import type { Envelope } from './envelope.ts';
import {
  type Answer,
  type Before,
  type BulkProbe,
  bulkProbes,
  domainsIn,
  namesIn,
  type ProbeReader,
  probes,
} from './lost-answer-probes.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import type { MirroredContact, MirroredDomain, MirroredMovement } from './operations/model/mirrored.ts';
import type { UpstreamReader } from './reader.ts';
import type { Reply, SendingParts } from './reply.ts';
import type { CommandInputs, CommandName, RegistrarRequest } from './requests.ts';
import {
  cannot,
  chargedBy,
  costsMoney,
  isSettledByLook,
  movementsSince,
  outcomeUnclear,
  outcomeUnknown,
  subjectsIn,
  withinItsTime,
} from './unanswered.ts';
import { LostAnswer, UpstreamError } from './upstream-error.ts';

const mostReadAgain = limit(
  'domains that are read again before a bulk change is answered',
  100,
  'The others are read when somebody asks for them.',
);
/** If a change has not appeared this long after its charge, it will not come. */
const endsAfterChargeMs = 1000;

/** How many times a change is sent at most, to a registry that supports idempotency keys. */
const sendings = 3;

/**
 * The status with which the registry itself has failed and no longer works on it; other statuses may be a proxy's.
 */
const endsWork = 500;

/** The state that was read after a change without a good answer. */
interface Look {
  readonly seen: ProbeReader;
  readonly domains: ReadonlyMap<string, MirroredDomain | undefined>;
  /** Newer than what was known before; undefined: the account could not be read. */
  readonly movements: readonly MirroredMovement[] | undefined;
}

/** Sends one command to the registry, and finds out its result. */
export class Sending<N extends CommandName> {
  readonly #parts: SendingParts;
  readonly #operation: N;
  readonly #forwarding: Forwarding<CommandInputs[N]>;
  readonly #each: BulkProbe<CommandInputs[N]> | undefined;
  readonly #input: CommandInputs[N];
  readonly #call: Call;
  readonly #reader: UpstreamReader;
  readonly #affected: Affected<N>;
  /** It is sent with its idempotency key. */
  #isKeyed = false;

  constructor(parts: SendingParts, operation: N, input: CommandInputs[N], call: Call) {
    this.#parts = parts;
    this.#operation = operation;
    this.#forwarding = forwardings[operation];
    this.#each = bulkProbes[operation];
    this.#input = input;
    this.#call = call;
    this.#reader = parts.reader.forOne();
    this.#affected = new Affected<N>(parts, this.#forwarding, input, this.#reader);
  }

  /** Sends the command. If it was sent before, looks for its effect instead, or repeats it with its idempotency key. */
  async run(
    requestFor: (input: CommandInputs[N]) => RegistrarRequest,
    before: Before,
    keep: (before: Before) => Promise<void>,
  ): Promise<Reply> {
    const { client, database } = this.#parts;
    this.#isKeyed = before.keyed;
    if (before.isSent !== false) return this.#again(requestFor, before);
    const unfit = await this.#unfitOutcome();
    if (unfit) return { refused: unfit };
    const isZonegraph = await client.supports('idempotency-key');
    const isKeyed = isZonegraph && this.#call.idempotencyKey !== undefined;
    // Another Zonegraph takes larger ones.
    const unfitDocument = isZonegraph ? undefined : documentFailure(this.#call.legalDocument);
    if (unfitDocument) return { refused: unfitDocument };
    const parts = { db: database.db, reader: this.#reader };
    const checked = this.#isShown
      ? { before }
      : await checkedBefore(parts, this.#operation, this.#input, before);
    if ('refused' in checked) return checked;
    this.#isKeyed = isKeyed;
    const sent = { ...checked.before, keyed: isKeyed, isSent: true };
    const input = this.#adaptedInput(sent);
    if (sent.unsent?.length && namesIn(input)?.length === 0) return this.#nothingToSend(checked.before, keep);
    const request = requestFor(input);
    await keep(sent);
    return this.#answered(sent, () => this.#send(request, isKeyed));
  }

  /** The command was sent before, and may be done: a failure here means that the outcome is unknown. */
  async #again(requestFor: (input: CommandInputs[N]) => RegistrarRequest, before: Before): Promise<Reply> {
    try {
      if (!before.keyed || !(await this.#parts.client.supports('idempotency-key')))
        return await this.#lookFor(before, { kind: 'open' });
      const request = requestFor(this.#adaptedInput(before));
      return await this.#answered(before, () => this.#send(request, true));
    } catch (error) {
      if (error instanceof UpstreamError) return this.#unknown();
      throw error;
    }
  }

  async #answered(before: Before, send: () => Promise<Envelope>): Promise<Reply> {
    try {
      const answer = await send();
      if (answer.ok) return await this.#done(answer);
      if (!this.#each || answer.failure.code === 'OUTCOME_CHANGED') return { refused: answer.failure };
      return await this.#lookFor(before, { kind: 'refused', failure: answer.failure });
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
      if (error.status === undefined && !this.#each)
        return (await this.#lookForCharge(before).catch(() => undefined)) ?? this.#unknown();
      const isOver = error.status === endsWork;
      return this.#lookFor(before, { kind: isOver ? 'failed' : 'open' });
    }
  }

  async rehearse(request: RegistrarRequest): Promise<Reply> {
    const { client } = this.#parts;
    if (!(await client.supports('dry-run'))) return { refused: cannot('dryRun') };
    const unfit = await this.#unfitOutcome();
    if (unfit) return { refused: unfit };
    try {
      const answer = await client.send({
        ...request,
        headers: { ...request.headers, ...this.#wish(), ...this.#asShown(), 'dry-run': 'true' },
      });
      return answer.ok ? { wouldBe: answer } : { refused: answer.failure };
    } catch (error) {
      // A dry run changes nothing, even if its answer is lost.
      if (error instanceof LostAnswer) throw new UpstreamError('away', error.message, { cause: error });
      throw error;
    }
  }

  /** Sends the change once or, with an idempotency key that both sides know, again after a lost answer. */
  async #send(request: RegistrarRequest, isKeyed: boolean): Promise<Envelope> {
    const { client } = this.#parts;
    const wish = { ...(this.#each && this.#wish()), ...this.#asShown() };
    if (!isKeyed) return client.send({ ...request, headers: { ...request.headers, ...wish } });
    const key = String(this.#call.idempotencyKey);
    const headers = { ...request.headers, ...wish, 'idempotency-key': key };
    let lost: LostAnswer | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await client.send({ ...request, headers });
      } catch (error) {
        if (error instanceof LostAnswer) lost = error;
        // A later attempt that fails before it is sent does not undo the first, which may be done.
        if (!lost || attempt >= sendings) throw lost ?? error;
        await sleep(200 * 2 ** attempt);
      }
    }
  }

  /** Asks another Zonegraph for details: why a bulk change skipped a name, and what a dry run would write. */
  #wish(): Readonly<Record<string, string>> {
    return this.#parts.client.isKnownToSupport('details') ? { [detailsHeader]: 'true' } : {};
  }

  get #isShown(): boolean {
    return this.#call.ifOutcome !== undefined;
  }

  /**
   * Refuses an outcome that the registry does not support, or that is none: what no header can contain would count as
   * an outage.
   */
  async #unfitOutcome(): Promise<Failure | undefined> {
    const { ifOutcome } = this.#call;
    if (ifOutcome === undefined) return undefined;
    if (!(await this.#parts.client.supports('if-outcome'))) return cannot('ifOutcome');
    return mayBeOutcome(ifOutcome) ? undefined : outcomeInvalid();
  }

  #asShown(): Readonly<Record<string, string>> {
    const { ifOutcome } = this.#call;
    return ifOutcome === undefined ? {} : { 'if-outcome': ifOutcome };
  }

  /** The input as the registry can handle it; after a dry run, unchanged, as the dry run has sent it. */
  #adaptedInput(before: Before): CommandInputs[N] {
    return this.#isShown ? this.#input : adaptInput(this.#operation, this.#input, before);
  }

  /** None of the names is ours: there is nothing that the registry could do. */
  async #nothingToSend(before: Before, keep: (before: Before) => Promise<void>): Promise<Reply> {
    await keep(before);
    const answer = this.#each?.answer([]);
    return answer ? { done: answer, reported: undefined, old: [] } : { refused: objectDoesNotExist() };
  }

  /** Reads everything that it may have changed and the account, and reports the outcome. */
  async #lookFor(before: Before, ending: Ending): Promise<Reply> {
    const { log } = this.#parts;
    try {
      const look = await this.#look(before);
      const reply = await this.#judged(look, before, ending);
      // The registry may still be working on it: what was read just now may change at any time.
      if ('refused' in reply && ending.kind === 'open') await this.#affected.noteTouched();
      return reply;
    } catch (error) {
      if (!(error instanceof UpstreamError))
        log.error(
          { err: error, operation: this.#operation },
          'the outcome of a write could not be looked up',
        );
      return this.#unknown();
    }
  }

  async #judged({ seen, domains, movements }: Look, before: Before, ending: Ending): Promise<Reply> {
    const each = this.#each;
    if (each) {
      const looked = outcomesOf(each, this.#input, before, domains);
      const became = await this.#withCharges(each, looked, before, movements ?? [], ending);
      const isDone = became.length > 0 && became.every(({ isDone }) => isDone);
      if (isDone && ending.kind !== 'refused')
        return { done: each.answer(became.map(({ name }) => name)), reported: undefined, old: [] };
      const unknown = this.unknownOutcome();
      return { refused: outcomeOfEach(each.verb, { became, ending, movements, unknown }) };
    }
    const found = await probes[this.#operation]?.(seen, this.#input, before);
    if (found === 'unknown') return { refused: failure('OUTCOME_UNKNOWN', outcomeUnclear) };
    if (found) return this.#done(found);
    if (!movements) return { refused: this.unknownOutcome() };
    if (ending.kind !== 'open')
      return { refused: notDone(chargedBy(this.#operation, domainsIn(this.#input), movements)) };
    return (await this.#chargedInVain(before, movements)) ?? { refused: this.unknownOutcome() };
  }

  /**
   * Finds out, after an answer that never came, whether the money was taken and nothing was made of it; undefined if
   * that cannot be told.
   */
  async #lookForCharge(before: Before): Promise<Reply | undefined> {
    if (!costsMoney(this.#operation)) return undefined;
    const asked = await this.#affected.note(subjectsIn({ account: true }));
    const account = (await this.#affected.kept({ account: true }, asked))?.account;
    const reply = account && (await this.#chargedInVain(before, movementsSince(before, account.movements)));
    return reply && 'refused' in reply ? reply : undefined;
  }

  /** A registry that has charged is done with the change, or will be in a moment. */
  async #chargedInVain(before: Before, movements: readonly MirroredMovement[]): Promise<Reply | undefined> {
    const charged = chargedBy(this.#operation, domainsIn(this.#input), withinItsTime(before, movements));
    if (!charged) return undefined;
    await sleep(endsAfterChargeMs);
    const found = await probes[this.#operation]?.(this.#reader, this.#input, before);
    if (found === 'unknown') return undefined;
    if (found) return this.#done(found);
    for (const name of domainsIn(this.#input)) {
      const isOurs = (await this.#reader.domain(name))?.transferCode !== undefined;
      if (isOurs !== name in before.expiries) return undefined;
    }
    await this.#affected.noteTouched();
    return { refused: notDone(charged) };
  }

  /**
   * Adds to each name of a bulk change what was charged for it in vain. Names that were charged and are not done yet
   * are looked at once more.
   */
  async #withCharges(
    each: BulkProbe<CommandInputs[N]>,
    became: readonly Became[],
    before: Before,
    movements: readonly MirroredMovement[],
    ending: Ending,
  ): Promise<readonly Became[]> {
    const own = withinItsTime(before, movements);
    const chargeOf = ({ name }: Became) => chargedBy(this.#operation, [name], own);
    const unmade = became
      .filter((one) => one.isDone === false && chargeOf(one))
      .map(({ name }) => normaliseLookup(name));
    if (unmade.length === 0) return became;
    if (ending.kind === 'open') await sleep(endsAfterChargeMs);
    const domains = await this.#affected.domainsNow(
      unmade,
      await this.#affected.note(subjectsIn({ domains: unmade })),
    );
    const now = new Map(
      outcomesOf(each, this.#input, before, domains).map(({ name, isDone }) => [name, isDone]),
    );
    return became.map((one) => {
      if (!unmade.some((name) => name === one.name)) return one;
      // Whether it is done cannot be seen for a domain that is no longer ours.
      const isDone = domains.get(one.name)?.transferCode === undefined ? undefined : now.get(one.name);
      return { name: one.name, isDone, ...(isDone === false && { inVain: chargeOf(one) }) };
    });
  }

  async #look(before: Before): Promise<Look> {
    const touched = await this.#affected.touched();
    const each = this.#each?.names(this.#input, before) ?? [];
    const names = [...new Set([...(touched.domains ?? []), ...each.map(normaliseLookup)])];
    const asked = await this.#affected.note(subjectsIn({ ...touched, domains: names, account: true }));
    const domains = await this.#affected.domainsNow(names, asked);
    const contacts = new Map<string, MirroredContact | undefined>();
    const people = await this.#affected.kept({ contacts: touched.contacts ?? [] }, asked);
    for (const code of people?.noContacts ?? []) contacts.set(code, undefined);
    for (const one of people?.contacts ?? []) contacts.set(one.code, one);
    const account = (await this.#affected.kept({ account: true }, asked))?.account;
    return {
      domains,
      movements: account && movementsSince(before, account.movements),
      seen: {
        domain: async (name) => (domains.has(name) ? domains.get(name) : this.#reader.domain(name)),
        contact: async (code) => (contacts.has(code) ? contacts.get(code) : this.#reader.contact(code)),
        newestContacts: (limit) => this.#reader.newestContacts(limit),
        isNotificationUnread: (id) => this.#reader.isNotificationUnread(id),
      },
    };
  }

  /** Marks all objects that the command may have changed as old: the next reader gets them from the registry. */
  async #unknown(): Promise<Reply> {
    try {
      await this.#affected.noteTouched();
    } catch (error) {
      // The error is not thrown: the change may be done, so the caller must get OUTCOME_UNKNOWN and not try again.
      this.#parts.log.error(
        { err: error, operation: this.#operation },
        'a possible change could not be recorded',
      );
    }
    return { refused: this.unknownOutcome() };
  }

  /**
   * Returns the failure of an unknown outcome. The same request may be repeated only if that settles it: by the
   * registry's key, or by a look at the kept state.
   */
  unknownOutcome(): Failure {
    return outcomeUnknown(this.#isKeyed || isSettledByLook(this.#operation, this.#call.idempotencyKey));
  }

  /**
   * An answer of success about an object that the registry does not have then is not believed, unless it is deleted.
   */
  #isMissing({ noDomains = [], noContacts = [] }: Snapshot): boolean {
    const isDeletion = this.#operation === 'domain.delete' || this.#operation === 'contact.delete';
    return !isDeletion && !this.#each && noDomains.length + noContacts.length > 0;
  }

  /** The change is done, even if the objects cannot be read now: they are then read when somebody asks for them. */
  async #done(answer: Answer): Promise<Reply> {
    const touched = this.#affected.touchedBy(answer);
    const subjects = subjectsIn(touched);
    const now = { ...touched, domains: touched.domains?.slice(0, mostReadAgain) ?? [] };
    try {
      if (touched.readMessage !== undefined) await this.#affected.markPollRead(touched.readMessage);
      const asked = await this.#affected.note(subjects);
      const reported = await this.#reader.reported(now, asked);
      if (this.#isMissing(reported)) return await this.#unknown();
      const undone = this.#forwarding.undone?.(this.#input, answer, reported);
      if (undone) {
        await this.#parts.keep(reported);
        return { refused: undone };
      }
      const unread = touched.domains?.slice(mostReadAgain) ?? [];
      return { done: answer, reported, old: subjectsIn({ domains: unread }) };
    } catch (error) {
      if (error instanceof UpstreamError) return { done: answer, reported: undefined, old: subjects };
      throw new LostAnswer('the write was done, but its result could not be read', { cause: error });
    }
  }
}
