import { z } from 'zod';
import { defineQuery } from '../operation.ts';

/**
 * Answers existing readers of the public auction list. This registry auctions no names, so the list is always empty
 * (docs/rules/registrar.md#public-lists).
 */
export const listAuctions = defineQuery({
  name: 'name.list-auctions',
  summary: 'Lists the names that are being auctioned.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/auctions',
  run: async (): Promise<readonly []> => [],
});
