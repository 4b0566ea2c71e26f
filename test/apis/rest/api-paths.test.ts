import { expect, it, vi } from 'vitest';
import { pathAt } from '#src/apis/rest/api-paths.ts';
import { billingRoutes } from '#src/apis/rest/billing/router.ts';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { reservationRoutes } from '#src/apis/rest/reservation/router.ts';

const routes = [...registrarRoutes, ...billingRoutes, ...reservationRoutes];
const api = { prefixes: ['/v1'] as const, routes };

it('finds every path of the APIs, also where it is written in another way', () => {
  for (const { path } of routes) {
    expect(pathAt(`/v1${path}`, api)).toBe(path);
    expect(pathAt(`http://zonegraph.example/%761${path}?x=/`, api)).toBe(path);
  }
  expect(pathAt('/v1/domains/a.ee/contacts#x', api)).toBe('/domains/:domain_name/contacts');
  expect(pathAt('/v1/%zz', api)).toBeUndefined();
});

it('takes no more than the first parts of a long path into its hands', () => {
  const split = vi.spyOn(String.prototype, 'split');
  try {
    expect(pathAt(`/v1${'/a'.repeat(7_900)}`, api)).toBeUndefined();
    const parts = split.mock.results.flatMap(({ value }) => value as string[]);
    expect(parts.length).toBeLessThan(20);
  } finally {
    split.mockRestore();
  }
});
