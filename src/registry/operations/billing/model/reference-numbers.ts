import { randomInt } from 'node:crypto';
import { refuseWith } from '../../../../base/errors.ts';
import { referenceBase, referenceNumberOf } from '../../../rules/money/reference-number.ts';
import {
  insertMissingReferenceNumbers,
  type ReferenceNumber,
} from '../../../store/billing/invoice-numbers.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import { numbersExhausted } from './invoice-numbers.ts';

/** The number of tries: with 900,000 numbers, so many find a free one until nearly all are used. */
const tries = 100;

/** An unused number (docs/rules/billing.md#reference-numbers). */
export async function takeReferenceNumber(
  db: Db,
  owner: Omit<ReferenceNumber, 'id' | 'reference_number'>,
): Promise<string> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const reference_number = referenceNumberOf(String(randomInt(referenceBase.min, referenceBase.max + 1)));
    const [issued] = await insertMissingReferenceNumbers(db, [{ ...owner, reference_number }]);
    if (issued) return issued.reference_number;
  }
  return refuseWith(numbersExhausted('Reference number create failed. out of range'));
}
