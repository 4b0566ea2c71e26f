/**
 * What is done after each test file (after-each-file.ts). Whoever has something to close or to complain of says so here
 * once it is loaded: a test of a rule loads none of them, and so starts in a moment.
 */
export const closings: (() => Promise<void>)[] = [];
export const complaints: (() => string[])[] = [];

const ofThisFile: (() => unknown)[] = [];
const emptied: object[] = [];

/** Done after this file, the last one first. Not `afterAll`, which nobody hears inside of another hook or a test. */
export function atEndOfFile(close: () => unknown): void {
  ofThisFile.push(close);
}

/**
 * Empties the object after this file, when everything is closed. A worker keeps the module of every file that it has run, and
 * what its variables hold: a world takes some 10 MB, which the garbage collector would walk through until the last file.
 */
export function emptiedAtEnd<T extends object>(object: T): T {
  emptied.push(object);
  return object;
}

export async function closeEverything(): Promise<void> {
  for (const close of ofThisFile.splice(0).reverse()) await close();
  for (const close of closings) await close();
  for (const object of emptied.splice(0))
    for (const key of Object.keys(object)) Reflect.deleteProperty(object, key);
}
