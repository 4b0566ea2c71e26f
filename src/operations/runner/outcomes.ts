import type { Config } from '../../config.ts';
import { type Actor, scopeOf } from '../../core/actor.ts';
import type { Calendar } from '../../core/calendar.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { failure, refuseWith } from '../../core/errors.ts';
import type { Change, Document } from '../../core/events.ts';
import { getOrCreate } from '../../core/get-or-create.ts';
import { keyedFingerprint, sealing } from '../../core/secrets.ts';
import type { Call, Effects, RunningContext } from './running-context.ts';

/** One write that is compared: what was asked for, and what came of it. */
interface Compared {
  readonly operation: { readonly name: string };
  readonly input: unknown;
  readonly value: unknown;
  /** What its first step has done, where it has several. */
  readonly prepared?: Effects;
}

/** What a write does, by the names under which a difference is reported: `price`, `expiresAt`. */
interface Picture {
  readonly parts: ReadonlyMap<string, string>;
  /** `results.0`, `results.1`, ... of a bulk write. */
  readonly items: readonly string[];
}

/** The content of an outcome: when it was made, and a digest of each part. */
interface Kept {
  readonly at: number;
  readonly whole: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly count: number;
  readonly items: Buffer;
}

const validForMs = 24 * 60 * 60 * 1000;

/**
 * Refuses a write that would not do what was shown, and notes the outcome of a dry run. An outcome is nothing but
 * digests, sealed for the caller's registrar: it needs no table and tells nobody anything (docs/rules/graph.md#outcomes).
 */
export function compareOutcome(context: RunningContext, call: Call, compared: Compared): void {
  const { now, config, actor } = context;
  const picture = pictureOf(context, call, compared);
  const kept = keptOf(picture, now, keysOf(config).digest);
  const { ifOutcome } = call;
  if (ifOutcome !== undefined) {
    const changed = differenceOf(opened(ifOutcome, config, actor, now), kept);
    if (changed.length > 0) refuseWith(failure('OUTCOME_CHANGED', undefined, { details: { changed } }));
  }
  if (call.dryRun) context.outcome = keysOf(config).sealed.seal(written(kept), ownerOf(actor));
}

/** The server's secret, as for idempotency keys: every process has it, and the database does not. */
const keysOf = ({ BILLING_SECRET }: Config) =>
  getOrCreate(keys, BILLING_SECRET, () => ({
    digest: keyedFingerprint(BILLING_SECRET, 'outcomes'),
    sealed: sealing(BILLING_SECRET, 'outcomes, sealed'),
  }));

const keys = new Map<
  string,
  { readonly digest: (text: string) => string; readonly sealed: ReturnType<typeof sealing> }
>();

/** Who may use it: everybody of the registrar, and every operator what another operator was shown. */
const ownerOf = (actor: Actor): string => (actor.kind === 'operator' ? actor.kind : scopeOf(actor));

function pictureOf(context: RunningContext, call: Call, { operation, input, value, prepared }: Compared) {
  const { effects } = context;
  const all = prepared ? joined(prepared, effects) : effects;
  const { results, price, pending, added, skipped } = shownIn(value);
  const made = new Set(all.made);
  const write = (what: unknown): string => withoutMadeUp(canonicalJson(what), made);
  const { type, sha256 } = call.legalDocument ?? {};
  const parts = new Map([
    ['operation', operation.name],
    ['input', canonicalJson([filled(input) ?? {}, type, sha256])],
    ['price', write([all.charges.map(({ registrarId, sum }) => [registrarId, sum]), price])],
    ['pending', write(pending)],
    ['counts', write([added, skipped])],
    ['messages', write(all.messages.map(({ registrarId, kind }) => [registrarId, kind]))],
    ['mails', write(all.outbox.map(({ kind, payload }) => [kind, payload.to]))],
  ]);
  const named = new Set(results?.map(({ name }) => name));
  const ofItem = new Map<string, Change[]>();
  const others = new Map<Change['type'], Change[]>();
  for (const change of all.changes)
    if (named.has(change.key)) getOrCreate(ofItem, change.key, () => []).push(change);
    else getOrCreate(others, change.type, () => []).push(change);
  const main = mainTypeOf(operation.name, others);
  for (const [type, changes] of others)
    for (const [name, what] of partsOf(type, changes, type === main, context.calendar))
      parts.set(name, write(what));
  const items = (results ?? []).map(({ name, ok, failures }) =>
    write([
      name,
      ok,
      failures.map(({ code }) => code),
      ofItem.get(name)?.map((change) => stateOf(change, context.calendar)),
    ]),
  );
  return { parts, items };
}

/** Codes that were made up on the way are others each time; contacts have theirs in capitals. */
function withoutMadeUp(text: string, made: ReadonlySet<string>): string {
  if (made.size === 0) return text;
  return text.replaceAll(/[\da-f]{8,}|[\dA-F]{8,}/g, (code) => (made.has(code.toLowerCase()) ? '' : code));
}

const joined = (one: Effects, other: Effects): Effects => ({
  changes: [...one.changes, ...other.changes],
  messages: [...one.messages, ...other.messages],
  charges: [...one.charges, ...other.charges],
  outbox: [...one.outbox, ...other.outbox],
  made: [...one.made, ...other.made],
});

