// Data from the server: the examples, the day by the registry's clock, and in the sandbox the published credentials.
import { factsOf } from '../../kit/browser/dom.ts';
import { nameIn } from './editors.ts';

interface Example {
  readonly title: string;
  readonly query: string;
  readonly variables: string | null;
  readonly headers: string | null;
  /** The kinds of callers that can send it. */
  readonly kinds: readonly string[];
}
export interface Facts {
  readonly tabs: readonly Example[];
  readonly callers: Readonly<Record<string, string>>;
  readonly timeZone: string;
  readonly today: string;
  readonly files: Readonly<Record<string, string>>;
  readonly introspection: string;
}

const { files, ...facts } = factsOf<Facts>();
export const { tabs: examples, callers, timeZone, today, introspection } = facts;

/** Returns the address at which the server has a file of this name. */
export const addressOf = (name: string): string => files[name] ?? '';
/** Loads a module of the server, or of one of its packages. */
export const load = <Module>(name: string): Promise<Module> => import(addressOf(name));

// GraphiQL does not store headers, so stored tabs come back without any; an example gets its own again.
const headersByName = new Map(examples.map(({ query, headers }) => [nameIn(query), headers]));
export const headersOf = (query: string | null): string | null => headersByName.get(nameIn(query)) ?? null;
