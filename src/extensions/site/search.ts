import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Packed, pack, sendPacked } from '../../base/compressed.ts';
import type { searchEntries } from './search-index.ts';

type Entries = ReturnType<typeof searchEntries>;

const own = (name: string): string =>
  readFileSync(new URL(`../kit/browser/${name}.js`, import.meta.url), 'utf8').replaceAll(
    /^import [^;]*;\n|^export /gm,
    '',
  );

/** What search while typing needs: its script, and the index, both made at the first request and kept compressed. */
export function mountSearch(app: FastifyInstance, entries: () => Entries): void {
  let script: Promise<Packed> | undefined;
  let index: Promise<Packed> | undefined;
  app.get('/assets/search.js', async (_, reply) => {
    script ??= pack(`(() => {\n${own('finding')}\n${own('search')}\n})();\n`);
    return sendPacked(reply.type('text/javascript; charset=utf-8'), await script);
  });
  app.get('/assets/search.json', async (_, reply) => {
    index ??= pack(
      JSON.stringify(entries().map(({ kind, title, place, url, words }) => [kind, title, place, url, words])),
    );
    return sendPacked(reply.type('application/json; charset=utf-8'), await index);
  });
}
