import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LocalDate } from '../core/calendar.ts';
import { type Failure, failure, Refusal } from '../core/errors.ts';
import { type Told, writeTold } from '../operations/mirror/keep-mirror.ts';
import type {
  Command,
  OperationContext,
  OutsideCommand,
  OutsideSteps,
  Plain,
} from '../operations/operation.ts';
import type { Call } from '../operations/runner/running-context.ts';
import { encoders, type RegistrarRequest } from '../rest/registrar/requests.ts';
import type { Database } from '../store/driver/database.ts';
import { domainsByName } from '../store/registry/domains.ts';
import { lastMovementAt, theMirror } from '../store/registry/mirror.ts';
import { type Asked, noteRead, noteSent, type Subject, sentSince } from '../store/registry/mirror-order.ts';
import { checkCodes, checkTexts, type UpstreamClient } from './client.ts';
import { type Forwarding, forwardingOf, withoutRowIds } from './commands.ts';
import type { Envelope } from './envelope.ts';
import { type Answer, type Before, domainsIn, findOf } from './found.ts';
import type { Touched, UpstreamReader } from './reader.ts';
import { LostAnswer, UpstreamTrouble } from './trouble.ts';

const encoderOf = new Map(encoders.map(({ operation, encode }) => [operation, encode]));

/** What came of a command that was sent: what it answered, what the registry says now of what it touched, and of what not. */
type Reply =
  | { readonly done: Answer; readonly told: Told | undefined; readonly old: readonly Subject[] }
  | { readonly refused: Failure }
  /** Of a dry run: nothing has changed. */
  | { readonly wouldBe: Answer };

const cannotBeTold = 'What the registry holds does not tell whether it was done: look yourself';

/** So many domains are read again before a change of more is answered; the others when somebody asks for them. */
const mostReadAgain = 100;

/** How often a change is sent to a registry that knows a key when it sees it again. */
const sendings = 3;

export interface ForwardParts {
  readonly database: Database;
  readonly client: UpstreamClient;
  readonly reader: UpstreamReader;
  readonly log: FastifyBaseLogger;
}

/**
 * The command as three steps around a request (operations/operation.ts): note what is known, send and look again, write
 * what the registry says now. With a key, what was noted stays: a repeated request looks first whether it was done.
 */
export function forwarded<I, O>(
  parts: ForwardParts,
  command: Command<I, O>,
  input: I,
  call: Call,
): OutsideCommand<I, O> | undefined {
  const forwarding = forwardingOf(command.name);
  const encode = encoderOf.get(command.name);
  if (!forwarding || !encode || forwarding.isTheirs?.(input) === false) return undefined;
  const sending = new Sending(parts, command.name, forwarding, input, call);
  const requestFor = (what: unknown = input): RegistrarRequest => {
    const request = encode(command.name === 'domain.update' ? withoutRowIds(what as never) : what);
    checkCodes(request.headers);
    checkTexts(what);
    return request;
  };
  const isKept = call.idempotencyKey !== undefined;
  let isRepeated = true;
  let isOld: readonly Subject[] = [];
  const steps: OutsideSteps<I, Before, Reply, O> = {
    prepare: async (context) => {
      isRepeated = false;
      // What cannot be sent is refused before anything is.
      requestFor();
      const keyed = parts.client.saysToUnderstand('idempotency-key');
      return { ...(await whatIsKnown(context, forwarding, input, isKept)), keyed };
    },
    ask: (_, before) =>
      sending.run((rest) => requestFor(rest ?? forwarding.sent?.(input, before)), before, isRepeated),
    rehearse: () => sending.rehearse(requestFor()),
    isNotSent: (error) => !isRepeated && error instanceof UpstreamTrouble,
    unconcluded: (reply, error) => {
      if ('refused' in reply && reply.refused.code !== 'OUTCOME_UNKNOWN') return undefined;
      parts.log.error({ err: error, operation: command.name }, 'what the registry has done was not written');
      return failure('OUTCOME_UNKNOWN');
    },
    stale: (reply) =>
      'done' in reply
        ? [...reply.old, ...isOld].map((subject) => ({ what: subject.trim(), readAt: undefined }))
        : [],
    conclude: async (context, _, before, reply) => {
      if (!reply) throw new Error('nobody was asked');
      if ('refused' in reply) throw new Refusal([reply.refused]);
      const registrarId = (await theMirror(context.db))?.registrar_id ?? 0;
      const { db, now, calendar, secret } = context;
      const known = { db, now, calendar, secret, isKept, registrarId };
      if ('wouldBe' in reply) {
        const value = await forwarding.value(known, input, reply.wouldBe, before);
        return (isCharged(value) ? { ...value, price: null } : value) as O;
      }
      const left = reply.told ? await writeTold(context, registrarId, reply.told) : [];
      // What was written by others meanwhile was asked for after the change, as this was; what they only sent was not.
      isOld = await sentSince(db, left);
      return (await forwarding.value(known, input, reply.done, before)) as O;
    },
  };
  const { name, summary, permits, scope, input: shape, errors, rest, graphql } = command;
  return {
    kind: 'outside-command',
    name,
    summary,
    permits,
    input: shape,
    errors,
    ...(scope && { scope }),
    ...(rest && { rest }),
    ...(graphql && { graphql }),
    ...steps,
  } as OutsideCommand<I, O>;
}

