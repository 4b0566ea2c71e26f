import { english } from './english.ts';
import { estonian } from './estonian.ts';

/** The languages for registrants; the first is the country's. */
export const languages = ['et', 'en'] as const;
export type Language = (typeof languages)[number];

const tables: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { et: estonian, en: english };

type Key = keyof typeof english;
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Values<K extends Key> = Readonly<Record<Placeholder<(typeof english)[K]>, string>>;

/** A sentence in one language; the values that its braces name are required. */
export type Say = <K extends Key>(
  key: K,
  ...values: [Placeholder<(typeof english)[K]>] extends [never] ? [] : [Values<K>]
) => string;

/** Inserted values are not parsed: a name may hold braces. */
export const sayIn =
  (language: Language): Say =>
  (key, ...[values]) =>
    tables[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values?.[name as never]));
