/** The value of a cell as text. */
export const cellAt = (row: unknown, path: readonly string[]): string =>
  cellOf(path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), row));

/** A list becomes one cell, in which the values of an item are separated by blanks. */
function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(inList).join('; ');
  return isObject(value) ? JSON.stringify(value) : String(value ?? '');
}

const inList = (item: unknown): string =>
  isObject(item) ? Object.values(item).map(inList).join(' ') : cellOf(item);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
