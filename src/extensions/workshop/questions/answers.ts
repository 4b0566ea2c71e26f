import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../base/clock.ts';
import { limit } from '../../../base/limits.ts';

/** The answer of a published question; a long one is a stream. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | Readable;
  /** True if it was refused before it cost its maker anything, so that it is not a reading. */
  readonly isUnread?: boolean;
  /** False if it must not be reused for the next reader; true by default. */
  readonly isComplete?: boolean;
}

type Whole = Answer & { readonly body: string | Buffer };

const largestKept = limit(
  'bytes of an answer to a published question that is kept for a minute',
  2 * 1024 * 1024,
  'A longer one is streamed.',
);
const mostKept = limit(
  'bytes of all kept answers to published questions',
  32 * 1024 * 1024,
  'They share the memory of the process with everything else.',
);
const keptForMs = 60_000;

/** Makes an answer. `stop` aborts it; a reader who leaves does not abort it for others who wait for the same answer. */
type Make = (stop: AbortSignal) => Promise<Answer>;

/** Equal requests within a minute share one answer (docs/rules/questions.md#reading). */
export class Answers {
  readonly #clock: Clock;
  readonly #kept = new LRUCache<string, { readonly at: number; readonly answer: Whole }>({
    maxSize: mostKept,
    sizeCalculation: ({ answer }) => answer.body.length + 500,
  });
  readonly #running = new Map<string, Promise<Whole | undefined>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A cached answer that is not yet a minute old. */
  kept(key: string): Answer | undefined {
    const at = this.#clock.now().getTime();
    const kept = this.#kept.get(key);
    // The sandbox's clock can be set back.
    return kept && at >= kept.at && at - kept.at < keptForMs ? kept.answer : undefined;
  }

  /**
   * `key` contains everything that the answer depends on, including the publisher's rights. With `isKeptAnyway`
   * refusals are kept for a minute as well.
   */
  async answer(key: string, signal: AbortSignal, make: Make, { isKeptAnyway = false } = {}): Promise<Answer> {
    const at = this.#clock.now().getTime();
    const kept = this.kept(key);
    if (kept) return kept;
    const shared = await this.#running.get(key);
    return shared ?? this.#make(key, at, signal, make, isKeptAnyway);
  }

  async #make(
    key: string,
    at: number,
    signal: AbortSignal,
    make: Make,
    isKeptAnyway: boolean,
  ): Promise<Answer> {
    const stop = new AbortController();
    const making = make(stop.signal).then(gathered);
    const sharing = making.then(
      // One reader's refusal may be true of nobody else.
      ({ whole }) => (whole?.isUnread ? undefined : whole),
      () => undefined,
    );
    this.#running.set(key, sharing);
    try {
      const { whole, answer } = await making;
      const isGood = whole?.status === 200 && whole.isComplete !== false;
      if (whole && (isGood || isKeptAnyway)) this.#kept.set(key, { at, answer: whole });
      // From here on the stream belongs to one reader.
      if (!whole) {
        if (signal.aborted) stop.abort();
        signal.addEventListener('abort', () => stop.abort(), { once: true });
      }
      return answer;
    } finally {
      if (this.#running.get(key) === sharing) this.#running.delete(key);
    }
  }
}

/** Reads until the end, or until it is too long to be cached. */
async function gathered(answer: Answer): Promise<{ readonly whole?: Whole; readonly answer: Answer }> {
  const { body } = answer;
  if (!(body instanceof Readable)) {
    const whole = { ...answer, body };
    return body.length <= largestKept ? { whole, answer } : { answer };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  const rest = body[Symbol.asyncIterator]();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    chunks.push(Buffer.from(next.value));
    size += next.value.length;
    if (size > largestKept) return { answer: { ...answer, body: continued(chunks, rest, body) } };
  }
  const whole = { ...answer, body: Buffer.concat(chunks) };
  return { whole, answer: whole };
}

function continued(begun: Buffer[], rest: AsyncIterator<unknown>, source: Readable): Readable {
  const text = Readable.from(
    (async function* () {
      while (begun.length > 0) yield begun.shift();
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    })(),
    { objectMode: false },
  );
  // The source is closed with the answer, even if the answer fails.
  text.once('close', () => source.destroy());
  return text;
}
