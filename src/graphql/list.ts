import type { InputRef, ObjectRef } from '@pothos/core';
import type { z } from 'zod';
import type { Sort } from '../core/filter.ts';
import type { Entity } from '../entities/entity.ts';
import type { Listed, listInput } from '../operations/lists.ts';
import type { Query } from '../operations/operation.ts';
import { builder, type Types } from './builder.ts';
import { connectionOf } from './connection-type.ts';
import { connect, type PageArgs } from './connections.ts';
import { conditionsOf, cursorAt, groupsOf, ordersOf } from './entity-fields.ts';
import { type Key, offerGroups } from './groups.ts';
import { orderInput, sortBy } from './order.ts';
import { type Condition, toFilter, whereInput } from './where.ts';

/** What the declaration of an entity does not say about its list. */
interface Described {
  /** What the rows are called, in plural. */
  readonly many: string;
  /** What is called after the list and not after its rows: `AccessLogWhere`. */
  readonly name?: string;
  /** An example of `where`, or a word about it. */
  readonly example?: string;
  /** Conditions that are no plain field, or that have a filter of their own. */
  readonly where?: Readonly<Record<string, Condition>>;
  readonly keys?: Readonly<Record<string, Key>>;
  /** The amounts that groups add up, in words. */
  readonly amounts?: string;
}

/** A list of the graph: its connection with groups, and what `where` and `orderBy` take. */
export function listOf<Row>(
  ref: ObjectRef<Types, Row>,
  entity: Entity,
  { many, name = ref.name, example, where, keys, amounts }: Described,
) {
  const orders = ordersOf(entity);
  const connection = connectionOf(ref, many);
  offerGroups(connection, ref.name, {
    many,
    keys: { ...groupsOf(entity), ...keys },
    ...(amounts && { amounts }),
  });
  return {
    ref,
    connection,
    columns: Object.fromEntries(entity.declared.map((field) => [field.name, field.column])),
    Where: whereInput(
      `${name}Where`,
      [`Which ${many} to list; all conditions that are given must hold.`, example].filter(Boolean).join(' '),
      { ...conditionsOf(entity), ...where },
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
  /** How many rows are shown where nobody says how many. */
  readonly first?: number;
}

/** The field of the query that lists them. */
export function listQuery<Shown, Row extends Shown & { readonly id: number }>(
  name: string,
  { ref, connection, columns, Where, Order }: ReturnType<typeof listOf<Shown>>,
  { operation, description = operation.summary, where, orderBy, usual, first }: Field<Row>,
): void {
  interface Args extends PageArgs {
    readonly where?: object | null;
    readonly orderBy?: Parameters<typeof sortBy<string>>[0];
  }
  builder.queryField(name, (t) =>
    t.connection(
      {
        type: ref,
        nullable: true,
        description,
        args: {
          where: t.arg({ type: Where as InputRef<object>, description: where }),
          ...(Order && { orderBy: t.arg({ type: Order as InputRef<object>, description: orderBy ?? '' }) }),
        },
        resolve: (_, args, context, info) => {
          const { where, orderBy, ...page } = args as Args;
          return connect(context, first && !(page.first ?? page.last) ? { ...page, first } : page, info, {
            operation,
            filter: toFilter(where, Where, context),
            sort: sortBy(orderBy, usual),
            cursorOf: (row, field) => cursorAt(row, columns[field] ?? 'id'),
          }) as never;
        },
      },
      connection,
    ),
  );
}
