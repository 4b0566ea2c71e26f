import { createHash } from 'node:crypto';

const MAX_NAMED = 1000;
const MAX_LENGTH = 8192;
/** The greatest length of all texts together, in characters: each connection, and the server, keeps a copy. */
const MAX_KEPT = 2 * 1024 * 1024;
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|values)\b/i;

/**
 * Gives statement texts their prepared-statement names. A named statement is parsed and planned once for each
 * connection and runs about twice as fast. Statements depend on the selected and filtered fields, so the
 * number of texts is unlimited: a text gets a name when it is used a second time, and when there are too many
 * names all of them are dropped. The server drops them with the connections of that generation, which are
 * closed when they are released.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();
  #namedLength = 0;
  #seenLength = 0;
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  /** All statements get new names, on new connections only. */
  forget(): void {
    this.#names.clear();
    this.#namedLength = 0;
    this.#generation += 1;
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    // A semicolon may separate statements, and only the simple protocol takes several at once.
    if (text.length > MAX_LENGTH || !PREPARABLE.test(text) || text.includes(';')) return undefined;
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= MAX_NAMED || this.#seenLength + text.length > MAX_KEPT) {
        this.#seenOnce.clear();
        this.#seenLength = 0;
      }
      this.#seenOnce.add(text);
      this.#seenLength += text.length;
      return undefined;
    }
    this.#seenLength -= text.length;
    if (this.#names.size >= MAX_NAMED || this.#namedLength + text.length > MAX_KEPT) {
      this.forget();
    }
    this.#namedLength += text.length;
    const name = `z${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }
}