const isCharged = (value: Plain): value is { readonly price: Plain } =>
  typeof value === 'object' && value !== null && 'price' in value;

async function whatIsKnown(
  { db, calendar, now, secret }: OperationContext,
  { note }: Forwarding<unknown>,
  input: unknown,
  isKept: boolean,
): Promise<Omit<Before, 'keyed'>> {
  const registrarId = (await theMirror(db))?.registrar_id ?? 0;
  const names = domainsIn(input);
  const today: LocalDate = calendar.dateOf(now);
  const domains = names.length === 0 ? [] : await domainsByName(db, names, today);
  const own = domains.filter(({ registrar_id }) => registrar_id === registrarId);
  const moved = await lastMovementAt(db, registrarId);
  return {
    at: now.toISOString(),
    movedAt: moved?.toISOString() ?? null,
    expiries: Object.fromEntries(own.map(({ name, expires_at }) => [name, expires_at.toISOString()])),
    waiting: own.filter(({ statuses }) => statuses.includes('pendingUpdate')).map(({ name }) => name),
    alike: [],
    ...(await note?.({ db, calendar, now, secret, isKept, registrarId }, input)),
  };
}

class Sending {
  readonly #parts: ForwardParts;
  readonly #operation: string;
  readonly #forwarding: Forwarding<unknown>;
  readonly #input: unknown;
  readonly #call: Call;
  readonly #reader: UpstreamReader;

  constructor(
    parts: ForwardParts,
    operation: string,
    forwarding: Forwarding<unknown>,
    input: unknown,
    call: Call,
  ) {
    this.#parts = parts;
    this.#operation = operation;
    this.#forwarding = forwarding;
    this.#input = input;
    this.#call = call;
    this.#reader = parts.reader.forOne();
  }

