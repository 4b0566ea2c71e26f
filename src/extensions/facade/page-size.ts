import { limit } from '../../base/limits.ts';

const largest = 200;
/**
 * The number of fast pages in a row after which a larger one is tried; it doubles after each page that was too large.
 */
const firstQuickPages = 4;
const mostQuickPages = limit(
  'pages of the registry that are counted as quick',
  1_024,
  'More says nothing new.',
);

/**
 * The page size of a pass: halved after a page that was slow or never came, doubled after several fast ones. A size
 * that was too large before is retried less and less often, so that it costs little in all.
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

  /** Records the duration of a page. */
  came(tookMs: number): void {
    if (tookMs >= this.#slowMs) return void this.#shrink();
    this.#quickPages = tookMs < this.#slowMs / 2 ? this.#quickPages + 1 : 0;
    if (this.#rows === largest || this.#quickPages < this.#quickPagesWanted) return;
    this.#rows = Math.min(this.#rows * 2, largest);
    this.#quickPages = 0;
  }

  /** Records a page that never came, after this time; false if a smaller page would not help. */
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
