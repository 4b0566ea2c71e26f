import type { FastifyInstance } from 'fastify';
import { mountMerchantApi } from './payment-provider/merchant-api.ts';
import { mountPaymentPages } from './payment-provider/page-routes.ts';
import type { Sandbox } from './sandbox.ts';

/** The stand-ins' own addresses, on the same port as everything else. */
export function mountSandbox(app: FastifyInstance, { payments }: Sandbox): void {
  if (payments) {
    mountMerchantApi(app, payments);
    mountPaymentPages(app, payments);
  }
}
