import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Fast at this level, and still smaller than gzip. */
const brotli = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Browsers list brotli last without meaning a lower preference. */
const encodingFor = ({ raw }: FastifyRequest): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((encoding) => new Negotiator(raw).encodings([encoding]).length > 0);

const varying = (reply: FastifyReply): string =>
  [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');

/** Shorter texts fit into one packet uncompressed. */
const worthIt = 1400;

/** Sends a text that is made for one request, such as a page. */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply {
  reply.header('vary', varying(reply));
  const encoding = text.length < worthIt ? undefined : encodingFor(reply.request);
  if (!encoding) return reply.send(text);
  const compress = encoding === 'br' ? brotli : promisify(gzip);
  compress(Buffer.from(text)).then(
    (bytes) => reply.header('content-encoding', encoding).send(bytes),
    (error) => reply.send(error),
  );
  return reply;
}

/** A file that is sent to many, compressed once. */
export interface Packed {
  readonly brotli: Buffer;
  readonly gzipped: Buffer;
  readonly hash: string;
}

export async function pack(content: Buffer | string): Promise<Packed> {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const [br, gzipped] = await Promise.all([brotli(bytes), promisify(gzip)(bytes)]);
  return { brotli: br, gzipped, hash };
}

/** For a URL that contains the hash of its file. */
export const keptForGood = 'public, max-age=31536000, immutable';

/** Sends a file with an ETag: 304 while it is unchanged. */
export async function sendPacked(
  reply: FastifyReply,
  { brotli: br, gzipped, hash }: Packed,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  const { request } = reply;
  const etag = `"${hash}"`;
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', varying(reply));
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const encoding = encodingFor(request);
  if (!encoding) return reply.send(await promisify(gunzip)(gzipped));
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzipped);
}
