import { z } from 'zod';
import { showDomainContacts } from '../../operations/domains/show-domain-contacts.ts';
import type { RestAnswer, RestCall } from '../door.ts';
import { data } from '../shapes.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';
import { type Fields, readBody, readUnlessMissing, type Values } from './params.ts';

export const domainNameOf = ({ path }: RestCall): string => path.domain_name ?? '';

/** Refuses with 404 when the path names none of the caller's own domains. */
export const lookUpOwnDomain = (call: RestCall): Promise<unknown> =>
  call.run(showDomainContacts, { name: domainNameOf(call) });

/**
 * A body about one of the caller's own domains: that it is missing is told first
 * (docs/rules/registrar.md#order-of-checks).
 */
export function readForOwnDomain<F extends Fields>(call: RestCall, fields: F): Promise<Values<F>> {
  return readUnlessMissing(
    () => readBody(fields, call.body),
    () => lookUpOwnDomain(call),
  );
}

/** What most changes of a domain answer with. */
export const changedDomainData = data({ domain: z.object({ name: domainName }) });

export const changedDomain = ({ name }: { name: string }): RestAnswer => success({ domain: { name } });
