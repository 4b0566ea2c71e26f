interface FoundList {
  readonly list: readonly unknown[];
  readonly path: readonly string[];
}

/** Yields the lists in a value, nested ones too. Not recursive: the sender decides the depth. */
function* listsIn(value: unknown): Generator<FoundList> {
  const pending: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value, path: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path } = next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (Array.isArray(next.value)) yield { list: next.value, path };
    for (const [key, item] of Object.entries(next.value))
      if (typeof item === 'object' && item !== null) pending.push({ value: item, path: [...path, key] });
  }
}

/** The number of items in all lists of an input: it determines the price of a write. */
export function itemsIn(input: unknown): number {
  let items = 0;
  for (const { list } of listsIn(input)) items += list.length;
  return items;
}

/** The path of a list that has too many items. */
export function listOver(most: number, input: unknown): readonly string[] | undefined {
  for (const { list, path } of listsIn(input)) if (list.length > most) return path;
  return undefined;
}
