import { builder } from './builder.ts';
import { enumOf } from './enum-of.ts';

const SortDirection = enumOf('SortDirection', 'In which direction a list is sorted.', {
  ASC: 'From small to large, from early to late, from A to Z.',
  DESC: 'From large to small, from late to early, from Z to A.',
});

type Fields<Field extends string> = Readonly<
  Record<string, { readonly value: Field; readonly description: string }>
>;

/** How a list can be sorted: `DomainOrder`, by a field out of `DomainOrderField`. */
export function orderInput<const Field extends string>(node: string, many: string, fields: Fields<Field>) {
  const OrderField = builder.enumType(`${node}OrderField`, {
    description: `The fields by which ${many} can be sorted.`,
    values: fields,
  });
  return builder.inputType(`${node}Order`, {
    description: `The field to sort ${many} by, and the direction.`,
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'The field to sort by.' }),
      direction: t.field({
        type: SortDirection,
        defaultValue: 'ASC',
        description: 'Ascending (ASC) by default.',
      }),
    }),
  });
}

/** The order that was asked for, or else the usual one. */
export const sortBy = <Field extends string>(
  orderBy: { readonly field: Field; readonly direction?: 'ASC' | 'DESC' | null } | null | undefined,
  usual: { readonly field: Field; readonly descending: boolean },
) => (orderBy ? { field: orderBy.field, descending: orderBy.direction === 'DESC' } : usual);
