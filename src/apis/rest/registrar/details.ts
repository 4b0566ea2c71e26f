import type { Db } from '../../../registry/operations/operation.ts';
import { contactRows, domainRows } from '../../../registry/operations/readers/rows.ts';
import type { RestCall, RestRoute } from '../route.ts';
import { fullContact } from './contact-view.ts';
import { fullDomain } from './domain-view.ts';

/** A server in front of this one sends this header with a change to get more details than the documented API has. */
export const detailsHeader = 'zonegraph-details';

/**
 * Serves a route to servers in front of this one too (docs/decisions/0018): in addition to the usual answer,
 * `details` has the object as the change leaves it, or would leave it in a dry run, its price, and the result of each
 * of many.
 */
export const withDetails = (route: RestRoute): RestRoute => {
  if (route.method === 'GET') return route;
  return {
    ...route,
    handle: async (call) => {
      if (call.headers[detailsHeader] !== 'true') return route.handle(call);
      let details: object | undefined;
      const runAndShow: RestCall['runAndShow'] = (operation, input, show) =>
        call.runAndShow(operation, input, async (db, value) => {
          details = await detailsOf(call, db, operation.name, value);
          return show(db, value);
        });
      const answer = await route.handle({
        ...call,
        runAndShow,
        run: (operation, input) => runAndShow(operation, input, async (_, value) => value),
      });
      return details && 'body' in answer
        ? { ...answer, body: { ...(answer.body as object), details } }
        : answer;
    },
  };
};

async function detailsOf(call: RestCall, db: Db, operation: string, value: unknown): Promise<object> {
  const { id, price, results } = (value ?? {}) as { id?: unknown; price?: unknown; results?: unknown };
  const [kind] = operation.split('.');
  const domain =
    kind === 'domain' && typeof id === 'number'
      ? await domainRows.one(db, { id }, call.calendar.dateOf(call.now), fullDomain.parts)
      : null;
  const contact = kind === 'contact' && typeof id === 'number' ? await contactRows.one(db, { id }) : null;
  return {
    ...(price !== undefined && { price }),
    ...(results !== undefined && { results }),
    ...(domain && { domains: [fullDomain.show(call, domain)] }),
    ...(contact && {
      contacts: [fullContact.show(call, { ...contact, linkedDomains: { domains: [], count: 0 } })],
    }),
  };
}
