import {
  type DnssecKeyInput,
  dnssecAlgorithms,
  dnssecFlags,
  dnssecProtocols,
} from '../../rules/domain/dnssec.ts';
import { text, type Values } from './params.ts';

const oneOf = (values: readonly number[]) => text({ enum: values.map(String) });

/** A DNSSEC key as bodies carry it: all four values as text (docs/rules/registrar.md#dnssec-keys). */
export const dnssecKeyParams = {
  flags: oneOf(dnssecFlags),
  protocol: oneOf(dnssecProtocols),
  alg: oneOf(dnssecAlgorithms),
  public_key: text({ description: 'Base64 without blanks' }),
};

export const dnssecKeyOf = ({
  flags,
  protocol,
  alg,
  public_key,
}: Values<typeof dnssecKeyParams>): DnssecKeyInput => ({ flags, protocol, alg, publicKey: public_key });
