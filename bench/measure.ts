import autocannon from 'autocannon';
import { authorization, type Scenario } from './scenarios.ts';

/** What several rounds of one scenario at one number of connections have shown. */
export class Cell {
  #seconds = 0;
  readonly #milliseconds: number[] = [];

  add(seconds: number, milliseconds: readonly number[]): void {
    this.#seconds += seconds;
    for (const one of milliseconds) this.#milliseconds.push(one);
  }

  get perSecond(): number {
    return this.#milliseconds.length / this.#seconds;
  }

  percentile(share: number): number {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }
}

/** Sends requests for some time, each connection the next as soon as it has its answer, and adds to the cell. */
export async function drive(
  url: string,
  scenario: Scenario,
  connections: number,
  seconds: number,
  cell: Cell,
): Promise<void> {
  const milliseconds: number[] = [];
  const refused = new Map<string, number>();
  const note = (what: string) => refused.set(what, (refused.get(what) ?? 0) + 1);
  const started = performance.now();
  const options: autocannon.Options = {
    url,
    connections,
    duration: seconds,
    sampleInt: 100,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          ...scenario.next(),
          headers: { authorization, 'content-type': 'application/json' },
        }),
      },
    ],
  };
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(options, (error: unknown) => (error ? reject(error) : resolve()));
    run.on('response', (_, status, __, took) => {
      if (status === 200) milliseconds.push(took);
      else note(`status ${status}`);
    });
    run.on('reqError', (error: unknown) => note(String(error)));
  });
  if (refused.size > 0)
    throw new Error(`${scenario.title.trim()} went wrong: ${JSON.stringify(Object.fromEntries(refused))}`);
  cell.add((performance.now() - started) / 1000, milliseconds);
}
