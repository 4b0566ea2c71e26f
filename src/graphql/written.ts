/** The data of an answer as text that goes into the response as it is. */
export class WrittenData {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For whoever wants to look into it. */
  toJSON(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }

  /** Within a text `{"` is followed by the end of a value, before an object by its first name. */
  get objects(): number {
    return this.text.match(/\{"[_A-Za-z]/g)?.length ?? 0;
  }
}
