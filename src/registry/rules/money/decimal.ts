/** An exact decimal number: `units` times ten to the minus `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const syntax = /^(-?)(\d{1,15})(?:[.,](\d{1,30}))?$/;

/** Parses a number with a point or a comma; undefined if it is not a plain number. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = ''] = syntax.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

export const nothing: Decimal = { units: 0n, scale: 0 };

export const product = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
});

export function sum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

/** The absolute difference. */
export function difference(one: Decimal, other: Decimal): Decimal {
  const { units, scale } = sum(one, { ...other, units: -other.units });
  return { units: units < 0n ? -units : units, scale };
}

export const percentOf = (amount: Decimal, percent: Decimal): Decimal => {
  const { units, scale } = product(amount, percent);
  return { units, scale: scale + 2 };
};

/** Halves are rounded away from zero. */
export function rounded(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const magnitude = value.units < 0n ? -value.units : value.units;
  const units = (magnitude + divisor / 2n) / divisor;
  return { units: value.units < 0n ? -units : units, scale };
}

/** Prints a number with exactly this many decimals. */
export function printDecimal(value: Decimal, scale: number): string {
  const { units } = rounded(value, scale);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);
