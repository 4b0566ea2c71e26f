import { encodeGlobalID } from '@pothos/plugin-relay';
import { type Guards, isPermitted, registrarOf } from '../../../base/actor.ts';
import { canonicalJson } from '../../../base/canonical.ts';
import type { Config } from '../../../base/config.ts';
import { type Failure, failure, refuseWith } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { limit } from '../../../base/limits.ts';
import { keyedFingerprint, sealing } from '../../../base/secrets.ts';
import type { Operation } from '../../../registry/operations/operation.ts';
import { writeToRegistrar } from '../../../registry/operations/registrar/letters.ts';
import { type Foreseen, summaryOf } from '../../../registry/operations/runner/foreseen.ts';
import { type Outcome, refused } from '../../../registry/operations/runner/outcome.ts';
import type {
  Call,
  RunnerParts,
  RunningContext,
} from '../../../registry/operations/runner/running-context.ts';
import { transact } from '../../../registry/operations/runner/transact.ts';
import type { LegalDocument } from '../../../registry/rules/legal-document.ts';
import { noDryRunFailure, tooManyWaiting, tooMuchWaiting } from '../../../registry/rules/registrar/guards.ts';
import { nameInMail } from '../../../registry/rules/text.ts';
import { usersOfRegistrar } from '../../../registry/store/registry/api-users.ts';
import { registrarsById } from '../../../registry/store/registry/registrars.ts';
import { accessTokensById } from '../../../registry/store/runner/access-tokens.ts';
import {
  type Approval,
  approvalWaitsMs,
  askedBefore,
  insertApproval,
  lockApprovals,
  releaseApprovalKey,
  waitingOf,
} from '../store/approvals.ts';
import { approvalChange } from './operations/approval-document.ts';

/** The write that is done when a person approves; kept encrypted. */
interface Kept {
  readonly input: unknown;
  readonly outcome: string;
  readonly document?: { readonly type: string; readonly base64: string; readonly sha256: string };
}

const mostOfToken = limit(
  'writes of one token that wait for a person',
  100,
  'More than people read in a day.',
);
const mostOfRegistrar = limit(
  'writes of one registrar that wait for a person',
  200,
  'More than its people read in a day.',
);
const mostBytes = limit(
  'bytes that may wait for the people of one registrar, encrypted',
  48 * 1024 * 1024,
  'A few of the largest legal documents.',
);
/** One mail is for everything that is asked for until then. */
const mailEveryMs = 15 * 60 * 1000;

type Tried = (call: Call) => Promise<Outcome<null>>;

/**
 * Keeps a write of an access token with the guard `approvalNeeded` until a person of the registrar decides on it,
 * after a dry run that must succeed. The same key, or the same write that waits already, gets the same approval
 * (docs/rules/access.md#approvals).
 */
export async function askApproval<I, O>(
  parts: RunnerParts,
  operation: Operation<I, O>,
  input: I,
  call: Call,
  tried: Tried,
): Promise<Outcome<never>> {
  const { clock, config, database } = parts;
  const actor = registrarOf(call.actor);
  const { accessToken: token, registrarId } = actor;
  if (!token) throw new TypeError('a guard needs a token');
  const { type, sha256 } = call.legalDocument ?? {};
  const sealed = canonicalJson([operation.name, input, type, sha256]);
  const inputHash = marksOf(config)(sealed);
  const asked = {
    registrarId,
    tokenId: token.id,
    operation: operation.name,
    inputHash,
    key: call.idempotencyKey,
  };
  const before = await askedBefore(database.db, asked, clock.now());
  if (before && !isOver(before, clock.now())) return answerTo(before, inputHash, parts);
  const shown = await tried({ ...call, idempotencyKey: undefined, dryRun: true, isForeseen: true });
  if (!shown.ok) return shown;
  const { outcome, foreseen = unforeseen(operation.name, input, shown) } = shown;
  if (outcome === undefined) return refused([noDryRunFailure('approvalNeeded')]);
  const kept = sealedOf(config, registrarId, { input, outcome, ...documentOf(call.legalDocument) });
  const stored = await transact(parts, {
    call: { actor, request: call.request },
    operation: { name: 'approval.ask' },
    work: async (context) => {
      const { db, now } = context;
      await lockApprovals(db, registrarId);
      const meanwhile = await askedBefore(db, asked, now);
      if (meanwhile && !isOver(meanwhile, now)) return meanwhile;
      if (asked.key !== undefined) await releaseApprovalKey(db, { registrarId, key: asked.key });
      const waiting = await waitingOf(db, {
        registrarId,
        tokenId: token.id,
        now,
        since: new Date(now.getTime() - mailEveryMs),
      });
      if (waiting.ofToken >= mostOfToken) refuseWith(tooManyWaiting(mostOfToken));
      if (waiting.count >= mostOfRegistrar) refuseWith(tooManyWaiting(mostOfRegistrar));
      if (waiting.bytes + kept.length > mostBytes) refuseWith(tooMuchWaiting());
      const row = await insertApproval(db, {
        registrar_id: registrarId,
        token_id: token.id,
        token_name: (await accessTokensById(db, [token.id]))[0]?.name ?? '',
        asked_user_id: actor.userId,
        asked_by: actor.username,
        asked_at: now,
        ends_at: new Date(now.getTime() + approvalWaitsMs),
        operation: operation.name,
        input_hash: inputHash,
        idempotency_key: asked.key ?? null,
        sealed: kept,
        price: foreseen.price,
        shown: JSON.stringify(foreseen.shown),
        state: 'WAITING',
        mailed: !waiting.isMailed,
      });
      context.record(approvalChange(actor.registrarCode)(undefined, row));
      context.publish('approval', String(registrarId));
      if (row.mailed) await writeToPeople(context, operation, row);
      await context.writeJournal('approval.ask');
      return row;
    },
  });
  return stored.ok ? answerTo(stored.value, inputHash, parts) : stored;
}

