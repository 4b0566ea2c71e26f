/** A statement as it went to PostgreSQL. */
export interface Sent {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);

/**
 * Reads the statements of one connection from the messages of the wire protocol: those of PostgreSQL's driver, which
 * sends values as text. What has no values of its own (BEGIN) is left out.
 */
export function readStatements(tell: (sent: Sent) => void): (type: number, body: Buffer) => void {
  const prepared = new Map<string, string>();
  return (type, body) => {
    const reader = new Reader(body);
    if (type === PARSE) prepared.set(reader.text(), reader.text());
    if (type !== BIND) return;
    reader.text();
    const text = prepared.get(reader.text());
    for (let formats = reader.short(); formats > 0; formats -= 1) reader.short();
    const values = Array.from({ length: reader.short() }, () => reader.value());
    if (text !== undefined) tell({ text, values });
  };
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  short(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  value(): string | null {
    const length = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    if (length < 0) return null;
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}
