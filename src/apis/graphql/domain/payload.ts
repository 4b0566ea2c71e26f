import type { GraphQLResolveInfo } from 'graphql';
import type { Money } from '../../../base/money.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { domainAsAnswered } from '../../../registry/operations/readers/as-answered.ts';
import { domainRows } from '../../../registry/operations/readers/rows.ts';
import { hiddenName, isOwnContact } from '../../../registry/rules/visibility.ts';
import type { Context } from '../context.ts';
import { selectionOf } from '../lookahead.ts';
import { measure } from '../measures.ts';
import type { ResultOrigin } from '../mutation.ts';
import { result, results } from '../payload.ts';
import type { DomainNode } from './loaders.ts';
import { partsFor } from './lookahead.ts';
import { DomainRef } from './type.ts';

/** The changed domain with the parts that the document selects, read inside the transaction. */
export async function shownDomain(
  db: Db,
  of: { readonly id: number },
  { calendar, clock, actor }: Context,
  info: GraphQLResolveInfo,
  { isDryRun, first }: ResultOrigin,
): Promise<DomainNode | null> {
  const parts = partsFor(selectionOf(info, 'domain'), actor);
  const domain = await domainRows.one(db, of, calendar.dateOf(clock.now()), parts);
  if (first) return domainAsAnswered(db, of.id, domain, first);
  const registrant = domain?.related?.registrant;
  // A dry run reveals no names of other registrars' contacts (docs/rules/rulings.md#guessing-about-objects-of-others).
  if (!isDryRun || !registrant || isOwnContact(registrant, actor)) return domain;
  return { ...domain, related: { ...domain.related, registrant: { ...registrant, name: hiddenName } } };
}

export const afterwards =
  'The domain after the change, or as it would be in a dry run; null when it was refused.';

export const domainField = result('domain', DomainRef, afterwards);

interface ChargedDomain {
  readonly domain: DomainNode | null;
  readonly price: Money;
}

export async function shownCharge(
  db: Db,
  value: { readonly id: number; readonly price: Money },
  context: Context,
  info: GraphQLResolveInfo,
  origin: ResultOrigin,
): Promise<ChargedDomain> {
  return { domain: await shownDomain(db, value, context, info, origin), price: value.price };
}

/** Shows the charge beside the domain; in a dry run, the charge that a write would make. */
export const chargedDomainFields = results({
  domain: [DomainRef, afterwards],
  price: [
    'Decimal',
    'What was charged in euros, or would be in a dry run; null when it was refused.',
    measure('PRICE', 'EUR'),
  ],
});
