import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Fast, and smaller than gzip. */
const brotli = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Browsers name brotli last and like it no less. */
const encodingFor = ({ raw }: FastifyRequest): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((encoding) => new Negotiator(raw).encodings([encoding]).length > 0);

const varying = (reply: FastifyReply): string =>
  [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');

/** Shorter texts fit into one packet as they are. */
const worthIt = 1400;

/** A text that is made for one request: a page, or a document of the day. */
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

/** A file that is sent to many: compressed once, and kept so. */
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

/** For an address that holds the hash of its file. */
export const keptForGood = 'public, max-age=31536000, immutable';

/** Not sent again while it is the same. */
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
