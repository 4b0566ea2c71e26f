import { z } from 'zod';
import { showDomainContacts } from '../../../registry/operations/domains/show-domain-contacts.ts';
import type { RestAnswer, RestCall } from '../route.ts';
import { data } from '../shapes.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';

export const domainNameOf = ({ path }: RestCall): string => path.domain_name ?? '';

/**
 * Refuses with 404 if the path does not name one of the caller's own domains; reported before a wrong body
 * (docs/rules/registrar.md#order-of-checks).
 */
export const lookUpOwnDomain = (call: RestCall): Promise<unknown> =>
  call.run(showDomainContacts, { name: domainNameOf(call) });

/** The answer of most changes of a domain. */
export const changedDomainData = data({ domain: z.object({ name: domainName }) });

export const changedDomain = ({ name }: { name: string }): RestAnswer => success({ domain: { name } });
