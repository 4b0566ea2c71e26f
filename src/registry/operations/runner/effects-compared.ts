import { inBatches } from '../../../base/batches.ts';
import type { Calendar } from '../../../base/calendar.ts';
import { canonicalJson } from '../../../base/canonical.ts';
import type { Change, Document } from '../../../base/events.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { type Foreseen, foreseenIn } from './foreseen.ts';
import { type Notices, noticesIn } from './notices.ts';
import type { Call, Effects, RunningContext } from './running-context.ts';

/** A write to compare: its input and its effects. */
export interface Compared {
  readonly operation: { readonly name: string };
  readonly input: unknown;
  readonly value: unknown;
  /** The result of its first step, if it has several, with that step's effects and time. */
  readonly prepared?: unknown;
  readonly before?: Pick<RunningContext, 'effects' | 'now'>;
}

/** The effects of a write, by the names under which a difference is reported: `price`, `expiresAt`. */
export interface EffectSummary {
  /** `its price` belongs to the write, `field price` to the document that it writes. */
  readonly parts: ReadonlyMap<string, string>;
  /** `results.0`, `results.1`, ... of a bulk write. */
  readonly items: readonly string[];
  /** The recipients of mails and poll messages. */
  readonly notices: Notices;
  /** The effects as a person is shown them. */
  readonly foreseen: () => Foreseen;
}

/**
 * Called before the effects are written; in batches if there are very many, so that other requests are served in
 * between.
 */
export async function summarise(
  context: Pick<RunningContext, 'effects' | 'now' | 'calendar'>,
  call: Pick<Call, 'legalDocument'> & Partial<Pick<Call, 'actor'>>,
  compared: Compared,
): Promise<EffectSummary> {
  const { operation, input, value, prepared, before } = compared;
  const { effects } = context;
  const all = before ? joined(before.effects, effects) : effects;
  const nows = new Set([context.now, before?.now ?? context.now].map((now) => now.toISOString()));
  const writer = new Writer(all.made, nows, context.calendar);
  const write = (what: unknown): string => writer.text(what);
  const { type, sha256 } = call.legalDocument ?? {};
  const { results, ...shown } = shownIn(value);
  const parts = new Map([
    ['its operation', operation.name],
    ['its input', canonicalJson([filled(input) ?? {}, type, sha256])],
    ['its price', write(all.charges.map(({ registrarId, sum }) => [registrarId, sum]))],
    ['its messages', write(all.messages.map(({ registrarId, kind }) => [registrarId, kind]))],
    ['its mails', write(all.outbox.map(({ kind, payload }) => [kind, payload.to ?? payload.url]))],
  ]);
  for (const [from, fields] of Object.entries({ value: shown, prepared: shownIn(prepared) }))
    for (const [name, what] of Object.entries(fields))
      if (!isMade(name)) parts.set(`${from} ${name}`, write(writer.days(withoutMade(what))));
  for (const [name, what] of all.facts)
    parts.set(`fact ${name}`, `${parts.get(`fact ${name}`) ?? ''}${write(writer.days(what))}`);
  const states = await inBatches(wholeChanges(all.changes), async (some) => statesOf(some, writer));
  const { ofItem, others } = byItem(states, new Set(results?.map(({ name }) => name)));
  const main = mainTypeOf(operation.name, others);
  for (const [type, some] of others)
    for (const [name, what] of partsOf(type, some, type === main, write)) parts.set(name, what);
  const items = await inBatches(results ?? [], async (some) =>
    some.map(({ name, ok, failures }) =>
      write([name, ok, failures.map(({ code }) => code), ofItem.get(name)?.map(write).sort()]),
    ),
  );
  const notices = noticesIn(all);
  return { parts, items, notices, foreseen: () => foreseenIn(all, notices, compared, call) };
}

const joined = (one: Effects, other: Effects): Effects => ({
  changes: [...one.changes, ...other.changes],
  messages: [...one.messages, ...other.messages],
  charges: [...one.charges, ...other.charges],
  outbox: [...one.outbox, ...other.outbox],
  facts: [...one.facts, ...other.facts],
  made: [...one.made, ...other.made],
});

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Writes without generated values. */
class Writer {
  readonly #codes: ReadonlySet<string>;
  readonly #texts: readonly string[];
  readonly #nows: ReadonlySet<string>;
  readonly #calendar: Calendar;

