/**
 * What is done after each test file (after-each-file.ts). Whoever has something to close or to complain of says so here
 * once it is loaded: a test of a rule loads none of them, and so starts in a moment.
 */
export const closings: (() => Promise<void>)[] = [];
export const complaints: (() => string[])[] = [];

const ofThisFile: (() => unknown)[] = [];

/** Done after this file, the last one first. Not `afterAll`, which nobody hears inside of another hook or a test. */
export function atEndOfFile(close: () => unknown): void {
  ofThisFile.push(close);
}

export async function closeEverything(): Promise<void> {
  for (const close of ofThisFile.splice(0).reverse()) await close();
  for (const close of closings) await close();
}
