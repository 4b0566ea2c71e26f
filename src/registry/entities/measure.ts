/**
 * The meaning of a number, for everybody who adds up, draws or words it. `AMOUNT` and `COUNT` may be added up. A
 * `LEVEL` is a state at a moment: it is never added up over time, and over keys only where the rows are of different
 * things. A `SHARE` is a part of a whole, a `RATE` a part of those that could: several are combined by what they are
 * of, or not at all. A `STATISTIC` (an average, a median) is never combined. A `PRICE` does not have a quantity. A
 * `KEY` identifies or numbers something.
 */
export type MeasureKind =
  | 'AMOUNT'
  | 'COUNT'
  | 'LEVEL'
  | 'SHARE'
  | 'RATE'
  | 'DURATION'
  | 'STATISTIC'
  | 'PRICE'
  | 'KEY';

export type Unit = 'EUR' | 'PERCENT' | 'SECONDS' | 'DAYS' | 'MONTHS' | 'BYTES' | 'POINTS';

/** A number without a unit counts or identifies. */
export interface Measure {
  readonly kind: MeasureKind;
  readonly unit?: Unit | undefined;
}
