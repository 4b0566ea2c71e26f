import { type Actor, scopeOf } from '../../../core/actor.ts';
import type { Config } from '../../../core/config.ts';
import { type Failure, failure, refuseWith } from '../../../core/errors.ts';
import { getOrCreate } from '../../../core/get-or-create.ts';
import { keyedFingerprint, sealing } from '../../../core/secrets.ts';
import type { EffectSummary } from './effects-compared.ts';
import type { Call, RunningContext } from './running-context.ts';

/** The content of an outcome: when it was made, and a digest of each part. */
interface OutcomeContent {
  readonly at: number;
  readonly whole: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly count: number;
  readonly items: Buffer;
}

const validForMs = 24 * 60 * 60 * 1000;

/**
 * Refuses a write that would not do what the dry run showed, and makes the outcome of a dry run. An outcome consists of
 * digests, encrypted for the caller's registrar, so it needs no table and reveals nothing (docs/rules/graph.md#outcomes).
 */
export function compareOutcome(context: RunningContext, call: Call, picture: EffectSummary): void {
  const { now, config, actor } = context;
  const kept = keptOf(picture, now, keysOf(config).digest);
  const { ifOutcome } = call;
  if (ifOutcome !== undefined) {
    const changed = differenceOf(opened(ifOutcome, config, actor, now), kept);
    if (changed.length > 0) refuseWith(outcomeChanged(changed));
  }
  if (!call.dryRun) return;
  context.outcome = keysOf(config).sealed.seal(written(kept), ownerOf(actor));
  context.notices = picture.notices;
}

export const outcomeChanged = (changed: readonly string[]): Failure =>
  failure('OUTCOME_CHANGED', undefined, { details: { changed } });

/** The dry run of an unpredictable operation has no outcome, and every outcome sent with it is refused. */
export const noOutcomeFailure = (): Failure =>
  failure(
    'OUTCOME_CHANGED',
    'No dry run can show what this does, so it has no outcome: send it without ifOutcome',
    { details: { changed: ['outcome'] } },
  );

/** Anything longer is not one of ours and may not even fit into a header. */
export const isOutcome = (text: string): boolean => /^[\w-]{1,12000}$/.test(text);

/** The server's secret, as for idempotency keys: every process has it, but the database does not. */
const keysOf = ({ BILLING_SECRET }: Config) =>
  getOrCreate(keys, BILLING_SECRET, () => ({
    digest: keyedFingerprint(BILLING_SECRET, 'outcomes'),
    sealed: sealing(BILLING_SECRET, 'outcomes, sealed'),
  }));

const keys = new Map<
  string,
  { readonly digest: (text: string) => string; readonly sealed: ReturnType<typeof sealing> }
>();

/** The callers that may use it: all users of the registrar, or all operators for an operator's outcome. */
const ownerOf = (actor: Actor): string => (actor.kind === 'operator' ? actor.kind : scopeOf(actor));

/** Short digests are enough to name the part that differs; the digest of the whole proves that nothing does. */
const partDigits = 12;
/** An outcome must fit into a header of 3.5 KB: with many items each has one byte, with very many none. */
const bytesOf = (items: number): number => (items > 1000 ? 0 : items > 250 ? 1 : 4);

function keptOf(
  { parts, items }: Pick<EffectSummary, 'parts' | 'items'>,
  now: Date,
  digest: (text: string) => string,
): OutcomeContent {
  const whole = [...parts].map(([name, text]) => `${name} ${text}`).sort();
  const bytes = bytesOf(items.length);
  return {
    at: now.getTime(),
    whole: digest(JSON.stringify([whole, items])),
    parts: Object.fromEntries(
      [...parts].map(([name, text]) => [name, digest(`${name} ${text}`).slice(0, partDigits)]),
    ),
    count: items.length,
    items:
      bytes === 0
        ? Buffer.alloc(0)
        : Buffer.concat(items.map((text) => Buffer.from(digest(text).slice(0, 2 * bytes), 'hex'))),
  };
}

/** JSON followed by the items as bytes. */
function written({ items, ...kept }: OutcomeContent): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(kept)}\n`), items]);
}

/** Undefined if it is forged, another registrar's, or too old. */
function opened(outcome: string, config: Config, actor: Actor, now: Date): OutcomeContent | undefined {
  const content = isOutcome(outcome) ? keysOf(config).sealed.open(outcome, ownerOf(actor)) : undefined;
  if (!content) return undefined;
  const end = content.indexOf('\n');
  const kept = {
    ...(JSON.parse(content.subarray(0, end).toString()) as Omit<OutcomeContent, 'items'>),
    items: content.subarray(end + 1),
  };
  const age = now.getTime() - kept.at;
  return age < validForMs ? kept : undefined;
}

/** Names the differences; empty if there are none. */
function differenceOf(shown: OutcomeContent | undefined, would: OutcomeContent): string[] {
  if (!shown) return ['outcome'];
  if (shown.whole === would.whole) return [];
  const isOther = (part: string): boolean => shown.parts[part] !== would.parts[part];
  if (isOther('its operation')) return ['operation'];
  const parts = [...new Set([...Object.keys(would.parts), ...Object.keys(shown.parts)])].filter(isOther);
  const names = new Set(parts.map((part) => part.slice(part.indexOf(' ') + 1)));
  const changed = [...names, ...itemsChanged(shown, would)];
  return changed.length > 0 ? changed : ['results'];
}

function itemsChanged(shown: OutcomeContent, would: OutcomeContent): string[] {
  if (shown.count !== would.count) return ['results'];
  const bytes = bytesOf(would.count);
  const at = ({ items }: OutcomeContent, place: number) => items.subarray(place * bytes, (place + 1) * bytes);
  return Array.from({ length: bytes === 0 ? 0 : would.count }, (_, place) => place)
    .filter((place) => !at(shown, place).equals(at(would, place)))
    .map((place) => `results.${place}`);
}
