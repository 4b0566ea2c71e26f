import { Pool } from 'undici';
import { nothingSpent } from './cpu.ts';
import { authorization, type Scenario } from './scenarios.ts';
import { nothingWritten } from './writes.ts';

/** What several rounds of one scenario at one number of connections have shown. */
export class Cell {
  #seconds = 0;
  readonly #milliseconds: number[] = [];
  /** How many were refused because there was too much to do. */
  refused = 0;
  /** What it has cost whom. */
  spent = nothingSpent;
  written = nothingWritten;

  add(seconds: number, milliseconds: readonly number[], refused = 0): void {
    this.#seconds += seconds;
    this.refused += refused;
    for (const one of milliseconds) this.#milliseconds.push(one);
  }

  get answered(): number {
    return this.#milliseconds.length;
  }

  get perSecond(): number {
    return this.#milliseconds.length / this.#seconds;
  }

  percentile(share: number): number {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }
}

const headers = { authorization, 'content-type': 'application/json' };

/**
 * Sends requests for some time, each connection the next as soon as it has its answer, and adds to the cell. Each has
 * had an answer before the clock starts: a busy server takes in new connections one by one, which is nothing that the
 * scenario is about. What is under way when time is up is waited for and counted: load generators that hang up instead
 * leave the server busy with it, at the cost of whoever is measured next, and see nothing at all of answers that take
 * long.
 */
export async function drive(
  url: string,
  scenario: Scenario,
  connections: number,
  seconds: number,
  cell: Cell,
): Promise<void> {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const milliseconds: number[] = [];
  let refused = 0;
  /** Whether it was answered; a refusal for now is counted. */
  const send = async (): Promise<boolean> => {
    const { statusCode, body } = await pool.request({ ...scenario.next(), headers });
    if (statusCode === 503) {
      await body.arrayBuffer();
      refused += 1;
      return false;
    }
    if (statusCode !== 200)
      throw new Error(`${scenario.title.trim()} was answered with ${statusCode}: ${await body.text()}`);
    await body.arrayBuffer();
    return true;
  };
  const onEach = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: connections }, work));
  try {
    await onEach(send);
    refused = 0;
    const started = performance.now();
    const until = started + seconds * 1000;
    await onEach(async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        if (await send()) milliseconds.push(performance.now() - sent);
      }
    });
    cell.add((performance.now() - started) / 1000, milliseconds, refused);
  } finally {
    await pool.destroy();
  }
}
