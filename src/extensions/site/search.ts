import type { FastifyInstance } from 'fastify';
import { type Packed, pack, sendPacked } from '../../base/compressed.ts';
import { browserScript } from '../kit/scripts.ts';
import type { searchEntries } from './search-index.ts';

type Entries = ReturnType<typeof searchEntries>;

const script = new URL('../kit/browser/search.ts', import.meta.url);

/**
 * Serves what search while typing needs: its script, and the index, both made at the first request and kept
 * compressed.
 */
export function mountSearch(app: FastifyInstance, entries: () => Entries): void {
  let code: Promise<Packed> | undefined;
  let index: Promise<Packed> | undefined;
  app.get('/assets/search.js', async (_, reply) => {
    code ??= pack(browserScript(script));
    return sendPacked(reply.type('text/javascript; charset=utf-8'), await code);
  });
  app.get('/assets/search.json', async (_, reply) => {
    index ??= pack(
      JSON.stringify(entries().map(({ kind, title, place, url, words }) => [kind, title, place, url, words])),
    );
    return sendPacked(reply.type('application/json; charset=utf-8'), await index);
  });
}
