/** The weights of the Estonian banks' standard, from the last digit to the first. */
const weights = [7, 3, 1] as const;

/** The digit that follows the base in its reference number (docs/rules/billing.md#reference-numbers). */
export function checkDigit(base: string): number {
  if (!/^\d+$/.test(base)) throw new TypeError(`not a base of a reference number: ${base}`);
  const sum = [...base]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (weights[place % weights.length] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

export const referenceNumberOf = (base: string): string => `${base}${checkDigit(base)}`;

/** Issued numbers have six digits before the check digit and never begin with zero. */
export const referenceBase = { min: 100_000, max: 999_999 } as const;

/** 2 to 20 digits; the last one is the check digit. */
export const isReferenceNumber = (text: string): boolean =>
  /^\d{2,20}$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1));

/**
 * The reference numbers that a bank transfer may be for: the given one, or else the possible ones in its
 * text, in their order (docs/rules/self-service.md#bank-transfers).
 */
export function referenceNumbersIn(given: string | undefined, description: string): string[] {
  const number = given?.replaceAll(/\s/g, '') ?? '';
  if (number !== '') return [number];
  const runs = description.match(/\d+/g) ?? [];
  return runs.filter((digits) => digits.length === 7 || isReferenceNumber(digits)).slice(0, 50);
}
