/**
 * Who wrote a text. Agents get what people wrote fenced, as data (docs/rules/access.md#agents), so each text that a
 * tool shows has to say it: fields of entities by `written()` in their declaration, all others by one of these as
 * their extensions.
 */
interface Written {
  readonly by: 'people' | 'registry';
  /** The parts of a JSON value that the registry wrote, by name. */
  readonly except?: readonly string[];
}

export const byPeople: { readonly written: Written } = { written: { by: 'people' } };
export const byRegistry: { readonly written: Written } = { written: { by: 'registry' } };

/** Marks a JSON value in which people wrote all texts but those under these names. */
export const byPeopleExcept = (...names: readonly string[]): { readonly written: Written } => ({
  written: { by: 'people', except: names },
});

/** Returns who wrote a text; undefined if the field does not say it. */
export const writtenIn = ({ extensions }: { readonly extensions?: unknown }): Written | undefined =>
  (extensions as { readonly written?: Written } | undefined)?.written;