/** Its key is free again. */
const isOver = ({ ends_at }: Approval, now: Date): boolean => ends_at <= now;

function answerTo(row: Approval, inputHash: string, parts: RunnerParts): Outcome<never> {
  return refused([row.input_hash === inputHash ? needed(row, parts) : failure('IDEMPOTENCY_KEY_REUSED')]);
}

const needed = ({ id, state, ends_at }: Approval, { address, calendar }: RunnerParts): Failure =>
  failure('APPROVAL_NEEDED', undefined, {
    details: {
      approval: encodeGlobalID('Approval', String(id)),
      address: approvalAddress(address.publicUrl, id),
      state,
      endsAt: calendar.format(ends_at),
    },
  });

/** The page on which a person decides. */
export const approvalAddress = (publicUrl: string, id: number): string => `${publicUrl}/approvals/${id}`;

/** Returns what is shown of a write in front of another registry, which shows the outcome but not its parts. */
function unforeseen(
  operation: string,
  input: unknown,
  { notices = { mails: 0, messages: 0, recipients: [] } }: Extract<Outcome<null>, { ok: true }>,
): Foreseen {
  const { name, names = [] } = (input ?? {}) as { name?: unknown; names?: readonly unknown[] };
  const named = [name, ...names].filter((one) => typeof one === 'string');
  const shown = { changes: [], changed: 0, notices, refused: [], document: null };
  return { price: null, objects: [], shown: { summary: summaryOf(operation, named), ...shown } };
}

/** The registrar, and its users who may do it themselves. */
async function writeToPeople(
  context: RunningContext,
  { permits }: Pick<Operation<never, unknown>, 'permits'>,
  { id, registrar_id, asked_by, token_name }: Approval,
): Promise<void> {
  const { db, publicUrl } = context;
  const [registrar] = await registrarsById(db, [registrar_id]);
  if (!registrar) return;
  const users = (await usersOfRegistrar(db, registrar_id)).filter(
    ({ active, roles }) => active && isPermitted({ ...registrarOf(context.actor), roles }, permits),
  );
  const addresses = new Set([registrar.email, ...users.map(({ email }) => email)].filter(Boolean));
  for (const email of [...addresses].slice(0, mostMails))
    writeToRegistrar(
      context,
      { ...registrar, email: email ?? null },
      {
        subject: 'A write waits for your approval',
        paragraphs: [
          `The access token "${nameInMail(token_name)}" of ${nameInMail(asked_by)} has prepared a write, which waits for a person.`,
          `Sign in to see it, and approve or decline it: ${approvalAddress(publicUrl, id)}`,
          'If nobody decides within 24 hours, it is never done. Other writes may be waiting too: you get at most one mail every 15 minutes.',
        ],
      },
    );
}

const mostMails = limit(
  'mails about one write that waits',
  20,
  'A registrar with more users tells the first ones.',
);

const documentOf = (document: LegalDocument | undefined): Pick<Kept, 'document'> =>
  document
    ? {
        document: {
          type: document.type,
          base64: document.bytes.toString('base64'),
          sha256: document.sha256,
        },
      }
    : {};

const seals = new Map<string, ReturnType<typeof sealing>>();
const sealOf = ({ BILLING_SECRET }: Config) =>
  getOrCreate(seals, BILLING_SECRET, () => sealing(BILLING_SECRET, 'approvals'));

const marks = new Map<string, (text: string) => string>();
const marksOf = ({ BILLING_SECRET }: Config) =>
  getOrCreate(marks, BILLING_SECRET, () => keyedFingerprint(BILLING_SECRET, 'approvals'));

const sealedOf = (config: Config, registrarId: number, kept: Kept): string =>
  sealOf(config).seal(Buffer.from(JSON.stringify(kept)), `registrar:${registrarId}`);

/** Opens what was kept; undefined if it was removed or the server's secret has changed since. */
export function openApproval(
  config: Config,
  { sealed, registrar_id }: Approval,
): (Pick<Kept, 'input' | 'outcome'> & { readonly legalDocument: LegalDocument | undefined }) | undefined {
  const opened = sealed === null ? undefined : sealOf(config).open(sealed, `registrar:${registrar_id}`);
  if (!opened) return undefined;
  const { input, outcome, document } = JSON.parse(opened.toString()) as Kept;
  const legalDocument = document && {
    type: document.type,
    bytes: Buffer.from(document.base64, 'base64'),
    sha256: document.sha256,
  };
  return { input, outcome, legalDocument };
}

/** One for each attempt; nobody can guess it and use it before. */
export const attemptKey = (config: Config, { id, asked_at, attempts }: Approval): string =>
  `approval-${marksOf(config)(`attempt ${id} ${asked_at.toISOString()} ${attempts}`)}`;

/** The guards that hold for the write itself. */
export const guardsOfWrite = (guards: Guards | null): Guards | undefined => {
  const { outcomeNeeded: _, approvalNeeded: __, ...others } = guards ?? {};
  return Object.keys(others).length > 0 ? others : undefined;
};
