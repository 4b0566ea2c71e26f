import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { tabs } from './graphiql-tabs.ts';

/** The page is nine megabytes and never changes: made once, at its first request, and kept compressed. */
export class GraphiQLPage {
  readonly #withSandboxCredentials: boolean;
  #made: { readonly brotli: Buffer; readonly gzip: Buffer; readonly etag: string } | undefined;

  constructor(withSandboxCredentials: boolean) {
    this.#withSandboxCredentials = withSandboxCredentials;
  }

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { brotli, gzip, etag } = this.#page();
    reply
      .type('text/html; charset=utf-8')
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept, Accept-Encoding')
      .header('referrer-policy', 'no-referrer')
      .header('x-frame-options', 'DENY');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const encoding = new Negotiator(request.raw).encodings(['br', 'gzip'])[0];
    if (encoding === 'br') return reply.header('content-encoding', 'br').send(brotli);
    return reply.header('content-encoding', 'gzip').send(gzip);
  }

  #page() {
    this.#made ??= make(this.#withSandboxCredentials);
    return this.#made;
  }
}

// Options are inlined unescaped by the library: they come from our own files only, never from a request.
function make(withSandboxCredentials: boolean) {
  const defaultTabs = tabs(withSandboxCredentials);
  // GraphiQL shows the first tab with these, whatever headers the tab itself has; a new tab begins with them too.
  const headers = defaultTabs[0]?.headers ?? undefined;
  const html = Buffer.from(
    renderGraphiQL({
      title: 'Zonegraph · GraphiQL',
      endpoint: '/graphql',
      defaultTabs,
      ...(headers && { headers, defaultHeaders: headers }),
      shouldPersistHeaders: false,
      isHeadersEditorEnabled: true,
    }),
  );
  return {
    brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    gzip: gzipSync(html),
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
  };
}
