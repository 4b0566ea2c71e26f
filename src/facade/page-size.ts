const largest = 200;
/** After so many quick pages in a row a larger one is tried; twice as many after each that was too large. */
const firstQuickPages = 4;
const mostQuickPages = 1_024;

/**
 * How many rows a pass asks for at once: half as many after a page that was slow or never came, twice as many again after
 * several that were quick. What was too large before is tried again later and later, so that it costs little in all.
 */
export class PageSize {
  readonly #slowMs: number;
  #rows = largest;
  #quickPages = 0;
  #quickPagesWanted = firstQuickPages;

  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  get rows(): number {
    return this.#rows;
  }

  /** A page came after so long. */
  came(tookMs: number): void {
    if (tookMs >= this.#slowMs) return void this.#shrink();
    this.#quickPages = tookMs < this.#slowMs / 2 ? this.#quickPages + 1 : 0;
    if (this.#rows === largest || this.#quickPages < this.#quickPagesWanted) return;
    this.#rows = Math.min(this.#rows * 2, largest);
    this.#quickPages = 0;
  }

  /** No page came, after so long; false: that a page is smaller would not help. */
  failed(tookMs: number): boolean {
    return tookMs >= this.#slowMs && this.#shrink();
  }

  #shrink(): boolean {
    if (this.#rows === 1) return false;
    this.#rows = Math.ceil(this.#rows / 2);
    this.#quickPages = 0;
    this.#quickPagesWanted = Math.min(this.#quickPagesWanted * 2, mostQuickPages);
    return true;
  }
}
