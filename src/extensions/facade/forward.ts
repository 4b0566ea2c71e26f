import type { LocalDate } from '../../base/calendar.ts';
import {
  type Failure,
  failure,
  objectDoesNotExist,
  Problems,
  Refusal,
  refuseWith,
} from '../../base/errors.ts';
import type { Change } from '../../base/events.ts';
import { contact } from '../../registry/entities/contact.ts';
import { domain } from '../../registry/entities/domain.ts';
import type { Entity } from '../../registry/entities/entity.ts';
import type {
  Command,
  ExternalCommand,
  ExternalSteps,
  OperationContext,
  Plain,
} from '../../registry/operations/operation.ts';
import type { Call } from '../../registry/operations/runner/running-context.ts';
import type { Moment } from '../../registry/rules/contact/ident.ts';
import { domainsByName } from '../../registry/store/registry/domains.ts';
import { dryRunResultIn, uuidsIn } from './answers.ts';
import { checkCodes, checkTexts } from './client.ts';
import { type Forwarding, forwardings, isForwarded } from './commands.ts';
import { refusedFields, splitLocal } from './fields.ts';
import { type Before, domainsIn } from './lost-answer-probes.ts';
import { withMistakes } from './mistakes.ts';
import { writeSnapshot } from './operations/keep-mirror.ts';
import { keepLocal } from './operations/model/keep-local.ts';
import type { Reply, SendingParts } from './reply.ts';
import {
  type CommandInputs,
  type CommandName,
  encoders,
  type RegistrarRequest,
  withLegalDocument,
} from './requests.ts';
import { Sending } from './sending.ts';
import { lastMovementAt, readMirror } from './store/mirror.ts';
import { readTimes, type Subject, staleAmong, takeTicket } from './store/mirror-order.ts';
import { putUuids } from './store/mirror-parts.ts';
import { subjectsIn } from './unanswered.ts';
import { UpstreamError } from './upstream-error.ts';

const encoderOf = new Map(encoders.map(({ operation, encode }) => [operation, encode]));

const kinds: Readonly<Record<string, Change['kind']>> = {
  'domain.register': 'REGISTERED',
  'domain.transfer': 'TRANSFERRED',
  'domain.bulk-transfer': 'TRANSFERRED',
};

/**
 * The command as three steps around a request (operations/operation.ts): save the state before, send and read again,
 * write the state that the registry reports now. With an idempotency key the saved state is kept: a repeated request
 * first looks whether the change was made.
 */
export function forwarded<I, O>(
  parts: SendingParts,
  command: Command<I, O>,
  input: I,
  call: Call,
): ExternalCommand<I, O> | undefined {
  const request = { operation: command.name, input };
  return isForwarded(request) ? stepsOf(parts, command, request.operation, request.input, call) : undefined;
}

function stepsOf<N extends CommandName, I, O>(
  parts: SendingParts,
  command: Command<I, O>,
  operation: N,
  input: CommandInputs[N],
  call: Call,
): ExternalCommand<I, O> | undefined {
  const forwarding: Forwarding<CommandInputs[N]> = forwardings[operation];
  const encode = encoderOf.get(operation);
  if (!encode || forwarding.isForRegistry?.(input) === false) return undefined;
  const entity = operation.startsWith('domain.') ? domain : contact;
  const { local, others } = splitLocal(entity, input);
  const isAnyLocal = Object.keys(local).length > 0;
  const hasNothingToSend =
    call.legalDocument === undefined && Object.keys(others).every((name) => name === keyOf[entity.table]);
  if (isAnyLocal && hasNothingToSend) return described(command, onlyLocal(parts, forwarding, input, local));
  const sending = new Sending(parts, operation, input, call);
  const requestFor = (given = input): RegistrarRequest => {
    checkFields(entity, given);
    const what = isAnyLocal ? splitLocal(entity, given).others : given;
    const encoded = encode(forwarding.written?.(what) ?? what);
    const request = withLegalDocument(encoded, call.legalDocument);
    checkCodes(request.headers);
    checkTexts(what);
    return request;
  };
  // A change that was shown by a dry run is sent as it was shown. A registry that knows outcomes
  // also knows idempotency keys, so nothing has to be kept here.
  const isShown = call.ifOutcome !== undefined;
  const isKept = call.idempotencyKey !== undefined && !isShown;
  const kind = kinds[command.name];
  const refusal = (refused: Failure, given: I, moment: Moment): Refusal =>
    withMistakes(refused, () => command.mistakes?.(given, moment) ?? new Problems());
  let wasSent = true;
  let isOld: readonly Subject[] = [];
  const steps: ExternalSteps<I, Before, Reply, O> = {
    prepare: async (context, given) => {
      try {
        // Refuses input that cannot be sent, before anything is written.
        requestFor();
      } catch (error) {
        throw error instanceof Refusal ? refusal(error.failures[0], given, context) : error;
      }
      return { ...(await whatIsKnown(context, forwarding, input, isKept)), keyed: false, isSent: false };
    },
    ask: (_, before, keep) => {
      wasSent = before.isSent !== false;
      const sent = (what: CommandInputs[N]) => (isShown ? what : (forwarding.sent?.(what, before) ?? what));
      return sending.run((what) => requestFor(sent(what)), before, keep);
    },
    rehearse: () => sending.rehearse(requestFor()),
    outcomeIn: (reply) => (reply && 'wouldBe' in reply ? reply.wouldBe.outcome : undefined),
    isNotSent: (error) => !wasSent && error instanceof UpstreamError,
    unconcluded: (reply, error) => {
      if ('refused' in reply && reply.refused.code !== 'OUTCOME_UNKNOWN') return undefined;
      parts.log.error(
        { err: error, operation: command.name },
        'the result of a write at the registry could not be stored',
      );
      return sending.unknownOutcome();
    },
    stale: (reply) =>
      'done' in reply
        ? [...reply.old, ...isOld].map((subject) => ({ what: subject.trim(), readAt: undefined }))
        : [],
    conclude: async (context, given, before, reply) => {
      if (!reply) throw new Error('nobody was asked');
      if ('refused' in reply) throw refusal(reply.refused, given, context);
      const registrarId = (await readMirror(context.db))?.registrar_id ?? 0;
      const { db, now, calendar, secret } = context;
      const named: readonly string[] = domainsIn(input);
      // For a domain that is new here, the kind of the change is this command's: the time of creation is by the
      // registry's clock, and may suggest another kind.
      const record: typeof context.record = (change) =>
        context.record(kind && change.kind && named.includes(change.key) ? { ...change, kind } : change);
      const known = { db, now, calendar, secret, isKept, registrarId };
      if ('wouldBe' in reply) {
        // Rolled back at the end of the dry run.
        const { price, ...reported } = dryRunResultIn(reply.wouldBe.details);
        await writeSnapshot(context, registrarId, { asked: await takeTicket(db), ...reported });
        if (isAnyLocal)
          await keepLocal(context, registrarId, forwarding.touches(input, reply.wouldBe), local);
        const value = await forwarding.value(known, input, reply.wouldBe, before);
        return (isCharged(value) ? { ...value, price } : value) as O;
      }
      const overtaken = reply.reported
        ? await writeSnapshot({ ...context, record }, registrarId, reply.reported)
        : [];
      await putUuids(db, uuidsIn(reply.done.data));
      // Rows that others wrote to the mirror meanwhile were read after this change too; those with another change on
      // its way are stale.
      isOld = await staleAmong(db, overtaken);
      if (
        isAnyLocal &&
        (await keepLocal(context, registrarId, forwarding.touches(input, reply.done), local)) === 0
      )
        parts.log.warn(
          { operation: command.name, fields: Object.keys(local) },
          'values of a new object were lost, because the registry could not be read after it was created',
        );
      return (await forwarding.value(known, input, reply.done, before)) as O;
    },
  };
  return described(command, steps);
}

