import { allowedIp } from '../../../registry/entities/allowed-ip.ts';
import { addressOf } from '../../../registry/operations/allowed-ips/own-address.ts';
import type { AllowedIp } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { CallerInterfaceEnum } from '../certificate/type.ts';
import { plainFields } from '../entity-fields.ts';

export const AllowedIpRef = builder.objectRef<AllowedIp>('AllowedIp').implement({
  description: 'An address or network from which the users of a registrar may call.',
  fields: (t) => ({
    id: t.exposeInt('id', {
      description: 'The number that allowedIpUpdate, allowedIpRemove and allowedIpCommit take.',
    }),
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
