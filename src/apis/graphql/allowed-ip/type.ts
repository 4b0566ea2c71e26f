import { allowedIp } from '../../../registry/entities/allowed-ip.ts';
import { addressOf } from '../../../registry/operations/allowed-ips/own-address.ts';
import { allowedIpRows } from '../../../registry/operations/readers/rows.ts';
import type { AllowedIp } from '../../../registry/operations/readers/shown.ts';
import { CallerInterfaceEnum } from '../certificate/type.ts';
import { plainFields } from '../entity-fields.ts';
import { rowNode } from '../row-node.ts';
import { databaseId } from '../state-fields.ts';

export const AllowedIpRef = rowNode<AllowedIp>('AllowedIp', allowedIpRows.many);

AllowedIpRef.implement({
  description: 'An address or network from which the users of a registrar may call.',
  fields: (t) => ({
    databaseId: databaseId(t),
    address: t.string({
      description: 'The address, or the network with its length: 192.0.2.0/28, 2001:db8::/64.',
      resolve: addressOf,
    }),
    interfaces: t.field({
      type: [CallerInterfaceEnum],
      description: 'The interfaces that may be called from it.',
      resolve: ({ interfaces }) => interfaces,
    }),
    ...plainFields(t, allowedIp),
  }),
});
