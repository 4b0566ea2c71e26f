interface Limit {
  readonly value: number | bigint | string;
  readonly why: string;
}

const declared = new Map<string, Limit>();

/** Every limit of the product that has been imported so far, by what it limits; docs/limits.md lists them all. */
export const limits: ReadonlyMap<string, Limit> = declared;

/** Declares a limit: what it limits with its unit, its value, and why it is there. */
export function limit<V extends Limit['value']>(
  what: string,
  value: V,
  why: string,
): V extends number ? number : V {
  if (declared.has(what)) throw new TypeError(`there are two limits of ${what}`);
  declared.set(what, { value, why });
  return value as V extends number ? number : V;
}
