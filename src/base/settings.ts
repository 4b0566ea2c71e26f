import { z } from 'zod';
import { problemWith } from './config-problems.ts';
import { secretTypes } from './config-values.ts';
import { limit } from './limits.ts';

/** The environment, without variables that have no value. */
export type Given = Readonly<Record<string, string | undefined>>;

/** A group of settings, as whoever reads the environment sees it. */
export interface ReadSettings {
  readonly variables: readonly string[];
  /** Those that may also be given as a file. */
  readonly secrets: readonly string[];
  /** Reads them for the configuration with this key; returns what is wrong, each beginning with a variable's name. */
  read(key: object, given: Given, mode: string): readonly string[];
}

/** A group of settings that one part of the product declares, and reads typed. */
export interface Settings<Values> extends ReadSettings {
  of(config: { readonly settings: object }): Values;
}

/** Declares settings that config.ts does not read for everybody: those of an extension. */
export function declareSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  /** Says what is wrong with values that are right by themselves. */
  problemsOf: (
    values: z.infer<z.ZodObject<Shape>>,
    given: Given,
    mode: string,
  ) => readonly string[] = () => [],
): Settings<z.infer<z.ZodObject<Shape>>> {
  const read = new WeakMap<object, z.infer<z.ZodObject<Shape>>>();
  const type = z.object(shape);
  return {
    ...namesOf(shape),
    read: (key, given, mode) => {
      const parsed = type.safeParse(given, { error: problemWith });
      if (!parsed.success) return problemsIn(parsed.error);
      read.set(key, parsed.data);
      return problemsOf(parsed.data, given, mode);
    },
    of: ({ settings }) => {
      const values = read.get(settings);
      if (!values)
        throw new Error(`${Object.keys(shape).join(', ')} were not read: their extension is left out`);
      return values;
    },
  };
}

export const problemsIn = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`);

export const namesOf = (shape: z.ZodRawShape): Pick<ReadSettings, 'variables' | 'secrets'> => ({
  variables: Object.keys(shape),
  secrets: Object.entries(shape).flatMap(([name, type]) =>
    type instanceof z.ZodType && secretTypes.has(type) ? [name] : [],
  ),
});

/** The default of the REST APIs (docs/rules/registrar.md#paging). */
export const usualRows = limit(
  'rows of a list, unless the caller says how many',
  200,
  'The documented default.',
);

/** The facts about a mode that the rooms of the core use instead of its name. */
export interface Meaning {
  /** True if everybody may try it: its secrets are published, and nothing in it counts. */
  readonly isTrial: boolean;
  /** True if what is stored here is the truth; false in front of another registry. */
  readonly ownsRegistry: boolean;
  /** True if there are objects to try things with. */
  readonly hasExamples: boolean;
  /** How many rows a list of the REST APIs has for callers who do not say; undefined: all. */
  readonly usualRows: number | undefined;
}

/** A way to serve beside production, which an extension adds as a value of `ZONEGRAPH_MODE`. */
export interface Mode {
  readonly name: string;
  /** True if it is meant where the environment does not name one. */
  readonly isDefault?: true;
  /** Settings that it needs and nobody gives. */
  defaults(): Readonly<Record<string, string>>;
  /** Called when the settings of its extension are read. */
  means(read: { readonly settings: object }): Meaning;
}

/** The settings and the mode that an extension adds to the environment. */
export interface Configured {
  readonly name: string;
  readonly settings?: ReadSettings;
  readonly mode?: Mode;
}
