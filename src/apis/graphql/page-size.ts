import { limit } from '../../base/limits.ts';

export const usualPage = limit(
  'items of a page, unless the caller says how many',
  20,
  'A page that a person reads.',
);
export const maxPage = limit('items of a page', 100, 'Its relations are read with it.');
