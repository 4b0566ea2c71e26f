import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const compress = promisify(gzip);

const types = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;
type Asset = keyof typeof types;

interface Packed {
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

/** The documentation's own parts, from the package and from this server: nothing is fetched from elsewhere. */
export function mountSwaggerAssets(app: FastifyInstance): void {
  const made = new Map<Asset, Promise<Packed>>();
  for (const [name, type] of Object.entries(types) as [Asset, string][])
    app.get(`/docs/${name}`, async (request, reply) => {
      const asset = made.get(name) ?? pack(name);
      made.set(name, asset);
      const { bytes, packed, etag } = await asset;
      reply
        .type(type)
        .header('etag', etag)
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept-Encoding');
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
        ? reply.header('content-encoding', 'gzip').send(packed)
        : reply.send(bytes);
    });
}

async function pack(name: Asset): Promise<Packed> {
  const bytes = await readFile(join(folder, name));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, packed: await compress(bytes), etag };
}
