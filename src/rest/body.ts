import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure, refuseWith } from '../core/errors.ts';
import { isStorableText } from '../core/text.ts';
import type { DoorFailure } from './status.ts';

const maxDepth = 32;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON bodies for every REST door: UTF-8, bounded in size and depth, holding only text a database can keep. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    readJson(request, body),
  );
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const encoding = request.headers['content-encoding'];
  if (!jsonType.test(request.headers['content-type'] ?? '') || (encoding && encoding !== 'identity'))
    refuseWith(bodyNotJson());
  let value: unknown;
  try {
    value = JSON.parse(strictUtf8.decode(body));
  } catch {
    refuseWith(failure('COMMAND_SYNTAX'));
  }
  if (!isStorable(value)) refuseWith(failure('PARAMETER_VALUE_SYNTAX'));
  // Clients send the literal null where they have nothing to say (docs/rules/registrar.md#existing-clients).
  return value ?? undefined;
}

export const bodyNotJson = (): DoorFailure => ({
  ...failure('COMMAND_SYNTAX', 'Command syntax error; send the body as application/json'),
  status: 415,
});

export const bodyTooLarge = (): DoorFailure => ({
  ...failure('COMMAND_SYNTAX', 'Command syntax error; the body is larger than 1 MiB'),
  status: 413,
});

function isStorable(root: unknown): boolean {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxDepth) return false;
    for (const [key, item] of Object.entries(value)) {
      if (!isStorableText(key)) return false;
      pending.push({ value: item, depth: depth + 1 });
    }
  }
  return true;
}
