import type { NameserverInput } from '../../rules/domain/nameserver.ts';
import { isBlank } from '../../rules/text.ts';
import {
  hash,
  missingParameter,
  oneOf,
  optional,
  requireFilled,
  requireHash,
  text,
  textList,
} from './params.ts';

const attributeNames = ['hostname', 'ipv4', 'ipv6'] as const;

export interface NameserverReplacement {
  /** The host to replace; without it the new one is only added to the domains listed. */
  readonly replaced: string | undefined;
  readonly domains: string[] | undefined;
  readonly newNameserver: NameserverInput;
  /** As they were sent: the answer repeats them. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Everything that is missing is told before the old host is looked for (docs/rules/registrar.md#order-of-checks,
 * #replacing-a-nameserver-everywhere).
 */
export function readNameserverReplacement(body: unknown): NameserverReplacement {
  const data = requireHash(body, 'data');
  const type = requireFilled(data, 'type');
  const attributes = requireHash(data, 'attributes');
  const hostname = requireFilled(attributes, 'hostname');
  oneOf(['nameserver']).read(type, 'type');
  const replaced = hostToReplace(data);
  // An empty list restricts nothing: portals send one when no domains were chosen.
  const domains = optional(textList()).read(data.domains, 'domains');
  const listed = domains && domains.length > 0 ? domains : undefined;
  if (replaced === undefined && !listed) missingParameter('domains');
  const ipv4 = optional(textList()).read(attributes.ipv4, 'ipv4');
  const ipv6 = optional(textList()).read(attributes.ipv6, 'ipv6');
  return {
    replaced,
    domains: listed,
    newNameserver: {
      hostname: text().read(hostname, 'hostname'),
      ...(ipv4 && { ipv4 }),
      ...(ipv6 && { ipv6 }),
    },
    attributes: Object.fromEntries(
      attributeNames
        .filter((name) => Object.hasOwn(attributes, name))
        .map((name) => [name, attributes[name]]),
    ),
  };
}

/** Missing it is an error, blank it means "none" (docs/rules/rulings.md#blank-id-of-a-nameserver). */
function hostToReplace(data: Readonly<Record<string, unknown>>): string | undefined {
  if (!Object.hasOwn(data, 'id')) return missingParameter('id');
  if (data.id === null) return undefined;
  const id = text().read(data.id, 'id');
  return isBlank(id) ? undefined : id;
}

export const nameserverReplacementSchema = {
  type: 'object',
  properties: {
    data: hash({
      type: oneOf(['nameserver']),
      id: text({
        description: 'The host to replace. Extension: blank adds the new host to the listed domains instead',
      }),
      domains: optional(textList({ description: 'Only these domains; left out or empty: all' })),
      attributes: hash({
        hostname: text({ description: 'The new host' }),
        ipv4: optional(textList()),
        ipv6: optional(textList()),
      }),
    }).schema,
  },
  required: ['data'],
};