interface Shown {
  readonly results?: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly failures: readonly { readonly code: string }[];
  }[];
  readonly price?: unknown;
  readonly pending?: unknown;
  readonly added?: unknown;
  readonly skipped?: unknown;
}

const shownIn = (value: unknown): Shown => (typeof value === 'object' && value !== null ? value : {});

/** Both APIs ask for the same in slightly different words: what says nothing is left out. */
function filled(input: unknown): unknown {
  if (Array.isArray(input)) return input.length === 0 ? undefined : input.map(filled);
  if (input === null || input === '' || input === false) return undefined;
  if (typeof input !== 'object' || Object.getPrototypeOf(input) !== Object.prototype) return input;
  const fields = Object.entries(input).flatMap(([name, value]) => {
    const said = filled(value);
    return said === undefined ? [] : [[name, said] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

type Changes = ReadonlyMap<Change['type'], readonly Change[]>;

/** The type of the one object that the operation is about: its fields have names of their own. */
function mainTypeOf(operation: string, changes: Changes): Change['type'] | undefined {
  const [first] = changes.keys();
  const own = [...changes.keys()].find((type) => operation.startsWith(`${type.replace('_', '-')}.`));
  return own ?? (changes.size === 1 ? first : undefined);
}

function partsOf(
  type: Change['type'],
  changes: readonly Change[],
  isMain: boolean,
  calendar: Calendar,
): (readonly [string, unknown])[] {
  const name = type.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [only] = changes;
  if (!isMain || !only || changes.length > 1)
    return [[name, changes.map((change) => stateOf(change, calendar))]];
  const { identity, before, after } = stateOf(only, calendar);
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [
    [name, identity],
    ...[...fields].map((field) => [field, [before?.[field], after?.[field]]] as const),
  ];
}

interface State {
  /** A new one has none yet. */
  readonly identity: readonly unknown[];
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

const stateOf = ({ id, key, before, after }: Change, calendar: Calendar): State => ({
  identity: before ? [id, key, after !== undefined] : [],
  before: before && lastingIn(before, madeAlways),
  after: after && daysIn(lastingIn(after, before ? madeAnew : madeAtFirst), momentsIn(before), calendar),
});

/** Fields that tell only when or as what something was written. */
const madeAlways = new Set(['createdAt', 'updatedAt']);
/** A password is in the input, and hashed otherwise each time. */
const madeAnew = new Set([...madeAlways, 'passwordHash', 'transaction']);
const madeAtFirst = new Set([...madeAnew, 'id', 'uuid', 'number', 'userUniqueId']);

const lastingIn = (document: Document, left: ReadonlySet<string>): Document =>
  Object.fromEntries(Object.entries(document).filter(([field]) => !left.has(field)));

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const momentsIn = (document: Document | undefined): ReadonlySet<string> =>
  new Set(JSON.stringify(document ?? {}).match(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g));

/** Moments that follow from now count by their day. */
function daysIn<T>(value: T, known: ReadonlySet<string>, calendar: Calendar): T {
  const day = (one: unknown): unknown => {
    if (one instanceof Date) return day(one.toISOString());
    if (typeof one === 'string')
      return moment.test(one) && !known.has(one) ? calendar.dateOf(new Date(one)) : one;
    if (Array.isArray(one)) return one.map(day);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, day(inner)]));
  };
  return day(value) as T;
}

/** Enough to tell which part is another; that nothing is another, the digest of the whole tells. */
const partDigits = 12;
/** An outcome stands in a header: of very many items each has a byte, and of more none. */
const bytesOf = (items: number): number => (items > 5000 ? 0 : items > 1000 ? 1 : 4);

function keptOf({ parts, items }: Picture, now: Date, digest: (text: string) => string): Kept {
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

/** JSON, and behind it the items as bytes. */
function written({ items, ...kept }: Kept): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(kept)}\n`), items]);
}

/** Undefined: made up, another registrar's, or too old. */
function opened(outcome: string, config: Config, actor: Actor, now: Date): Kept | undefined {
  const content = keysOf(config).sealed.open(outcome, ownerOf(actor));
  if (!content) return undefined;
  const end = content.indexOf('\n');
  const kept = {
    ...(JSON.parse(content.subarray(0, end).toString()) as Omit<Kept, 'items'>),
    items: content.subarray(end + 1),
  };
  const age = now.getTime() - kept.at;
  return age < validForMs ? kept : undefined;
}

/** Names what differs; nothing where all is the same. */
function differenceOf(shown: Kept | undefined, would: Kept): string[] {
  if (!shown) return ['outcome'];
  if (shown.whole === would.whole) return [];
  if (shown.parts.operation !== would.parts.operation) return ['operation'];
  const names = new Set([...Object.keys(would.parts), ...Object.keys(shown.parts)]);
  const changed = [...names].filter((name) => shown.parts[name] !== would.parts[name]);
  changed.push(...itemsChanged(shown, would));
  return changed.length > 0 ? changed : ['results'];
}

function itemsChanged(shown: Kept, would: Kept): string[] {
  if (shown.count !== would.count) return ['results'];
  const bytes = bytesOf(would.count);
  const at = ({ items }: Kept, place: number) => items.subarray(place * bytes, (place + 1) * bytes);
  return Array.from({ length: bytes === 0 ? 0 : would.count }, (_, place) => place)
    .filter((place) => !at(shown, place).equals(at(would, place)))
    .map((place) => `results.${place}`);
}
