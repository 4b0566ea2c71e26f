// Data from the server: the examples, the day by the registry's clock, and in the sandbox the published credentials.
import { nameIn } from './editors.ts';

export const {
  tabs: examples,
  callers,
  timeZone,
  today,
  files: addresses,
  introspection,
} = JSON.parse(document.getElementById('facts').textContent);

// GraphiQL does not store headers, so stored tabs come back without any; an example gets its own again.
const headersByName = new Map(examples.map(({ query, headers }) => [nameIn(query), headers]));
export const headersOf = (query) => headersByName.get(nameIn(query)) ?? null;
