import { GraphQLError } from 'graphql';

const type = (name: string): string => `Expected type "${name}".`;
const inEnum = (name: string): string => `Expected a value of the enum "${name}".`;

/**
 * The messages of graphql about a literal that does not fit, which repeat it; the first group of each is the name of
 * the type.
 */
const phrases: readonly (readonly [said: RegExp, instead: (name: string) => string])[] = [
  [/^(Int|Float|Boolean|String|ID) cannot represent /, type],
  [/^Enum "(\w+)" cannot represent /, inEnum],
  [/^Value ".*" does not exist in "(\w+)" enum\./s, inEnum],
  [/^Expected value of type "([^"]+)", found (?!null\.$)/, type],
];

const hint = ' Did you mean the enum value ';

/** The names of an enum at the end of a message that are like the literal. */
function hintIn(message: string): string {
  const at = message.lastIndexOf(hint);
  return at >= 0 && /^[\w", ]+\?$/.test(message.slice(at + hint.length)) ? message.slice(at) : '';
}

/**
 * The error without the literal that it repeats, which may be a secret in the wrong place
 * (docs/rules/graph.md#scalars).
 */
export function withoutLiteral(error: GraphQLError): GraphQLError {
  const { message } = error;
  for (const [said, instead] of phrases) {
    const name = said.exec(message)?.[1];
    if (name !== undefined) return new GraphQLError(`${instead(name)}${hintIn(message)}`, error);
  }
  return error;
}
