/** Puts what a batch found into the order of the keys it was asked for; what is missing is an error of its own. */
export function byId<T extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly T[],
): (T | Error)[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(Number(id)) ?? new Error('not found'));
}
