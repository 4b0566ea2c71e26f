import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { noNames } from '../../../registry/operations/domains/add-nameserver-in-bulk.ts';
import { isBlank } from '../../../registry/rules/text.ts';
import {
  fields,
  filled,
  forms,
  isHash,
  isLeftOut,
  oneOf,
  text,
  textList,
  twoWay,
  wrapper,
} from '../codec.ts';

const attributeNames = ['hostname', 'ipv4', 'ipv6'] as const;

/** The addresses are checked before the type of the host; the answer repeats the attributes as they were sent. */
const attributes = twoWay(
  wrapper({
    ipv4: textList().nullish(),
    ipv6: textList().nullish(),
    hostname: filled(text({ description: 'The new host' })),
  }),
  (given) => ({
    newNameserver: {
      hostname: given.hostname,
      ...(given.ipv4 && { ipv4: given.ipv4 }),
      ...(given.ipv6 && { ipv6: given.ipv6 }),
    },
    attributes: Object.fromEntries(
      attributeNames.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
    ),
  }),
  ({ newNameserver }) => newNameserver,
);
const type = filled(oneOf(['nameserver']));

const replacement = twoWay(
  fields({
    data: wrapper({
      type,
      id: text({ pattern: '\\S', description: 'The host to replace' }),
      domains: textList({ description: 'Only these domains; all if left out or empty' }).nullish(),
      attributes,
    }),
  }),
  ({ data }) => ({
    ...data.attributes,
    hostname: data.id,
    // An empty list restricts nothing: portals send one when no domains were chosen.
    names: data.domains?.length ? data.domains : undefined,
  }),
  ({ hostname, names, ...attributes }) => {
    // A blank one would be read as an addition.
    if (isBlank(hostname)) refuseWith(failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['hostname'] }));
    return { data: { type: 'nameserver' as const, id: hostname, domains: names, attributes } };
  },
);

export const nameserverAdditionBody = twoWay(
  fields({
    data: wrapper({
      type,
      id: z
        .string()
        .nullish()
        .meta({ description: 'Extension: blank or left out adds the new host to the listed domains' }),
      domains: textList({ description: 'To which domains' }).refine((list) => list.length > 0, 'missing'),
      attributes,
    }),
  }),
  ({ data }) => ({ ...data.attributes, names: data.domains }),
  ({ names, ...attributes }) => {
    if (names.length === 0) refuseWith(noNames());
    return { data: { type: 'nameserver' as const, id: '', domains: names, attributes } };
  },
);

/**
 * Everything missing is reported before the old host is looked up (docs/rules/registrar.md#order-of-checks,
 * #replacing-a-nameserver-everywhere). Blank or missing it means "none"
 * (docs/rules/rulings.md#blank-id-of-a-nameserver).
 */
export const nameserverReplacementBody = forms(replacement, nameserverAdditionBody, ({ data }) => {
  if (!isHash(data)) return false;
  return isLeftOut(data.id) || (typeof data.id === 'string' && isBlank(data.id));
});
