/** The last migration of each release, the oldest first (docs/releasing.md). */
const releases = ['0001_baseline'];

/**
 * The last migration of the release before the one that a migration belongs to: that release, and nothing older, runs
 * on the new tables. Undefined for the first release.
 */
export const releaseBefore = (migration: string): string | undefined =>
  releases.filter((last) => last < migration).at(-1);