const keyOf: Readonly<Record<string, string>> = { [domain.table]: 'name', [contact.table]: 'code' };

/**
 * Returns the steps of a change that only sets fields that this facade keeps itself: the registry is asked for the
 * object only if it is new here.
 */
function onlyLocal<I extends CommandInputs[CommandName], O>(
  { database, reader, keep }: SendingParts,
  forwarding: Forwarding<I>,
  input: I,
  local: object,
): ExternalSteps<unknown, null, null, O> {
  const touched = forwarding.touches(input);
  const look = async (): Promise<null> => {
    const known = await readTimes(database.db, subjectsIn(touched));
    if (known.size === 0) await keep(await reader.forOne().reported(touched));
    return null;
  };
  return {
    prepare: async () => null,
    ask: look,
    rehearse: look,
    conclude: async (context) => {
      const { db, now, calendar, secret } = context;
      const registrarId = (await readMirror(db))?.registrar_id ?? 0;
      if ((await keepLocal(context, registrarId, touched, { ...local })) === 0)
        refuseWith(objectDoesNotExist());
      const known = { db, now, calendar, secret, isKept: false, registrarId };
      return (await forwarding.value(known, input, { code: 1000, data: undefined }, nothingBefore)) as O;
    },
  };
}

const nothingBefore: Before = {
  at: '',
  movedAt: null,
  expiries: {},
  waiting: [],
  alike: [],
  keyed: false,
  isSent: false,
};

function described<I, O>(
  { name, summary, permits, scope, input, errors, rest, graphql }: Command<I, O>,
  steps: object,
): ExternalCommand<I, O> {
  return {
    kind: 'external-command',
    name,
    summary,
    permits,
    input,
    errors,
    ...(scope && { scope }),
    ...(rest && { rest }),
    ...(graphql && { graphql }),
    ...steps,
  } as ExternalCommand<I, O>;
}

/** Refuses a field that the registry does not have: it would take the request, and forget the value. */
export function checkFields(entity: Entity, input: object): void {
  const given = new Map(Object.entries(input));
  const name = refusedFields(entity).find((one) => (given.get(one) ?? null) !== null);
  if (name !== undefined)
    refuseWith(
      failure(
        'NOT_SUPPORTED_UPSTREAM',
        `The registry behind this service does not have ${name}: leave it out`,
        {
          path: [name],
        },
      ),
    );
}

const isCharged = (value: Plain): value is { readonly price: Plain } =>
  typeof value === 'object' && value !== null && 'price' in value;

async function whatIsKnown<I extends CommandInputs[CommandName]>(
  { db, calendar, now, secret }: OperationContext,
  { note }: Forwarding<I>,
  input: I,
  isKept: boolean,
): Promise<Omit<Before, 'keyed' | 'isSent'>> {
  const registrarId = (await readMirror(db))?.registrar_id ?? 0;
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
