import { randomBytes } from 'node:crypto';
import { type Actor, scopeOf } from '../../../base/actor.ts';
import { base62, fromBase62, withCheck, withoutCheck } from '../../../base/base62.ts';
import type { Config } from '../../../base/config.ts';
import { type Failure, failure, refuseWith } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { fingerprint, keyedFingerprint, sameSecret } from '../../../base/secrets.ts';
import { outcomeValidForMs, type ShownOutcome, shownOutcome } from '../../store/runner/shown-outcomes.ts';
import type { EffectSummary } from './effects-compared.ts';
import type { Call, RunningContext } from './running-context.ts';

/** The time of the dry run and a random number, which with a digest of everything that was shown make up an outcome. */
interface Seal {
  readonly at: number;
  readonly salt: string;
}

type Shown = Pick<ShownOutcome, 'parts' | 'items_count' | 'items'>;

const prefix = 'oc_';
const [timeBytes, saltBytes, proofBytes] = [6, 4, 16];
/** 26 bytes in base 62. */
const sealLength = 35;

/**
 * Refuses a write that would not do what the dry run showed, and makes the outcome of a dry run. An outcome is a keyed
 * digest of everything that counts, so it proves by itself that nothing has changed, and reveals nothing. What has
 * changed is named with the digests of the parts, which are stored for a day (docs/rules/graph.md#outcomes).
 */
export async function compareOutcome(
  context: RunningContext,
  { ifOutcome, dryRun, isForeseen }: Call,
  picture: EffectSummary,
): Promise<void> {
  const { now, config, actor, db } = context;
  const owner = ownerOf(actor);
  const digest = digestsOf(config);
  if (ifOutcome !== undefined) {
    const changed = await differences(ifOutcome, picture, { owner, digest, now }, () =>
      shownOutcome(db, fingerprint(ifOutcome), owner),
    );
    if (changed.length > 0) refuseWith(outcomeChanged(changed));
  }
  if (isForeseen) context.foreseen = picture.foreseen();
  if (!dryRun) return;
  const outcome = newOutcome(picture, { owner, digest, now });
  context.outcome = outcome;
  context.shown = { hash: fingerprint(outcome), owner, shown_at: now, ...partsOf(picture, digest) };
  context.notices = picture.notices;
}

const outcomeChanged = (changed: readonly string[]): Failure =>
  failure('OUTCOME_CHANGED', undefined, { details: { changed } });

/** The dry run of an unpredictable operation has no outcome, and every outcome sent with it is refused. */
export const noOutcomeFailure = (): Failure =>
  failure(
    'OUTCOME_CHANGED',
    'No dry run can show what this does, so it has no outcome: send it without ifOutcome',
    { details: { changed: ['outcome'] } },
  );

/**
 * Tells whether a dry run may have made this: its form and its checksum are right, so that a letter is neither
 * missing nor wrong.
 */
export const isOutcome = (text: string): boolean => sealIn(text) !== undefined;

/**
 * Tells whether another registry may have made it, which then judges it: an older or other one makes other outcomes.
 * Those that begin like ours have our checksum.
 */
export const mayBeOutcome = (text: string): boolean =>
  text.startsWith(prefix) ? isOutcome(text) : /^[\x21-\x7e]{1,4096}$/.test(text);

export const outcomeInvalid = (): Failure => failure('OUTCOME_INVALID', undefined, { path: ['ifOutcome'] });

/**
 * Refuses a mistyped outcome. It is called after a stored answer was looked for: a repeated request gets that,
 * whatever its outcome.
 */
export function refuseTypo(
  { ifOutcome }: Pick<Call, 'ifOutcome'>,
  /** The operation; it has `outcomeIn` if another registry makes its outcomes. */
  { outcomeIn }: { readonly outcomeIn?: unknown } = {},
): void {
  if (ifOutcome !== undefined && !(outcomeIn ? mayBeOutcome : isOutcome)(ifOutcome))
    refuseWith(outcomeInvalid());
}

interface Made {
  readonly owner: string;
  readonly digest: (text: string) => string;
  readonly now: Date;
}

/** `oc_`, 35 letters and digits, and six of a checksum. */
export function newOutcome(picture: EffectSummary, { now, ...made }: Made): string {
  const seal = { at: now.getTime(), salt: randomBytes(saltBytes).toString('hex') };
  const time = seal.at.toString(16).padStart(2 * timeBytes, '0');
  const proof = proofOf(picture, seal, made);
  return `${prefix}${withCheck(base62(BigInt(`0x${time}${seal.salt}${proof}`), sealLength))}`;
}

