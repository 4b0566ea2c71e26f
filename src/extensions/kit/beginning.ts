import type { FastifyInstance } from 'fastify';

/** The beginning of the landing page. */
export interface Beginning {
  readonly markup: string;
  readonly css: string;
  /** A file of TypeScript that draws it, and its data; undefined where there is nothing to draw. */
  readonly script: URL;
  facts(): Promise<object | undefined>;
}

const beginnings = new WeakMap<FastifyInstance, Beginning>();

/** Gives the landing page of this app something to begin with. */
export const beginWith = (app: FastifyInstance, beginning: Beginning): void =>
  void beginnings.set(app, beginning);

export const beginningOf = (app: FastifyInstance): Beginning | undefined => beginnings.get(app);
