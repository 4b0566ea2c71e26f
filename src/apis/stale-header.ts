/**
 * What may be old, and how old: `Zonegraph-Stale: domain %C3%B5un.ee; read=2026-11-16T07:00:00.000Z` for objects of a facade, or
 * `Zonegraph-Stale: 12` for all that was read, in seconds, while the primary is away (docs/operating.md).
 */
export const staleHeader = 'zonegraph-stale';

/** At least 1: whatever is marked may be old. */
export const inSeconds = (milliseconds: number): string =>
  String(Math.max(1, Math.ceil(milliseconds / 1000)));