  async run(
    requestFor: (input?: unknown) => RegistrarRequest,
    before: Before,
    isRepeated: boolean,
  ): Promise<Reply> {
    try {
      const knowsKeys = await this.#parts.client.understands('idempotency-key');
      // Under its key it is done once, however often it comes; what went without one is looked for.
      const isLookedFor = isRepeated && !(before.keyed && knowsKeys);
      const found = isLookedFor && (await findOf(this.#operation)?.(this.#reader, this.#input, before));
      if (found === 'unknown') return await this.#unknown(cannotBeTold);
      if (found && 'rest' in found) {
        const answer = await this.#send(requestFor(found.rest), knowsKeys);
        return await this.#done(found.whole(answer));
      }
      if (found) return await this.#done(found);
      const answer = await this.#send(requestFor(), knowsKeys);
      return answer.ok ? await this.#done(answer) : { refused: answer.failure };
    } catch (error) {
      // What was sent before stays unknown while nobody can be asked.
      const isUnknown = error instanceof LostAnswer || (isRepeated && error instanceof UpstreamTrouble);
      if (isUnknown) return this.#unknown();
      throw error;
    }
  }

  async rehearse(request: RegistrarRequest): Promise<Reply> {
    const { client } = this.#parts;
    if (!(await client.understands('dry-run')))
      return {
        refused: failure(
          'NOT_SUPPORTED_UPSTREAM',
          'The registry behind this service cannot be asked with dryRun',
          {
            path: ['dryRun'],
          },
        ),
      };
    try {
      const answer = await client.send({ ...request, headers: { ...request.headers, 'dry-run': 'true' } });
      return answer.ok ? { wouldBe: answer } : { refused: answer.failure };
    } catch (error) {
      // Whatever became of it, nothing has changed.
      if (error instanceof LostAnswer) throw new UpstreamTrouble('away', error.message, { cause: error });
      throw error;
    }
  }

  /** A registry that knows keys is asked again when its answer was lost; any other only once. */
  async #send(request: RegistrarRequest, knowsKeys: boolean): Promise<Envelope> {
    const { client } = this.#parts;
    if (!knowsKeys) return client.send(request);
    const key = this.#call.idempotencyKey ?? randomUUID();
    let lost: LostAnswer | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await client.send({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
      } catch (error) {
        if (error instanceof LostAnswer) lost = error;
        // That it could not be sent again does not tell that it was not done.
        if (!lost || attempt >= sendings) throw lost ?? error;
        await sleep(200 * 2 ** attempt);
      }
    }
  }

  /** What was done and cannot be understood must not be taken for what was not. */
  #touchedBy(answer: Answer) {
    try {
      return this.#forwarding.touches(this.#input, answer);
    } catch (error) {
      if (error instanceof UpstreamTrouble) throw new LostAnswer(error.particulars, { cause: error });
      throw error;
    }
  }

  /** Whatever became of it: who looks next at what it may have touched is shown what the registry says then. */
  async #unknown(message?: string): Promise<Reply> {
    const { touches, mayTouch } = this.#forwarding;
    const { database, log } = this.#parts;
    const { db } = database;
    try {
      const where = { db, registrarId: (await theMirror(db))?.registrar_id ?? 0 };
      await this.#note(subjectsIn((await mayTouch?.(where, this.#input)) ?? touches(this.#input)));
    } catch (error) {
      // It may be done all the same, and must not be tried again.
      log.error({ err: error, operation: this.#operation }, 'what may have changed could not be noted');
    }
    return { refused: failure('OUTCOME_UNKNOWN', message) };
  }

  /** It is done, whatever becomes of looking at it: what cannot be read now is read when somebody asks for it. */
  async #done(answer: Answer): Promise<Reply> {
    const touched = this.#touchedBy(answer);
    const subjects = subjectsIn(touched);
    const now = { ...touched, domains: touched.domains?.slice(0, mostReadAgain) ?? [] };
    try {
      if (touched.readMessage !== undefined) await this.#noteRead(touched.readMessage);
      const asked = await this.#note(subjects);
      const told = await this.#reader.told(now, asked);
      const left = touched.domains?.slice(mostReadAgain) ?? [];
      return { done: answer, told, old: subjectsIn({ domains: left }) };
    } catch (error) {
      if (error instanceof UpstreamTrouble) return { done: answer, told: undefined, old: subjects };
      throw new LostAnswer('it was done and could not be looked at', { cause: error });
    }
  }

  #noteRead(id: number): Promise<void> {
    return this.#parts.database.transaction(async (db) =>
      noteRead(db, (await theMirror(db))?.registrar_id ?? 0, id),
    );
  }

  /** At once, and not with what is written in the end: who asked before the change must not write after it. */
  #note(subjects: readonly Subject[]): Promise<Asked> {
    return noteSent(this.#parts.database.db, subjects);
  }
}

const subjectsIn = ({ domains = [], contacts = [], account, notifications }: Touched): Subject[] => [
  ...domains.map((name): Subject => `domain ${name}`),
  ...contacts.map((code): Subject => `contact ${code}`),
  ...(account ? (['account '] as const) : []),
  ...(notifications ? (['notifications '] as const) : []),
];
