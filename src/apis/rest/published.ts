import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends what anybody may read and cache for a while; a client with the current version gets 304 (RFC 9110,
 * 13).
 */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  reply
    .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
    .removeHeader('vary');
  return sendTagged(request, reply, body);
}

/**
 * Sends a body with a weak ETag, as registrars' clients expect of all reads
 * (docs/rules/registrar.md#existing-clients).
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const text = JSON.stringify(body);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Weak comparison: a cache may have dropped the W/, or send several tags. */
function isKnown(asked: string | undefined, etag: string): boolean {
  const tags = (asked ?? '').split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.slice(2));
}
