import type { Actor } from '../../../base/actor.ts';
import { type Change, differences } from '../../../base/events.ts';
import { limit } from '../../../base/limits.ts';
import { add, type Money, negate, zero } from '../../../base/money.ts';
import type { ShownObject, ShownWrite } from '../../entities/shown-write.ts';
import type { LegalDocument } from '../../rules/legal-document.ts';
import type { LedgerEntry } from '../../store/registry/accounts.ts';
import { operations } from '../operation.ts';
import type { Notices } from './notices.ts';

/** The effects of a write in the words of its confirmation (docs/rules/access.md#approvals). */
export interface Foreseen {
  /** The price; null if nothing is charged. */
  readonly price: Money | null;
  readonly shown: ShownWrite;
  readonly objects: readonly ShownObject[];
}

const mostChanges = limit(
  'changes that a confirmation shows',
  50,
  'Nobody would read more. All are counted, and all count for the outcome.',
);
const mostNamed = limit('objects that a sentence of a confirmation names', 3, 'The rest are counted.');
const longestValue = limit('characters of a value that a confirmation shows', 500, 'Nobody would read more.');

export function foreseenIn(
  effects: { readonly changes: readonly Change[]; readonly charges: readonly LedgerEntry[] },
  notices: Notices,
  { operation, value }: { readonly operation: { readonly name: string }; readonly value: unknown },
  { actor, legalDocument }: { readonly actor?: Actor; readonly legalDocument?: LegalDocument | undefined },
): Foreseen {
  const own = effects.charges.filter(
    ({ registrarId }) =>
      actor?.kind === 'operator' || (actor?.kind === 'registrar' && registrarId === actor.registrarId),
  );
  const all = effects.changes.map((change) => ({
    type: change.type,
    name: change.key,
    fields: Object.entries(differences(change.before, change.after)).map(([field, { from, to }]) => ({
      field,
      from: shortened(from),
      to: shortened(to),
    })),
  }));
  const changes = all.filter(({ fields }) => fields.length > 0);
  const objects = changes.slice(0, mostChanges).map(({ type, name }) => ({ type, name }));
  return {
    price: own.length === 0 ? null : negate(add(zero, ...own.map(({ sum }) => sum))),
    objects,
    shown: {
      summary: summaryOf(
        operation.name,
        objects.map(({ name }) => name),
        changes.length,
      ),
      changes: changes.slice(0, mostChanges),
      changed: changes.length,
      notices,
      refused: refusedIn(value),
      document: legalDocument ? { type: legalDocument.type, bytes: legalDocument.bytes.length } : null,
    },
  };
}

/** `Renews a domain: tamm.ee` */
export function summaryOf(operation: string, names: readonly string[], count = names.length): string {
  const what = (operations.get(operation)?.summary ?? `${operation}.`).replace(/\.$/, '');
  const named = [...new Set(names)].slice(0, mostNamed);
  if (named.length === 0) return what;
  const others = Math.max(0, count - named.length);
  return `${what}: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** The outcome compares whole texts; a person is shown their beginning. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  if (text.length <= longestValue) return value;
  return `${(typeof value === 'string' ? value : text).slice(0, longestValue)}…`;
}

interface Bulk {
  readonly results?: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly failures: readonly { readonly message: string }[];
  }[];
}

function refusedIn(value: unknown): ShownWrite['refused'] {
  const { results } = (value ?? {}) as Bulk;
  if (!Array.isArray(results)) return [];
  return (results as NonNullable<Bulk['results']>)
    .filter(({ ok }) => !ok)
    .slice(0, mostChanges)
    .map(({ name, failures }) => ({ name, message: failures[0]?.message ?? 'refused' }));
}
