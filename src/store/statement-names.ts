import { createHash } from 'node:crypto';

const MAX_NAMED = 1000;
const MAX_LENGTH = 8192;
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|values)\b/i;

/**
 * Gives statement texts their prepared-statement names. A named statement is parsed and planned once
 * for each connection and runs about twice as fast; the server keeps it as long as the connection lives,
 * so the number of names is bounded and whatever comes later goes unnamed.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_NAMED || text.length > MAX_LENGTH) return undefined;
    // A semicolon may separate statements, and only the simple protocol takes several at once.
    if (!PREPARABLE.test(text) || text.includes(';')) return undefined;
    const name = `z${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    this.#names.set(text, name);
    return name;
  }
}
