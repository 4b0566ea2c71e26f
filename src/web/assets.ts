import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const { resolve } = createRequire(import.meta.url);
const compress = promisify(gzip);

interface Asset {
  readonly type: string;
  /** One after the other; looked for when it is first asked for. A text is what stands between files. */
  readonly files: () => readonly (string | URL | Text)[];
}

interface Text {
  readonly text: string;
}

const script = 'text/javascript; charset=utf-8';

/** Parts of pages from the packages that bring them and from this server: nothing is fetched from elsewhere. */
export function mountAssets(app: FastifyInstance): void {
  const swagger = (file: string): string => resolve(`swagger-ui-dist/${file}`);
  app.get(
    '/docs/swagger-ui-bundle.js',
    sendAsset({ type: script, files: () => [swagger('swagger-ui-bundle.js')] }),
  );
  app.get(
    '/docs/swagger-ui.css',
    sendAsset({ type: 'text/css; charset=utf-8', files: () => [swagger('swagger-ui.css')] }),
  );
  app.get('/assets/charts.js', sendAsset({ type: script, files: chartFiles }));
}

/** What chart-picture.js uses of D3. Packages tell where their modules are; these, for a browser, are beside them. */
const d3 = ['array', 'color', 'format', 'interpolate', 'time', 'time-format', 'scale', 'path', 'shape'];

/** The module that draws charts in a browser, with D3 instead of what it imports. */
function chartFiles(): ReturnType<Asset['files']> {
  const { resolve: beside } = createRequire(pathToFileURL(resolve('d3-scale')));
  const { resolve: besideShape } = createRequire(pathToFileURL(resolve('d3-shape')));
  const parts = d3.map((part) => {
    const found = (part === 'path' || part === 'shape' ? besideShape : beside)(`d3-${part}`);
    return new URL(`../dist/d3-${part}.min.js`, pathToFileURL(found));
  });
  const drawing = readFileSync(new URL('../core/chart-picture.js', import.meta.url), 'utf8');
  const taken = {
    text: drawing.replaceAll(/^import (\{[^}]*\}) from 'd3-[a-z]+';$/gm, 'const $1 = globalThis.d3;'),
  };
  return [...parts, taken];
}

interface Packed {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

/** Read and packed when it is first asked for, and not sent again while it is the same. */
export function sendAsset({ type, files }: Asset) {
  let made: Promise<Packed> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= pack(files());
    const { bytes, packed, etag } = await made;
    reply
      .type(type)
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'gzip').send(packed)
      : reply.send(bytes);
  };
}

async function pack(files: ReturnType<Asset['files']>): Promise<Packed> {
  const parts = await Promise.all(
    files.map((file) =>
      typeof file === 'object' && 'text' in file ? Buffer.from(file.text) : readFile(file),
    ),
  );
  const bytes = Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, packed: await compress(bytes), etag };
}
