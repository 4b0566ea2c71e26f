import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import Negotiator from 'negotiator';
import type { Config } from '../config.ts';
import { iconUrl } from '../core/logo.ts';
import { graphiqlParts } from './parts.ts';
import { graphiqlStyle } from './style.ts';
import { callers, tabs } from './tabs.ts';

type Settings = Pick<Config, 'sandbox' | 'TIME_ZONE'>;

interface Made {
  readonly brotli: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  readonly policy: string;
}

/** The page is nine megabytes and never changes: made once, at its first request, and kept compressed. */
export class GraphiQLPage {
  readonly #config: Settings;
  readonly #schema: GraphQLSchema;
  #made: Promise<Made> | undefined;

  constructor(config: Settings, schema: GraphQLSchema) {
    this.#config = config;
    this.#schema = schema;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#made ??= make(this.#config, this.#schema);
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

/** GraphiQL as its package brings it, in a page of our own, with what the scripts of browser/ add and fix. */
async function make({ sandbox: isSandbox, TIME_ZONE }: Settings, schema: GraphQLSchema): Promise<Made> {
  const packaged = await import('@graphql-yoga/render-graphiql/graphiql');
  // Our scripts read and write the editors, which Monaco allows when `globalAPI` is set before it starts.
  const library = `self.MonacoEnvironment={globalAPI:true};${packaged.js}`;
  const own = scripts.map(ownScript).join('\n');
  const facts = { tabs: tabs(isSandbox, schema), callers: isSandbox ? callers : {}, timeZone: TIME_ZONE };
  const html = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GraphiQL · Zonegraph</title>
<link rel="icon" href="${iconUrl}">
<style>${packaged.css}</style>
<style>${graphiqlStyle}</style>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript. The same schema, for reading: schema/schema.graphql.</noscript>
${graphiqlParts(isSandbox)}
${dataScript('facts', JSON.stringify(facts).replaceAll('<', '\\u003c'))}
${dataScript('editor-worker', packaged.editorWorkerService)}
${dataScript('json-worker', packaged.jsonWorker)}
${dataScript('graphql-worker', packaged.graphqlWorker)}
<script>${library}</script>
<script type="module">${own}</script>
</body>
</html>`);
  return {
    brotli: await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    gzipped: await promisify(gzip)(html),
    etag: `"${hashOf(html, 'base64url').slice(0, 27)}"`,
    policy:
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'; " +
      `worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
      `script-src '${sourceHash(library)}' '${sourceHash(own)}' blob:`,
  };
}

/** One module for the browser, in the order in which they need each other. */
const scripts = [
  '../../core/table-rows',
  '../../core/chart-model',
  'editors',
  'facts',
  'graphiql-fixes',
  'session',
  'questions',
  'table',
  'answer',
  'picture',
  'start',
];

/** They stand in one module, where what one exports the others find without importing it. */
const ownScript = (name: string): string =>
  readFileSync(new URL(`browser/${name}.js`, import.meta.url), 'utf8').replaceAll(
    /^import [^;]*;\n|^export /gm,
    '',
  );

/** Text for a script of ours to read; the browser runs none of it by itself. */
const dataScript = (id: string, text: string): string =>
  `<script type="text/plain" id="${id}">${text}</script>`;

const hashOf = (content: string | Buffer, encoding: 'base64' | 'base64url'): string =>
  createHash('sha256').update(content).digest(encoding);
const sourceHash = (source: string): string => `sha256-${hashOf(source, 'base64')}`;
