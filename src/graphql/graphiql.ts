import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { iconUrl, mark } from '../core/mark.ts';
import { graphiqlStyle } from './graphiql-style.ts';
import { tabs } from './graphiql-tabs.ts';

interface Made {
  readonly brotli: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  readonly policy: string;
}

/** The page is nine megabytes and never changes: made once, at its first request, and kept compressed. */
export class GraphiQLPage {
  readonly #withSandboxCredentials: boolean;
  #made: Promise<Made> | undefined;

  constructor(withSandboxCredentials: boolean) {
    this.#withSandboxCredentials = withSandboxCredentials;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#made ??= make(this.#withSandboxCredentials);
    const { brotli, gzipped, etag, policy } = await this.#made;
    reply
      .type('text/html; charset=utf-8')
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept, Accept-Encoding')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('x-frame-options', 'DENY');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    // Browsers name brotli last and like it no less.
    if (new Negotiator(request.raw).encodings(['br']).length > 0)
      return reply.header('content-encoding', 'br').send(brotli);
    return reply.header('content-encoding', 'gzip').send(gzipped);
  }
}

/** GraphiQL as its package brings it, in a page of our own: with our tabs, and with what browser/graphiql.js mends. */
async function make(withSandboxCredentials: boolean): Promise<Made> {
  const library = await import('@graphql-yoga/render-graphiql/graphiql');
  const start = ownFile('graphiql.js');
  const html = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GraphiQL · Zonegraph</title>
<link rel="icon" href="${iconUrl}">
<style>${library.css}</style>
<style>${graphiqlStyle}</style>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript. The same schema, for reading: schema/schema.graphql.</noscript>
<div id="root"></div>
<button type="button" id="csv" hidden>Download CSV</button>
<template id="mark">${mark}</template>
${dataScript('facts', JSON.stringify({ tabs: tabs(withSandboxCredentials) }).replaceAll('<', '\\u003c'))}
${dataScript('editor-worker', library.editorWorkerService)}
${dataScript('json-worker', library.jsonWorker)}
${dataScript('graphql-worker', library.graphqlWorker)}
<script>${library.js}</script>
<script>${start}</script>
</body>
</html>`);
  return {
    brotli: await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    gzipped: await promisify(gzip)(html),
    etag: `"${hashOf(html, 'base64url').slice(0, 27)}"`,
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'; " +
      `worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
      `script-src '${sourceHash(library.js)}' '${sourceHash(start)}' blob:`,
  };
}

const ownFile = (name: string): string => readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');

/** Text for a script of ours to read; the browser runs none of it by itself. */
const dataScript = (id: string, text: string): string =>
  `<script type="text/plain" id="${id}">${text}</script>`;

const hashOf = (content: string | Buffer, encoding: 'base64' | 'base64url'): string =>
  createHash('sha256').update(content).digest(encoding);
const sourceHash = (source: string): string => `sha256-${hashOf(source, 'base64')}`;