  constructor(made: readonly string[], nows: ReadonlySet<string>, calendar: Calendar) {
    const isCode = (text: string): boolean => /^[\da-f]{8,}$/.test(text);
    this.#codes = new Set(made.filter(isCode));
    this.#texts = made.filter((text) => !isCode(text));
    this.#nows = nows;
    this.#calendar = calendar;
  }

  /** Lists with generated values are sorted, because their order depends on those values. */
  text(what: unknown): string {
    return this.#codes.size === 0 && this.#texts.length === 0
      ? canonicalJson(what)
      : canonicalJson(this.#sorted(JSON.parse(canonicalJson(what))));
  }

  #sorted(what: unknown): unknown {
    if (typeof what === 'string') return this.#stripped(what);
    if (Array.isArray(what)) {
      const inner = what.map((one) => this.#sorted(one));
      const hasMadeUp = JSON.stringify(inner) !== JSON.stringify(what);
      return hasMadeUp && inner.every((one) => typeof one === 'string') ? inner.sort() : inner;
    }
    if (typeof what !== 'object' || what === null) return what;
    return Object.fromEntries(Object.entries(what).map(([name, inner]) => [name, this.#sorted(inner)]));
  }

  /** Contact codes are in capitals. */
  #stripped(text: string): string {
    const known = this.#texts.reduce((rest, made) => rest.replaceAll(made, ''), text);
    if (this.#codes.size === 0) return known;
    return known.replaceAll(/[\da-f]{8,}|[\dA-F]{8,}/g, (code) =>
      this.#codes.has(code.toLowerCase()) ? '' : code,
    );
  }

  /** Times that are derived from now are compared by day; now itself is ignored. */
  days(value: unknown, known: ReadonlySet<string> = new Set()): unknown {
    const day = (one: unknown): unknown => {
      if (one instanceof Date) return day(one.toISOString());
      if (typeof one === 'string') {
        if (!moment.test(one) || known.has(one)) return one;
        return this.#nows.has(one) ? 'now' : this.#calendar.dateOf(new Date(one));
      }
      if (Array.isArray(one)) return one.map(day);
      if (typeof one !== 'object' || one === null) return one;
      return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, day(inner)]));
    };
    return day(value);
  }
}

interface BulkResult {
  readonly results?: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly failures: readonly { readonly code: string }[];
  }[];
}

const shownIn = (value: unknown): BulkResult & Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : { value };

/** The two APIs express the same request slightly differently, so empty values are left out. */
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

/**
 * Tells whether the field of a new object is generated and differs each time; existing objects are compared by their
 * changes.
 */
const isMade = (field: string): boolean =>
  /^(?:ids?|uuid|number|holder|link|url|token|userUniqueId|transaction)$|(?:Ids?|Url|Number|Numbers)$/.test(
    field,
  );

function withoutMade(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMade);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !isMade(field))
      .map(([field, inner]) => [field, withoutMade(inner)]),
  );
}

interface State {
  readonly type: Change['type'];
  readonly key: string;
  readonly isNew: boolean;
  /** A new object has no key yet. */
  readonly identity: readonly unknown[];
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  /** The codes of other objects are kept. */
  readonly named: () => Iterable<string>;
}

/** Fields that only tell when and under which number something was written. */
const madeAlways = new Set(['createdAt', 'updatedAt', 'companyRegister']);
/** The password is part of the input; its hash differs each time. */
const madeAnew = new Set([...madeAlways, 'passwordHash', 'transaction']);
const madeAtFirst = new Set([...madeAnew, 'id', 'uuid', 'number', 'userUniqueId']);

interface WholeChange extends Change {
  /** True if the write itself created the object. */
  readonly isNew: boolean;
}

