import { addAllowedIp } from '../../../registry/operations/allowed-ips/add-allowed-ip.ts';
import { commitAllowedIp } from '../../../registry/operations/allowed-ips/commit-allowed-ip.ts';
import { removeAllowedIp } from '../../../registry/operations/allowed-ips/remove-allowed-ip.ts';
import { updateAllowedIp } from '../../../registry/operations/allowed-ips/update-allowed-ip.ts';
import { allowedIpRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { deletedId, result } from '../payload.ts';
import { AllowedIpRef } from './type.ts';

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
