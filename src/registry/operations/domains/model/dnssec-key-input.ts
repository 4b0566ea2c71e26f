import { z } from 'zod';
import { Problems } from '../../../../base/errors.ts';
import {
  checkDnssecKey,
  type DnssecKey,
  type DnssecKeyInput,
  publicKeysFailure,
} from '../../../rules/domain/dnssec.ts';
import { type Findings, nest } from '../../../rules/findings.ts';
import { object, text } from '../../input.ts';

const numberOrText = (description: string) =>
  z.union([z.string(), z.number()]).meta({ description, scalar: 'Int' });

export const dnssecKeyInput = object(
  'DnssecKeyInput',
  'A public key with which the DNS answers of a domain are checked (DNSSEC).',
  {
    flags: numberOrText('What the key is for: 256 signs the zone, 257 signs keys.'),
    protocol: numberOrText('The protocol number of DNSSEC: always 3.'),
    alg: numberOrText(
      'The number of the algorithm at IANA, one of 3, 5, 6, 7, 8, 10, 13, 14; 13 is ECDSA P-256.',
    ).meta({ named: 'algorithm' }),
    publicKey: text('The public key in base64, without white space.'),
  },
);

export interface GivenKeys extends Findings {
  /** All keys, including invalid ones, because limits on the whole set count every one. */
  readonly keys: readonly DnssecKey[];
}

/** The keys of an input as they would be stored, and the problems of each. */
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
      return checked.ok ? [] : checked.validation.map((reason) => nest(reason, 'dnssecKeys', String(index)));
    }),
  };
}

export function keyMistakes({ dnssecKeys }: { readonly dnssecKeys: readonly DnssecKeyInput[] }): Problems {
  const { direct, validation } = givenKeys(dnssecKeys);
  return new Problems().direct(...direct).validation(...validation);
}

/**
 * Tells whether two keys are the same: all four values, however the numbers are written
 * (docs/rules/registrar.md#changing-dnssec-keys).
 */
export function isKey(key: DnssecKey, given: DnssecKeyInput): boolean {
  return (
    String(key.flags) === String(given.flags) &&
    String(key.protocol) === String(given.protocol) &&
    String(key.alg) === String(given.alg) &&
    key.publicKey === given.publicKey
  );
}
