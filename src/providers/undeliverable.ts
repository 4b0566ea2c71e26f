/** The receiver has refused for good: trying again would change nothing. */
export class Undeliverable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Undeliverable';
  }
}
