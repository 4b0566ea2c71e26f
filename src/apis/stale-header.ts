/**
 * Tells what may be old, and how old: `Zonegraph-Stale: domain %C3%B5un.ee; read=2026-11-16T07:00:00.000Z` for
 * objects that were read long ago, or `Zonegraph-Stale: 12` for the whole answer, in seconds, while the primary is
 * unavailable (docs/operating.md).
 */
export const staleHeader = 'zonegraph-stale';

/** The operations whose answers may be old object by object; an extension that keeps copies adds them. */
export const mayBeStale = new Set<string>();

/** Rounds up to seconds; at least 1, because everything that is marked may be old. */
export const inSeconds = (milliseconds: number): string =>
  String(Math.max(1, Math.ceil(milliseconds / 1000)));
