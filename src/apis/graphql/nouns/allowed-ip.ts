import { allowedIp } from '../../../registry/entities/allowed-ip.ts';
import { addAllowedIp } from '../../../registry/operations/allowed-ips/add-allowed-ip.ts';
import { commitAllowedIp } from '../../../registry/operations/allowed-ips/commit-allowed-ip.ts';
import { addressOf } from '../../../registry/operations/allowed-ips/own-address.ts';
import { removeAllowedIp } from '../../../registry/operations/allowed-ips/remove-allowed-ip.ts';
import { updateAllowedIp } from '../../../registry/operations/allowed-ips/update-allowed-ip.ts';
import { allowedIpLists } from '../../../registry/operations/readers/of-registrars.ts';
import { allowedIpRows } from '../../../registry/operations/readers/rows.ts';
import type { AllowedIp } from '../../../registry/operations/readers/shown.ts';
import { managesRegistrar } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { batched } from '../loading.ts';
import { defineMutation } from '../mutation.ts';
import { deletedId, result } from '../payload.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';
import { databaseId } from '../state-fields.ts';
import { CallerInterfaceEnum } from './certificate.ts';

const AllowedIpRef = rowNode<AllowedIp>('AllowedIp', allowedIpRows.many);

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

const lists = batched(allowedIpLists);

builder.objectField(RegistrarRef, 'allowedIps', (t) =>
  t.field({
    type: [AllowedIpRef],
    description:
      'The addresses from which its users may call while the setting api_ip_whitelist_enabled is true, oldest first; for its own super users and operators.',
    resolve: (registrar, _, context) =>
      managesRegistrar(registrar, context.actor) ? lists(context).load(registrar.id) : [],
  }),
);

defineMutation(addAllowedIp, {
  more: 'An address for the API takes effect once an operator has committed it.',
  show: allowedIpRows.one,
  payload: result('allowedIp', AllowedIpRef, 'The address that was put on the list'),
});

defineMutation(updateAllowedIp, {
  more: 'An address for the API has to be committed again.',
  show: allowedIpRows.one,
  payload: result('allowedIp', AllowedIpRef, 'The address after the change'),
});

defineMutation(removeAllowedIp, {
  more: 'It may be the address that the request comes from.',
  show: async (_, gone) => gone,
  payload: deletedId(AllowedIpRef, 'address'),
});

defineMutation(commitAllowedIp, {
  show: allowedIpRows.one,
  payload: result('allowedIp', AllowedIpRef, 'The address, which is in effect now'),
});
