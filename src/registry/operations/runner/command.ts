import { failure, Refusal } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { hashesWaiting, hashPassword } from '../../../base/secrets.ts';
import { claimKey, deleteKey, storeAnswer } from '../../store/runner/idempotency.ts';
import { placeOf, tellRegistrar } from '../in-place.ts';
import { summarise } from './effects-compared.ts';
import { enforceGuards } from './enforce-guards.ts';
import { type Outcome, refused, replay } from './outcome.ts';
import { compareOutcome, refuseTypo } from './outcomes.ts';
import { type Call, isCompared, slotRequestOf } from './running-context.ts';
import {
  type Commanding,
  type CommandStep,
  type CommandWriting,
  returned,
  type StepLists,
  takeAll,
} from './steps.ts';
import { storeDocument } from './store-document.ts';
import { conclude, isRetryable, keyClaim, transact } from './transact.ts';

/** The steps of a command inside its transaction, in their order. */
export const commandSteps: readonly CommandStep[] = [
  {
    name: 'outcome-text',
    why: 'A mistyped outcome is refused only now, because a repeated request gets its stored answer whatever it says.',
    take: ({ call }) => void refuseTypo(call),
  },
  {
    name: 'place',
    why: 'An operator who acts in the place of a registrar names it and gives a reason.',
    take: (writing) => (writing.operation.inPlace ? takePlace(writing) : undefined),
  },
  {
    name: 'run',
    why: 'The operation loads and locks, checks in the documented order and writes.',
    take: async (writing) => {
      const { operation, context, input, lookedUp } = writing;
      writing.value = await operation.run(context, input, lookedUp);
    },
  },
  {
    name: 'message',
    why: 'The registrar reads what was done in its place.',
    take: ({ operation, context, input, placed }) =>
      placed && void tellRegistrar(context, placed.registrar, operation.inPlace?.did(input) ?? ''),
  },
  {
    name: 'limits',
    why: 'What the write changes and charges is known only now, and a token may limit it.',
    take: ({ context }) => enforceGuards(context),
  },
  {
    name: 'end',
    why: 'If the answer is known without reading, everything that is left is sent with the commit, in one trip.',
    take: (writing) => {
      const { operation, context, call, show } = writing;
      const known = call.legalDocument ? undefined : show.known?.(returned(writing));
      const isOver = context.endsHere(operation.name, known !== undefined);
      if (!isOver || known === undefined) return undefined;
      writing.shown = known;
      writing.isDone = true;
      return undefined;
    },
  },
  {
    name: 'document',
    why: 'A legal document is kept with the object that its write was about.',
    take: (writing) =>
      writing.call.legalDocument &&
      storeDocument(writing.context, writing.operation.name, writing.value, writing.call),
  },
  {
    name: 'effects',
    why: 'A dry run and a write that depends on one look at everything that was done, before it is written.',
    take: (writing) =>
      isCompared(writing.call) && !writing.operation.unforeseeable ? lookAtEffects(writing) : undefined,
  },
  {
    name: 'answer',
    why: 'History, messages, charges, the answer for the key and what the caller is shown are one round trip.',
    take: async (writing) => {
      const { operation, context, key, show } = writing;
      const concluded = { operation: operation.name, key, value: returned(writing), show };
      writing.shown = await conclude(context, concluded);
    },
  },
  {
    name: 'compare',
    why: 'Whether the outcome is still the one that was shown comes last, because refusals of the write itself come first.',
    take: ({ context, call, effects }) => effects && compareOutcome(context, call, effects),
  },
];

async function takePlace<I, O, S>(writing: CommandWriting<I, O, S>): Promise<void> {
  const { context, operation, input } = writing;
  writing.placed = await placeOf(context, operation, input);
  if (writing.placed) context.actInPlaceOf(writing.placed);
}

async function lookAtEffects<I, O, S>(writing: CommandWriting<I, O, S>): Promise<void> {
  const { context, call, operation, input, value } = writing;
  writing.effects = await summarise(context, call, { operation, input, value });
}

/** Everything around the transaction: the hash of a password, the turn, what is looked up elsewhere, and the key. */
export async function runCommand<I, O, S>(
  running: Commanding<I, O, S>,
  { write: steps }: Pick<StepLists, 'write'>,
): Promise<Outcome<S>> {
  const { operation, input, turns } = running;
  const password = operation.passwordToHash?.(input);
  const hashing = password && !running.call.dryRun ? await hashFor(running.call, password) : undefined;
  if (hashing instanceof Refusal) return refused(hashing.failures);
  const call = hashing ? { ...running.call, ...hashing } : running.call;
  return turns.write(input, call, () => inTransaction(running, call, steps));
}

async function inTransaction<I, O, S>(
  { parts, operation, input, show }: Commanding<I, O, S>,
  call: Call,
  steps: readonly CommandStep[],
): Promise<Outcome<S>> {
  const lookedUp = await operation.lookUp?.(parts.external, input);
  const key = keyClaim(parts, operation, input, call);
  return transact(parts, {
    call,
    operation,
    begin:
      key &&
      (async (db) => {
        const claim = await claimKey(db, key, parts.clock.now());
        return claim.claimed ? undefined : replay(db, claim, show);
      }),
    work: async (context) => {
      const writing: CommandWriting<I, O, S> = { call, context, operation, input, show, key, lookedUp };
      await takeAll<CommandWriting<I, O, S>>(steps, writing);
      return writing.shown as S;
    },
    remember:
      key &&
      ((db, failures) =>
        isRetryable(failures)
          ? deleteKey(db, key)
          : storeAnswer(db, key, { ok: false, failures }, parts.clock.now())),
  });
}

const mostHashesWaiting = limit(
  'passwords of one caller that wait to be hashed',
  20,
  'Each takes a twentieth of a second of processor.',
);

/** Hashed without holding connections or locks, because it takes long and others wait for a hash as well. */
async function hashFor(call: Call, password: string): Promise<{ readonly passwordHash: string } | Refusal> {
  const slot = slotRequestOf(call);
  if (slot.owner !== undefined && hashesWaiting(slot.owner) >= mostHashesWaiting)
    return new Refusal([
      failure('RATE_LIMITED', 'Too many passwords are waiting to be hashed; try again', {
        details: { retryAfterSeconds: 1 },
      }),
    ]);
  return { passwordHash: await hashPassword(password, slot) };
}
