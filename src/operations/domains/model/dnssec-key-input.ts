import { z } from 'zod';
import {
  checkDnssecKey,
  type DnssecKey,
  type DnssecKeyInput,
  publicKeysFailure,
} from '../../../rules/domain/dnssec.ts';
import { type Findings, under } from '../../../rules/findings.ts';

const numberOrText = z.union([z.string(), z.number()]);

export const dnssecKeyInput: z.ZodType<DnssecKeyInput> = z.object({
  flags: numberOrText,
  protocol: numberOrText,
  alg: numberOrText,
  publicKey: z.string(),
});

export interface GivenKeys extends Findings {
  /** All of them, the wrong ones too: what is asked of the whole set counts every one. */
  readonly keys: readonly DnssecKey[];
}

/** Keys of an input as they would stand on the domain, and all that is wrong with each. */
export function givenKeys(inputs: readonly DnssecKeyInput[]): GivenKeys {
  const notBase64 = publicKeysFailure(inputs.map(({ publicKey }) => publicKey));
  return {
    keys: inputs.map((input) => ({
      flags: Number(input.flags),
      protocol: Number(input.protocol),
      alg: Number(input.alg),
      publicKey: input.publicKey,
    })),
    direct: notBase64 ? [notBase64] : [],
    validation: inputs.flatMap((input, index) => {
      const checked = checkDnssecKey(input);
      return checked.ok ? [] : checked.validation.map((reason) => under(reason, 'dnssecKeys', String(index)));
    }),
  };
}

/** The same key: all four values, however the numbers are written (docs/rules/registrar.md#changing-dnssec-keys). */
export function isKey(key: DnssecKey, given: DnssecKeyInput): boolean {
  return (
    String(key.flags) === String(given.flags) &&
    String(key.protocol) === String(given.protocol) &&
    String(key.alg) === String(given.alg) &&
    key.publicKey === given.publicKey
  );
}
