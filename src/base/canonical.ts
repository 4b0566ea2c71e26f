/**
 * Returns the same text for equal values and another for any other: keys sorted, undefined left out, dates
 * and the like by their toJSON. Throws for values that JSON would flatten into `{}`.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(canonical(value)) ?? 'null';

function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON());
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`no canonical form of a ${value.constructor.name}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}
