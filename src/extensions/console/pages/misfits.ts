import type { Field } from './action.ts';

/** A value that does not fit its type, as the graph reports it: the way into the variables, and what is wrong. */
interface Misfit {
  readonly path: readonly (string | number)[];
  readonly explanation: string;
}

export interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly problems?: readonly Misfit[] };
}

/**
 * The errors of a request in the words of the form whose values it had: they name a label instead of a place in the
 * document.
 */
export const inWordsOfForm = (
  { message, extensions }: GraphError,
  fields: readonly Field[],
): readonly string[] =>
  extensions?.problems?.map(({ path, explanation }) => {
    const field = fields.find(({ name }) => path.includes(name));
    return field ? `${field.label}: ${forPeople(explanation)}` : message;
  }) ?? [message];

function forPeople(explanation: string): string {
  if (explanation.endsWith('was not provided.')) return 'is required.';
  if (explanation.startsWith('Expected a value of the enum'))
    return 'has a value that is not one of those offered.';
  if (explanation === 'Expected type "Int".') return 'must be a whole number.';
  return explanation.replace(/^[A-Z]\w+ (?=must )/, '');
}
