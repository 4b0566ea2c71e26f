import type { Actor } from '../../base/actor.ts';

/** Returns what people call a column of an answer; undefined if the only words for it are those in its name. */
export type Words = (column: string) => string | undefined;
/** The words for what a document asks, in the schema of its maker. */
export type WordsOf = (document: string, maker: Actor) => Words;
