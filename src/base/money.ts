/** Euros with exactly two decimals as text (`"10.00"`), never a float. Sums are done in cents. */
export type Money = string & { readonly __money: unique symbol };

const wellFormed = /^-?\d{1,12}(\.\d{1,2})?$/;

export function parseMoney(text: string): Money | undefined {
  return wellFormed.test(text) ? fromCents(centsOfText(text)) : undefined;
}

/** Parses a value that comes from the database or our own code. */
export function money(text: string): Money {
  const parsed = parseMoney(text);
  if (parsed === undefined) throw new TypeError(`not an amount of money: ${text}`);
  return parsed;
}

export function cents(amount: Money): bigint {
  return centsOfText(amount);
}

export function fromCents(amount: bigint): Money {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Money;
}

export const zero = fromCents(0n);
export const negate = (amount: Money): Money => fromCents(-cents(amount));
export const add = (...amounts: readonly Money[]): Money =>
  fromCents(amounts.reduce((sum, one) => sum + cents(one), 0n));
export const times = (amount: Money, count: number): Money => fromCents(cents(amount) * BigInt(count));
export const isLess = (one: Money, other: Money): boolean => cents(one) < cents(other);

/** The shortest form with at least one decimal, as REST clients know it: `100.0`, `9.99`. */
export function shortest(amount: Money): string {
  return amount.endsWith('0') ? amount.slice(0, -1) : amount;
}

function centsOfText(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const magnitude = BigInt(whole.replace('-', '')) * 100n + BigInt(fraction.padEnd(2, '0'));
  return text.startsWith('-') ? -magnitude : magnitude;
}
