/** The parser alone, as browsers load it. */
declare module 'graphql/language/parser.mjs' {
  export { parse } from 'graphql';
}
