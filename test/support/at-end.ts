/**
 * What is done after each test file (after-each-file.ts). Whoever has something to close or to complain of says so here
 * once it is loaded: a test of a rule loads none of them, and so starts in a moment.
 */
export const closings: (() => Promise<void>)[] = [];
export const complaints: (() => string[])[] = [];
