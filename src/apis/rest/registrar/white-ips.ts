import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import { addAllowedIp } from '../../../registry/operations/allowed-ips/add-allowed-ip.ts';
import { listAllowedIps } from '../../../registry/operations/allowed-ips/list-allowed-ips.ts';
import { addressOf } from '../../../registry/operations/allowed-ips/own-address.ts';
import { removeAllowedIp } from '../../../registry/operations/allowed-ips/remove-allowed-ip.ts';
import { showAllowedIp } from '../../../registry/operations/allowed-ips/show-allowed-ip.ts';
import { updateAllowedIp } from '../../../registry/operations/allowed-ips/update-allowed-ip.ts';
import type { AllowedIp } from '../../../registry/operations/readers/shown.ts';
import * as body from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data, flag, moment, named, number, orNull, text } from '../shapes.ts';
import { extraCost } from '../whole-list.ts';
import { success } from './envelope.ts';
import { idIn, putOrPatch, selfService } from './self-service.ts';

const interfaces = ['registrar', 'api'];

const addressShape = named(
  'WhiteIp',
  z.object({
    id: number('The number of the address', 1),
    registrar_id: number('The number of the registrar', 1),
    ipv4: orNull(text('The address or network, if it is one of IPv4', '192.0.2.0/28')),
    ipv6: orNull(text('The address or network, if it is one of IPv6', '2001:db8::/64')),
    interfaces: z.array(z.enum(['api', 'registrar'])).meta({ description: 'The interfaces that it is for' }),
    created_at: moment('When it was added'),
    updated_at: moment('When it was last changed'),
    creator_str: text('The user who added it', 'alpha'),
    updator_str: text('The user or operator who changed it last', 'alpha'),
    committed: flag('Whether an operator has approved it'),
  }),
);

const addressFields = {
  address: body.optional(body.text({ description: 'An address or a network' })),
  interfaces: body
    .optional(
      body.textList({
        description: 'The interfaces that it is for: `api`, `registrar`; without any it has no effect',
      }),
    )
    .transform((given) => given?.filter((one) => one !== '')),
};
const addressBody = body.orFlat(
  body.fields({ white_ip: body.wrapper(addressFields) }).transform(({ white_ip }) => white_ip),
  'white_ip',
  addressFields,
);

const changedData = data({ ip: z.object({ id: number('The number of the address', 1) }) });
const idOf = ({ path }: RestCall) => ({ id: idIn(path.white_ip_id) });

/** docs/rules/self-service.md#addresses. */
export const whiteIpRoutes: readonly RestRoute[] = [
  {
    method: 'GET' as const,
    path: '/white_ips',
    operation: listAllowedIps,
    docs: { data: data({ ips: z.array(addressShape), count: count('How many there are') }) },
    handle: async (call: RestCall) => {
      const rows = await call.run(listAllowedIps, {});
      const ips = rows.map((row) => addressView(row, call.calendar));
      return { ...success({ ips, count: ips.length }), extraCost: extraCost(ips.length) };
    },
  },
  {
    method: 'GET' as const,
    path: '/white_ips/:white_ip_id',
    operation: showAllowedIp,
    docs: {
      data: data({
        ip: addressShape,
        interfaces: z.array(z.string()).meta({ description: 'All interfaces', examples: [interfaces] }),
      }),
    },
    handle: async (call: RestCall) =>
      success({ ip: addressView(await call.run(showAllowedIp, idOf(call)), call.calendar), interfaces }),
  },
  route({
    method: 'POST',
    path: '/white_ips',
    operation: addAllowedIp,
    request: { body: addressBody },
    docs: { data: changedData },
    handle: async ({ run, body: { address = '', interfaces: wished } }) => {
      const { id } = await run(addAllowedIp, { address, interfaces: wished });
      return success({ ip: { id } });
    },
  }),
  ...putOrPatch(
    route({
      method: 'PUT',
      path: '/white_ips/:white_ip_id',
      operation: updateAllowedIp,
      request: { body: addressBody, lookUp: (call) => call.run(showAllowedIp, idOf(call)) },
      docs: { data: changedData },
      handle: async (call) => {
        const { id } = await call.run(updateAllowedIp, { ...idOf(call), ...call.body });
        return success({ ip: { id } });
      },
    }),
  ),
  {
    method: 'DELETE' as const,
    path: '/white_ips/:white_ip_id',
    operation: removeAllowedIp,
    handle: async (call: RestCall) => {
      await call.run(removeAllowedIp, idOf(call));
      return success();
    },
  },
].map(selfService);

function addressView(row: AllowedIp, calendar: Calendar): z.infer<typeof addressShape> {
  const address = addressOf(row);
  const isIpv6 = address.includes(':');
  return {
    id: row.id,
    registrar_id: row.registrar_id,
    ipv4: isIpv6 ? null : address,
    ipv6: isIpv6 ? address : null,
    interfaces: row.interfaces,
    created_at: calendar.format(row.created_at),
    updated_at: calendar.format(row.updated_at),
    creator_str: row.created_by,
    updator_str: row.updated_by,
    committed: row.committed,
  };
}