/** Joins the changes of an object into one: its state before the first and after the last. */
function wholeChanges(changes: readonly Change[]): WholeChange[] {
  const whole: WholeChange[] = [];
  const lastOf = new Map<string, number>();
  for (const change of changes) {
    const object = `${change.type} ${change.id} ${change.key}`;
    const place = lastOf.get(object);
    const last = place === undefined ? undefined : whole[place];
    // Changes with other fields are not joined.
    if (place !== undefined && last && fieldsOf(last.after) === fieldsOf(change.before)) {
      const { before: _, ...end } = change;
      whole[place] = { ...end, ...(last.before && { before: last.before }), isNew: last.isNew };
      continue;
    }
    lastOf.set(object, whole.length);
    whole.push({ ...change, isNew: last?.isNew ?? !change.before });
  }
  // An object that is created and deleted again leaves nothing.
  return whole.filter(({ before, after }) => before || after);
}

const fieldsOf = (document: Document | undefined): string | undefined =>
  document && Object.keys(document).sort().join(' ');

function statesOf(changes: readonly WholeChange[], writer: Writer): State[] {
  return changes.map(({ type, id, key, before, after, isNew }) => {
    const known = isNew ? undefined : momentsIn(before);
    const cleaned = (document: Document | undefined, omitted: ReadonlySet<string>) =>
      document && (writer.days(lastingIn(document, omitted), known) as Document);
    return {
      type,
      key,
      isNew,
      // A price that replaces another has its own row.
      identity: isNew ? [] : [type === 'price' ? 0 : id, key, after !== undefined],
      before: isNew ? cleaned(before, madeAtFirst) : before && lastingIn(before, madeAlways),
      after: cleaned(after, isNew ? madeAtFirst : madeAnew),
      named: () => textsIn(after),
    };
  });
}

const lastingIn = (document: Document, omitted: ReadonlySet<string>): Document =>
  Object.fromEntries(Object.entries(document).filter(([field]) => !omitted.has(field)));

const momentsIn = (document: Document | undefined): ReadonlySet<string> =>
  new Set(JSON.stringify(document ?? {}).match(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g));

function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}

type Reported = Pick<State, 'identity' | 'before' | 'after'>;

const reported = ({ identity, before, after }: State): Reported => ({ identity, before, after });

/** The changes of an item's own object, and of the objects created for it. */
function byItem(states: readonly State[], items: ReadonlySet<string>) {
  const ofItem = new Map<string, Reported[]>();
  const others = new Map<Change['type'], Reported[]>();
  const made = new Map(
    items.size === 0 ? [] : states.filter(({ isNew }) => isNew).map((state) => [state.key, state]),
  );
  const placed = new Set<string>();
  for (const state of states) {
    if (!items.has(state.key)) continue;
    const own = getOrCreate(ofItem, state.key, () => []);
    own.push(reported(state));
    for (const text of state.named()) {
      const one = made.get(text);
      if (!one || items.has(text)) continue;
      placed.add(text);
      own.push(reported(one));
    }
  }
  for (const state of states)
    if (!items.has(state.key) && !placed.has(state.key))
      getOrCreate(others, state.type, () => []).push(reported(state));
  return { ofItem, others };
}

type Changes = ReadonlyMap<Change['type'], readonly Reported[]>;

/** The type of the operation's main object, whose fields are reported by their own names. */
function mainTypeOf(operation: string, changes: Changes): Change['type'] | undefined {
  const [first] = changes.keys();
  const own = [...changes.keys()].find((type) => operation.startsWith(`${type.replace('_', '-')}.`));
  return own ?? (changes.size === 1 ? first : undefined);
}

/** Several objects of one type are compared without regard to their order. */
function partsOf(
  type: Change['type'],
  states: readonly Reported[],
  isMain: boolean,
  write: (what: unknown) => string,
): (readonly [string, string])[] {
  const name = `object ${type.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  const [only] = states;
  if (!isMain || !only || states.length > 1) return [[name, states.map(write).sort().join('\n')]];
  const { identity, before, after } = only;
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [
    [name, write(identity)],
    ...[...fields].map((field) => [`field ${field}`, write([before?.[field], after?.[field]])] as const),
  ];
}
