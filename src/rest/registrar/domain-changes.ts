import { deleteDomain } from '../../operations/domains/delete-domain.ts';
import { showDomain } from '../../operations/domains/show-domain.ts';
import { showTransferInfo } from '../../operations/domains/show-transfer-info.ts';
import { updateDomain } from '../../operations/domains/update-domain.ts';
import type { RestAnswer, RestRoute } from '../door.ts';
import { deletionSchema, readDeletion, readUpdate, updateSchema, wrappedDeletion } from './domain-body.ts';
import { success } from './envelope.ts';
import { changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';
import { readUnlessMissing, requireHash } from './params.ts';

/** 1001 when the registrant must still agree (docs/rules/registrar.md#success). */
const answered = ({ name, pending }: { name: string; pending: boolean }): RestAnswer =>
  success({ domain: { name } }, pending ? 1001 : 1000);

/** docs/rules/registrar.md#update, #deletion. */
export const domainChangeRoutes: readonly RestRoute[] = [
  {
    method: 'PUT',
    path: '/domains/:domain_name',
    operation: updateDomain,
    docs: { body: updateSchema, data: changedDomainData, codes: [1000, 1001] },
    handle: async (call) => {
      const changes = await readUpdate(call.body, () => lookUpOwnDomain(call));
      return answered(await call.run(updateDomain, { name: domainNameOf(call), ...changes }));
    },
  },
  {
    method: 'DELETE',
    path: '/domains/:domain_name',
    operation: deleteDomain,
    docs: {
      headers: {
        'Auth-Code': {
          description: "The domain's transfer code; needed when the domain is not yours.",
          schema: { type: 'string' },
        },
      },
      body: deletionSchema,
      data: changedDomainData,
      codes: [1000, 1001],
    },
    handle: async (call) => {
      const name = domainNameOf(call);
      const code = call.headers['auth-code'];
      const authCode = typeof code === 'string' ? code : undefined;
      // Told in this order: no such domain, no `domain` in the body, a wrong code, the rest of the body
      // (docs/rules/registrar.md#deletion).
      const body = await readUnlessMissing(
        () => requireHash(wrappedDeletion(call.body), 'domain'),
        () => call.run(showDomain, { name }),
      );
      const { verified } = await readUnlessMissing(
        () => readDeletion(body),
        () => call.run(showTransferInfo, { name, transferCode: authCode }),
      );
      return answered(await call.run(deleteDomain, { name, verified, authCode }));
    },
  },
];
