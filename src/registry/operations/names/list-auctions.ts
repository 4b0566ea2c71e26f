import { type Listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

export interface Auction {
  readonly id: number;
  readonly name: string;
  readonly name_puny: string;
}

/**
 * Answers existing readers of the public auction list. This registry auctions no names, so the list is always empty
 * (docs/rules/registrar.md#public-lists).
 */
export const listAuctions = defineQuery({
  name: 'name.list-auctions',
  summary: 'Lists the names that are being auctioned.',
  permits: ['anonymous'],
  scope: 'READ',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/auctions',
  graphql: 'Query.auctions',
  run: async (): Promise<Listed<Auction>> => ({ rows: [], count: 0 }),
});
