/**
 * Shares calls between concurrent callers; nobody gets the answer of a call that started before they asked.
 */
export class SingleFlight<T> {
  readonly #ask: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get isIdle(): boolean {
    return this.#running === undefined && this.#next === undefined;
  }

  get(): Promise<T> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    this.#next = undefined;
    const asked = this.#ask();
    this.#running = asked;
    const done = (): void => {
      if (this.#running === asked) this.#running = undefined;
    };
    asked.then(done, done);
    return asked;
  }
}
