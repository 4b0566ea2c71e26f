interface Found {
  readonly list: readonly unknown[];
  readonly path: readonly string[];
}

/** The lists in a value, those inside others too. Not by recursion: whoever sends it decides how deep it is. */
function* listsIn(value: unknown): Generator<Found> {
  const pending: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path } = next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (Array.isArray(next.value)) yield { list: next.value, path };
    for (const [key, item] of Object.entries(next.value))
      if (typeof item === 'object' && item !== null) pending.push({ value: item, path: [...path, key] });
  }
}

/** How many items the lists of an input have together: what the price of a write goes by. */
export function itemsIn(input: unknown): number {
  let items = 0;
  for (const { list } of listsIn(input)) items += list.length;
  return items;
}

/** Where a list stands that has more items than so many. */
export function listOver(most: number, input: unknown): readonly string[] | undefined {
  for (const { list, path } of listsIn(input)) if (list.length > most) return path;
  return undefined;
}
