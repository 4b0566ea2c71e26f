import type { InputRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { Cursor, Filter, Sort } from '../../base/filter.ts';
import type { Entity } from '../../registry/entities/entity.ts';
import type { Listed, listInput } from '../../registry/operations/lists.ts';
import type { Query } from '../../registry/operations/operation.ts';
import { clockOf, type PastColumns, pastOf } from './as-of.ts';
import { builder, type Types } from './builder.ts';
import { connectionOf } from './connection-type.ts';
import { type Connection, connect, type PageArgs } from './connections.ts';
import type { Context } from './context.ts';
import { conditionsOf, cursorAt, groupsOf, ordersOf } from './entity-fields.ts';
import { type Key, offerGroups } from './groups.ts';
import { orderInput, sortBy } from './order.ts';
import { type Condition, toFilter, whereInput } from './where.ts';

/** The facts about a list that the declaration of its entity lacks. */
interface Described {
  /** The plural name of the rows. */
  readonly many: string;
  /** The name of the list in types that are not named after its rows: `AccessLogWhere`. */
  readonly name?: string;
  /** An example of `where`, or a word about it. */
  readonly example?: string;
  /** Conditions that are not plain fields. */
  readonly where?: Readonly<Record<string, Condition>>;
  /** The filters of fields that are enums, and the types of groups by them. */
  readonly filters?: Readonly<Record<string, Condition[0]>>;
  readonly types?: Readonly<Record<string, object>>;
  /** Choices of `orderBy` that are not plain fields, or that have another name. */
  readonly orders?: Readonly<Record<string, { readonly value: string; readonly description: string }>>;
  readonly keys?: Readonly<Record<string, Key>>;
  /** The amounts that groups add up, in words. */
  readonly amounts?: string;
  /** The measure of their sum: a level if the amounts are levels. */
  readonly sums?: 'AMOUNT' | 'LEVEL';
  /** True if groups have `charged`. */
  readonly charges?: boolean;
  /** The level after each row, in words, if groups have `lastPerPeriod`. */
  readonly level?: string;
}

/** A list of the graph: its connection with groups, and the types of `where` and `orderBy`. */
export function listOf<Row>(
  ref: ObjectRef<Types, Row>,
  entity: Entity,
  {
    many,
    name = ref.name,
    example,
    where,
    filters,
    types,
    orders: own,
    keys,
    amounts,
    sums,
    charges,
    level,
  }: Described,
) {
  const orders = { ...ordersOf(entity), ...own };
  const groups = { ...groupsOf(entity, types), ...keys };
  const connection = connectionOf(ref, many);
  if (Object.keys(groups).length > 0)
    offerGroups(connection, ref.name, {
      many,
      keys: groups,
      ...(amounts && { amounts, sums }),
      ...(charges && { charges }),
      ...(level && { level }),
    });
  return {
    ref,
    connection,
    columns: Object.fromEntries(entity.declared.map((field) => [field.name, field.column])),
    Where: whereInput(
      `${name}Where`,
      [`Which ${many} to list; all conditions that are given must hold.`, example].filter(Boolean).join(' '),
      { ...conditionsOf(entity, filters), ...where },
    ),
    Order: Object.keys(orders).length > 0 ? orderInput(name, many, orders) : undefined,
  };
}

interface Field<Row> {
  readonly operation: Query<z.infer<typeof listInput>, Listed<Row>>;
  readonly description?: string;
  /** The descriptions of the arguments. */
  readonly where: string;
  readonly orderBy?: string;
  readonly usual: Sort;
  /** Rows without a value in these fields come last in both directions. */
  readonly nullsLast?: readonly string[];
  /**
   * Returns the place of a row in a list that is not sorted by a column or whose rows do not have a distinct `id`.
   */
  readonly cursorOf?: (row: Row, field: string, context: Context) => Cursor | undefined;
  /** The parts of the rows that history keeps, for a list with `asOf`. */
  readonly past?: PastColumns;
  /** Further input of the operation. */
  readonly with?: (context: Context, info: GraphQLResolveInfo, sort: Sort, parent: unknown) => object;
  /** Makes the answer from the connection; by default the connection itself. */
  readonly show?: (connection: Promise<Connection<Row>>, asked: ListRequest) => Promise<object | null>;
}

interface ListRequest {
  readonly context: Context;
  readonly filter: Filter | undefined;
  readonly sort: Sort;
}

interface Args extends PageArgs {
  readonly where?: object | null;
  readonly orderBy?: Parameters<typeof sortBy<string>>[0];
  readonly asOf?: string | null;
}

/** A field that lists them. */
export function listField<Parent, Shown, Row extends Shown & { readonly id: number }>(
  t: Pick<PothosSchemaTypes.RootFieldBuilder<Types, Parent, 'Object'>, 'arg' | 'connection'>,
  { ref, connection, columns, Where, Order }: ReturnType<typeof listOf<Shown>>,
  { operation, description = operation.summary, where, orderBy, usual, ...own }: Field<Row>,
  nullable = false,
) {
  return t.connection(
    {
      type: ref,
      nullable: nullable as true,
      description,
      args: {
        where: t.arg({ type: Where as InputRef<object>, description: where }),
        ...(Order && { orderBy: t.arg({ type: Order as InputRef<object>, description: orderBy ?? '' }) }),
        ...(own.past && {
          asOf: t.arg({
            type: 'DateTimeOrDuration',
            description:
              'The list as it was at this moment: "2026-06-30T23:59:59+03:00", "-P30D"; now when left out. Relative times in where count from it, and where, orderBy and groups accept the fields that history keeps.',
          }),
        }),
      },
      resolve: (parent, args, context, info) => {
        const { where, orderBy, asOf, ...page } = args as Args;
        const past = own.past && asOf ? pastOf(asOf, page, context, own.past) : undefined;
        const filter = toFilter(where, Where, clockOf(past, context));
        const by = sortBy(orderBy, usual);
        const sort: Sort = own.nullsLast?.includes(by.field) ? { ...by, nulls: 'last' } : by;
        const found = connect(context, page, info, {
          operation,
          with: { ...own.with?.(context, info, sort, parent), ...(past && { asOf: past.moment }) },
          past,
          kept: own.past,
          filter,
          sort,
          cursorOf: (row, field) =>
            own.cursorOf?.(row, field, context) ?? cursorAt(row, columns[field] ?? 'id'),
        });
        return (own.show ? own.show(found, { context, filter, sort }) : found) as never;
      },
    },
    connection,
  );
}

/** The field of the query that lists them. */
export const listQuery = <Shown, Row extends Shown & { readonly id: number }>(
  name: string,
  list: ReturnType<typeof listOf<Shown>>,
  field: Field<Row>,
): void => builder.queryField(name, (t) => listField(t, list, field, true));
