const mark = ', in a sandbox';

/** What the row of a person says about who has added it. */
export const addedBy = (name: string, { isTrial }: { readonly isTrial: boolean }): string =>
  isTrial ? `${name}${mark}` : name;

/**
 * Whether the registry was a trial when the person was added. Everybody could have added that person, so it is nobody
 * once the database is no trial's any more (docs/rules/access.md#operators).
 */
export const isOfTrial = ({ created_by }: { readonly created_by: string }): boolean =>
  created_by.endsWith(mark);
