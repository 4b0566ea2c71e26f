import { z } from 'zod';
import { wrongSecret } from '../../../base/errors.ts';
import { bulkTransferDomains } from '../../../registry/operations/domains/bulk-transfer-domains.ts';
import { showDomain } from '../../../registry/operations/domains/show-domain.ts';
import {
  showTransferInfo,
  type TransferPerson,
} from '../../../registry/operations/domains/show-transfer-info.ts';
import { transferDomain } from '../../../registry/operations/domains/transfer-domain.ts';
import { bodyOf, fields, filled, hash, listOf, readAs, renamed, text, twoWay, wrapper } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data, orNull, text as shownText } from '../shapes.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';
import { domainNameOf } from './own-domain.ts';
import { transferContact } from './transfer-contact.ts';

const type = 'domain_transfer';
const transfer = { transfer_code: text({ description: "The domain's transfer code" }) };

const itemText = (description: string) => readAs(z.unknown().optional(), textOf).meta({ description });

/**
 * Only the list itself is checked here: whatever is wrong with one item is that item's own failure
 * (docs/rules/registrar.md#bulk-transfer).
 */
const bulkTransferBody = twoWay(
  fields({
    data: wrapper({
      domain_transfers: filled(
        listOf({
          domain_name: itemText('The name of the domain'),
          transfer_code: itemText("The domain's transfer code"),
        }),
      ),
    }),
  }),
  ({ data }) => ({
    transfers: data.domain_transfers.map(({ domain_name, transfer_code }) => ({
      name: domain_name,
      transferCode: transfer_code,
    })),
  }),
  ({ transfers }) => ({
    data: {
      domain_transfers: transfers.map(({ name, transferCode }) => ({
        domain_name: name,
        transfer_code: transferCode,
      })),
    },
  }),
);

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** docs/rules/registrar.md#transfers. */
export const transferRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/transfer_info',
    operation: showTransferInfo,
    docs: {
      headers: {
        'Auth-Code': {
          description: "The domain's transfer code; needed when the domain is not yours.",
          schema: { type: 'string' },
        },
      },
      refusals: [wrongSecret('Authorization error')],
      data: data({
        domain: domainName,
        registrant: transferContact.shape.optional(),
        admin_contacts: z.array(transferContact.shape),
        tech_contacts: z.array(transferContact.shape),
      }),
    },
    handle: async (call) => {
      const code = call.headers['auth-code'];
      const { domain, registrant, admins, techs } = await call.run(showTransferInfo, {
        name: domainNameOf(call),
        ...(typeof code === 'string' && { transferCode: code }),
      });
      const shown = (person: TransferPerson) => transferContact.show(call, person);
      return success({
        domain: domain.name,
        registrant: registrant && shown(registrant),
        admin_contacts: admins.map(shown),
        tech_contacts: techs.map(shown),
      });
    },
  },
  route({
    method: 'POST',
    path: '/domains/:domain_name/transfer',
    operation: transferDomain,
    request: {
      body: bodyOf('transfer', transfer, renamed(hash(transfer), { transfer_code: 'transferCode' })),
      lookUp: (call) => call.run(showDomain, { name: domainNameOf(call) }),
    },
    docs: { data: data({ domain: z.object({ name: domainName, type: z.literal(type) }) }) },
    handle: async (call) => {
      const { name } = await call.run(transferDomain, { name: domainNameOf(call), ...call.body });
      return success({ domain: { name, type } });
    },
  }),
  route({
    method: 'POST',
    path: '/domains/transfer',
    operation: bulkTransferDomains,
    request: { body: bulkTransferBody },
    docs: {
      data: data({
        success: z
          .array(z.object({ type: z.literal(type), domain_name: domainName }))
          .meta({ description: 'The transferred domains' }),
        failed: z
          .array(
            z.object({
              type: z.literal(type),
              domain_name: orNull(domainName),
              errors: z.object({
                code: shownText('The result code, as text', '2202'),
                msg: shownText('Why it was refused', 'Invalid authorization information'),
              }),
            }),
          )
          .meta({ description: 'Domains that were not transferred, each with its reason' }),
      }),
    },
    handle: async (call) => {
      const { transfers } = call.body;
      const { results } = await call.run(bulkTransferDomains, {
        transfers: transfers.map(({ name, transferCode }) => ({ name: name ?? '', transferCode })),
      });
      const shown = results.map((result, index) => ({
        ...result,
        domain_name: transfers[index]?.name === undefined ? null : result.name,
      }));
      return success({
        success: shown.filter(({ ok }) => ok).map(({ domain_name }) => ({ type, domain_name })),
        failed: shown
          .filter(({ ok }) => !ok)
          .map(({ domain_name, failures }) => ({
            type,
            domain_name,
            errors: { code: String(failures[0]?.resultCode), msg: failures[0]?.message },
          })),
      });
    },
  }),
];
