// The answer that stands beside the first example before the editor has loaded.
import type { Body } from './behind.ts';

/** An answer, with the request that asked for it. */
export interface FirstAnswer {
  readonly query: string;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The state that first-look.ts leaves to the scripts of the editor. */
export interface FirstLook {
  /** The answer that is shown. */
  answer: Promise<FirstAnswer | undefined> | undefined;
  /** Presses again what was pressed last. */
  press: (() => void) | undefined;
  /** Notes no more what is pressed. */
  readonly stop: () => void;
}
