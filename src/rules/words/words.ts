import { english } from './english.ts';
import { estonian } from './estonian.ts';

/** In which registrants are spoken to; the first is that of the country. */
export const languages = ['et', 'en'] as const;
export type Language = (typeof languages)[number];

const tables: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { et: estonian, en: english };

type Key = keyof typeof english;
type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Values<K extends Key> = Readonly<Record<Placeholder<(typeof english)[K]>, string>>;

/** A sentence in one language; what its braces name has to be given. */
export type Say = <K extends Key>(
  key: K,
  ...values: [Placeholder<(typeof english)[K]>] extends [never] ? [] : [Values<K>]
) => string;

/** What is put in is never read again: a name may hold braces. */
export const sayIn =
  (language: Language): Say =>
  (key, ...[values]) =>
    tables[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values?.[name as never]));
