import type { GraphQLResolveInfo } from 'graphql';
import type { Db } from '../../store/database.ts';
import { domainsById } from '../../store/domains.ts';
import type { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { selectedFields } from '../lookahead.ts';
import type { Payload } from '../mutation.ts';
import { DomainRef } from './domain.ts';
import { type DomainNode, relate } from './related.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

/** The domain as the change leaves it, with what the document selects: read inside the transaction. */
export async function shownDomain(
  db: Db,
  { id }: { readonly id: number },
  { calendar, clock }: Context,
  info: GraphQLResolveInfo,
): Promise<DomainNode | null> {
  const rows = await domainsById(db, [id], calendar.dateOf(clock.now()));
  const [domain] = await relate(db, rows, selectedFields(info, 'domain'));
  return domain ?? null;
}

export const domainField = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<DomainNode | null>>) => ({
  domain: t.field({
    type: DomainRef,
    nullable: true,
    description: 'The domain as it is now.',
    resolve: ({ shown }) => shown,
  }),
});