/** Names the differences; empty if there are none. */
export async function differences(
  outcome: string,
  picture: EffectSummary,
  { now, ...made }: Made,
  lookUp: () => Promise<Shown | undefined>,
): Promise<string[]> {
  const seal = sealIn(outcome);
  if (!seal || now.getTime() - seal.at >= outcomeValidForMs) return ['outcome'];
  if (sameSecret(seal.proof, proofOf(picture, seal, made))) return [];
  const shown = await lookUp();
  return shown ? differenceOf(shown, partsOf(picture, made.digest)) : ['outcome'];
}

function sealIn(outcome: string): (Seal & { readonly proof: string }) | undefined {
  const form = /^oc_([0-9A-Za-z]{41})$/.exec(outcome);
  const checked = form?.[1] && withoutCheck(form[1]);
  if (!checked) return undefined;
  const digits = fromBase62(checked)
    .toString(16)
    .padStart(2 * (timeBytes + saltBytes + proofBytes), '0');
  const salt = 2 * timeBytes;
  const proof = salt + 2 * saltBytes;
  return {
    at: Number.parseInt(digits.slice(0, salt), 16),
    salt: digits.slice(salt, proof),
    proof: digits.slice(proof),
  };
}

const proofOf = (
  { parts, items }: Pick<EffectSummary, 'parts' | 'items'>,
  { at, salt }: Seal,
  { owner, digest }: Pick<Made, 'owner' | 'digest'>,
): string => {
  const whole = [...parts].map(([name, text]) => `${name} ${text}`).sort();
  return digest(JSON.stringify([owner, at, salt, whole, items])).slice(0, 2 * proofBytes);
};

/** The server's secret, as for idempotency keys: every process has it, but the database does not. */
const digestsOf = ({ BILLING_SECRET }: Config): Made['digest'] =>
  getOrCreate(digests, BILLING_SECRET, () => keyedFingerprint(BILLING_SECRET, 'outcomes'));

const digests = new Map<string, Made['digest']>();

/** The callers that may use it: all users of the registrar, or all operators for an operator's outcome. */
const ownerOf = (actor: Actor): string => (actor.kind === 'operator' ? actor.kind : scopeOf(actor));

/** Short digests are enough to name the part that differs; the digest of the whole proves that nothing does. */
const partDigits = 12;
/** Returns how many bytes of each item's digest are kept; with very many items they are not kept. */
const bytesOf = (items: number): number => (items > 1000 ? 0 : 4);

/** Returns what is stored of an outcome. */
export function partsOf(
  { parts, items }: Pick<EffectSummary, 'parts' | 'items'>,
  digest: Made['digest'],
): Shown {
  const bytes = bytesOf(items.length);
  return {
    parts: Object.fromEntries(
      [...parts].map(([name, text]) => [name, digest(`${name} ${text}`).slice(0, partDigits)]),
    ),
    items_count: items.length,
    items:
      bytes === 0
        ? Buffer.alloc(0)
        : Buffer.concat(items.map((text) => Buffer.from(digest(text).slice(0, 2 * bytes), 'hex'))),
  };
}

function differenceOf(shown: Shown, would: Shown): string[] {
  const isOther = (part: string): boolean => shown.parts[part] !== would.parts[part];
  if (isOther('its operation')) return ['operation'];
  const parts = [...new Set([...Object.keys(would.parts), ...Object.keys(shown.parts)])].filter(isOther);
  const names = new Set(parts.map((part) => part.slice(part.indexOf(' ') + 1)));
  const changed = [...names, ...itemsChanged(shown, would)];
  return changed.length > 0 ? changed : ['results'];
}

function itemsChanged(shown: Shown, would: Shown): string[] {
  if (shown.items_count !== would.items_count) return ['results'];
  const bytes = bytesOf(would.items_count);
  const at = ({ items }: Shown, place: number) => items.subarray(place * bytes, (place + 1) * bytes);
  return Array.from({ length: bytes === 0 ? 0 : would.items_count }, (_, place) => place)
    .filter((place) => !at(shown, place).equals(at(would, place)))
    .map((place) => `results.${place}`);
}
