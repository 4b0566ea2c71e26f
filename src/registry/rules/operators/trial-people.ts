const mark = ', in a sandbox';

/** Returns what the row of a person says about who has added it. */
export const addedBy = (name: string, { isTrial }: { readonly isTrial: boolean }): string =>
  isTrial ? `${name}${mark}` : name;

/**
 * Tells whether the registry was a trial when the person was added. Everybody could have added that person, so it
 * does not have access once the database is served in another mode (docs/rules/access.md#operators).
 */
export const isOfTrial = ({ created_by }: { readonly created_by: string }): boolean =>
  created_by.endsWith(mark);
