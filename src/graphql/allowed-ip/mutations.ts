import { addAllowedIp } from '../../operations/allowed-ips/add-allowed-ip.ts';
import { commitAllowedIp } from '../../operations/allowed-ips/commit-allowed-ip.ts';
import { removeAllowedIp } from '../../operations/allowed-ips/remove-allowed-ip.ts';
import { updateAllowedIp } from '../../operations/allowed-ips/update-allowed-ip.ts';
import { allowedIpRows } from '../../operations/readers/rows.ts';
import type { AllowedIp } from '../../operations/readers/shown.ts';
import type { Types } from '../builder.ts';
import { CallerInterfaceEnum } from '../certificate/type.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { AllowedIpRef } from './type.ts';

const allowedIp =
  (description: string) => (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<AllowedIp | null>>) => ({
    allowedIp: t.field({
      type: AllowedIpRef,
      nullable: true,
      description: `${description}; null when it was refused.`,
      resolve: ({ shown }) => shown,
    }),
  });

defineMutationByHand(addAllowedIp, {
  more: 'One for the API counts once an operator has committed it.',
  input: (t) => ({
    address: t.string({
      required: true,
      description: 'An address, or a network: 192.0.2.0/28; of IPv6 only /64.',
    }),
    interfaces: t.field({
      type: [CallerInterfaceEnum],
      required: true,
      description: 'For which ways of calling it is meant.',
    }),
  }),
  translate: ({ address, interfaces }) => ({ address, interfaces }),
  show: allowedIpRows.one,
  payload: allowedIp('The address that was put on the list'),
});

defineMutationByHand(updateAllowedIp, {
  more: 'One for the API has to be committed again.',
  input: (t) => ({
    id: t.int({ required: true, description: 'The number of the address.' }),
    address: t.string({ description: 'What it shall be instead; unchanged when left out.' }),
    interfaces: t.field({
      type: [CallerInterfaceEnum],
      description: 'For which ways of calling it is meant from now on; unchanged when left out.',
    }),
  }),
  translate: ({ id, address, interfaces }) => ({
    id,
    address: address ?? undefined,
    interfaces: interfaces ?? undefined,
  }),
  show: allowedIpRows.one,
  payload: allowedIp('The address after the change'),
});

defineMutationByHand(removeAllowedIp, {
  more: 'Also the one that the caller calls from.',
  input: (t) => ({ id: t.int({ required: true, description: 'The number of the address.' }) }),
  translate: ({ id }) => ({ id }),
  show: async (_, { id }) => id,
  payload: (t) => ({
    id: t.int({
      nullable: true,
      description: 'The number of the address that is gone; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(commitAllowedIp, {
  input: (t) => ({ id: t.int({ required: true, description: 'The number of the address.' }) }),
  translate: ({ id }) => ({ id }),
  show: allowedIpRows.one,
  payload: allowedIp('The address, which counts now'),
});
