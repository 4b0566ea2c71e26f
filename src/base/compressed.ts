import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Fast, and smaller than gzip. */
const fast = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const brotli = (bytes: Buffer): Promise<Buffer> => promisify(brotliCompress)(bytes, { params: fast });

/** Browsers list brotli last without meaning a lower preference. */
const encodingFor = ({ raw }: FastifyRequest): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((encoding) => new Negotiator(raw).encodings([encoding]).length > 0);

const varying = (reply: FastifyReply): string =>
  [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ');

/** Shorter texts fit into one packet as they are. */
const worthIt = 1024;

/** Neither what is compressed already, nor live streams, whose events must not wait for others. */
const isText = (type: unknown): boolean =>
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/x-ndjson|image\/svg)/.test(
    String(type),
  );

/** Compresses every text that is sent, however it is made, if the caller accepts that. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    const isStream = payload instanceof Readable;
    const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if ((!isStream && length <= worthIt) || reply.hasHeader('content-encoding')) return next(null, payload);
    if (!isText(reply.getHeader('content-type'))) return next(null, payload);
    reply.header('vary', varying(reply));
    const encoding = request.headers['accept-encoding'] ? encodingFor(request) : undefined;
    if (!encoding) return next(null, payload);
    reply.removeHeader('content-length').header('content-encoding', encoding);
    if (isStream)
      return next(
        null,
        pipeline(payload, compressor(encoding), () => undefined),
      );
    const compress = encoding === 'br' ? brotli : promisify(gzip);
    compress(Buffer.from(payload as string | Buffer)).then((bytes) => next(null, bytes), next);
  });
}

/** Creates a stream that gives out at once what is written: a long list is read while it is made. */
const compressor = (encoding: 'br' | 'gzip') =>
  encoding === 'br'
    ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: fast })
    : createGzip({ flush: constants.Z_SYNC_FLUSH });

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

/** The `Cache-Control` of a URL that contains the hash of its file. */
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
