import { cancelPendingChange } from '../../../registry/operations/domains/cancel-pending-change.ts';
import { deleteDomain } from '../../../registry/operations/domains/delete-domain.ts';
import { showDomain } from '../../../registry/operations/domains/show-domain.ts';
import { showTransferInfo } from '../../../registry/operations/domains/show-transfer-info.ts';
import { updateDomain } from '../../../registry/operations/domains/update-domain.ts';
import { type RestAnswer, type RestCall, type RestRoute, route } from '../route.ts';
import { deletionBody, isWrapperMissing, updateBody } from './domain-body.ts';
import { success } from './envelope.ts';
import { changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';
import { putOrPatch } from './self-service.ts';

/** 1001 when the registrant must still agree (docs/rules/registrar.md#success). */
const answered = ({ name, pending }: { name: string; pending: boolean }): RestAnswer =>
  success({ domain: { name } }, pending ? 1001 : 1000);

/** docs/rules/registrar.md#update, #deletion. */
export const domainChangeRoutes: readonly RestRoute[] = [
  ...putOrPatch(
    route({
      method: 'PUT',
      path: '/domains/:domain_name',
      operation: updateDomain,
      legalDocument: true,
      request: {
        body: updateBody,
        // A missing `domain` is reported first, then a missing domain, then the rest
        // (docs/rules/registrar.md#order-of-checks).
        lookUp: async (call, wrong) => isWrapperMissing(wrong) || lookUpOwnDomain(call),
      },
      docs: { data: changedDomainData, codes: [1000, 1001] },
      handle: async (call) =>
        answered(await call.run(updateDomain, { name: domainNameOf(call), ...call.body })),
    }),
  ),
  {
    method: 'DELETE',
    path: '/domains/:domain_name/pending_update',
    operation: cancelPendingChange,
    extension: true,
    docs: { data: changedDomainData },
    handle: async (call) => {
      const { name } = await call.run(cancelPendingChange, { name: domainNameOf(call) });
      return success({ domain: { name } });
    },
  },
  route({
    method: 'DELETE',
    path: '/domains/:domain_name',
    operation: deleteDomain,
    legalDocument: true,
    request: {
      body: deletionBody,
      // Reported in this order: no such domain, no `domain` in the body, a wrong code, the rest of the body
      // (docs/rules/registrar.md#deletion).
      lookUp: async (call, wrong) => {
        const name = domainNameOf(call);
        await call.run(showDomain, { name });
        if (!isWrapperMissing(wrong))
          await call.run(showTransferInfo, { name, transferCode: authCodeOf(call) });
      },
    },
    docs: {
      headers: {
        'Auth-Code': {
          description: "The domain's transfer code; needed when the domain is not yours.",
          schema: { type: 'string' },
        },
      },
      data: changedDomainData,
      codes: [1000, 1001],
    },
    handle: async (call) => {
      const { verified } = call.body;
      return answered(
        await call.run(deleteDomain, { name: domainNameOf(call), verified, authCode: authCodeOf(call) }),
      );
    },
  }),
];

function authCodeOf({ headers }: RestCall): string | undefined {
  const code = headers['auth-code'];
  return typeof code === 'string' ? code : undefined;
}
