import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Asked, type Narrowing, name, Variables, value, Where } from './narrowed-conditions.ts';
import type { BoardFilter } from './walls.ts';

/** The narrowed question, and the choices that do not fit all of its lists. */
export type Narrowed = Asked & { readonly unmet: readonly BoardFilter[] };

type Arguments = Readonly<Record<string, ValueNode>>;

/**
 * Adds the choices to the conditions of every list of a document. A period takes the place of the list's own: of its
 * condition on time, of `from` and `to`, or of all time where it is grouped by time or lists events. What a list does
 * not have is left as it was, and named.
 */
export function narrowed(asked: Asked, by: Narrowing, schema: GraphQLSchema): Narrowed {
  const chosen = (['REGISTRAR', 'ZONE', 'PERIOD'] as const).filter(
    (one) => by[one.toLowerCase() as keyof Narrowing] !== undefined,
  );
  if (chosen.length === 0) return { ...asked, unmet: [] };
  const types = new TypeInfo(schema);
  const met = new Map<BoardFilter, boolean>();
  const note = (one: BoardFilter, isMet: boolean): void => void met.set(one, isMet && met.get(one) !== false);
  const document = parse(asked.document, { noLocation: true });
  const variables = new Variables(document, asked.variables);
  // What stands beside an earlier answer compares two periods of its own.
  let isCompared = false;
  visit(document, {
    Field: ({ alias }) => {
      isCompared ||= alias?.value === 'before';
    },
  });
  const period = isCompared ? undefined : by.period;
  /** How deep the walk is inside a list: its rows are not narrowed again. */
  let inside = 0;
  const narrowField = (node: FieldNode): FieldNode | undefined => {
    const args = types.getFieldDef()?.args ?? [];
    const typeOf = (one: string) => getNamedType(args.find((arg) => arg.name === one)?.type);
    const whereType = typeOf('where');
    const hasDays = typeOf('from')?.name === 'Date' && typeOf('to')?.name === 'Date';
    if (!isInputObjectType(whereType) && !hasDays) return undefined;
    const set: Record<string, ValueNode> = {};
    if (hasDays && period) {
      set.from = value(`"${period.from}"`);
      set.to = value(`"${period.to}"`);
    }
    const where = isInputObjectType(whereType) ? new Where(whereType, node, variables) : undefined;
    const fits: Record<BoardFilter, boolean> = {
      REGISTRAR: by.registrar !== undefined && (where?.add('registrar', by.registrar) ?? false),
      ZONE: by.zone !== undefined && (where?.add('zone', by.zone) ?? false),
      PERIOD: period !== undefined && (hasDays || (where?.during(period) ?? false)),
    };
    for (const one of chosen) note(one, fits[one]);
    const written = where?.written();
    if (written) set.where = written;
    return { ...node, arguments: withArguments(node.arguments ?? [], set) };
  };
  const changed = visit(
    document,
    visitWithTypeInfo(types, {
      // It may stand inside of rows and outside of them.
      FragmentDefinition: () => {
        for (const one of chosen) note(one, false);
        return false;
      },
      Field: {
        enter: (node) => {
          if (inside > 0) {
            inside += 1;
            return undefined;
          }
          const found = narrowField(node);
          if (found) inside = 1;
          return found;
        },
        leave: () => {
          if (inside > 0) inside -= 1;
        },
      },
    }),
  );
  return { ...variables.declaredIn(changed), unmet: chosen.filter((one) => met.get(one) !== true) };
}

function withArguments(given: readonly ArgumentNode[], set: Arguments): ArgumentNode[] {
  const kept = given.filter((one) => set[one.name.value] === undefined);
  const added = Object.entries(set).map(
    ([key, node]): ArgumentNode => ({ kind: Kind.ARGUMENT, name: name(key), value: node }),
  );
  return [...kept, ...added];
}
