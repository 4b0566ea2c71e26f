import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '../../base/actor.ts';
import { failure, Refusal, refuseWith } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { isStorableText } from '../../base/text.ts';
import {
  type LegalDocument,
  legalDocumentTypes,
  readLegalDocument,
} from '../../registry/rules/legal-document.ts';
import { fields, hash, isHash, oneOf, read, text, type Wordings } from './codec.ts';
import { usualBody } from './large-bodies.ts';
import type { ApiFailure } from './status.ts';

const maxDepth = limit('levels of a JSON body', 32, 'No body of the APIs has more.');
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON bodies for every REST API: UTF-8, bounded in size and depth, with storable text only. */
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
  // The larger limit is for the legal document only.
  if (body.length > usualBody && body.length - textOfDocument(value) > usualBody) refuseWith(bodyTooLarge());
  if (!isStorable(value)) refuseWith(failure('PARAMETER_VALUE_SYNTAX'));
  // Clients send the literal null where they have nothing to say (docs/rules/registrar.md#existing-clients).
  return value ?? undefined;
}

export const bodyNotJson = (): ApiFailure => ({
  ...failure('COMMAND_SYNTAX', 'Command syntax error; send the body as application/json'),
  status: 415,
});

export const bodyTooLarge = (limit: number = usualBody): ApiFailure => ({
  ...failure('COMMAND_SYNTAX', `Command syntax error; the body is larger than ${limit / usualBody} MiB`),
  status: 413,
});

function textOfDocument(value: unknown): number {
  const body = documentIn(value)?.legal_document;
  return isHash(body) && typeof body.body === 'string' ? body.body.length : 0;
}

/** The object with the legal document: the body itself, or its wrapper; undefined if the document is blank. */
function documentIn(value: unknown): Record<string, unknown> | undefined {
  if (!isHash(value)) return undefined;
  return [value, ...Object.values(value)].find(
    (holder): holder is Record<string, unknown> =>
      isHash(holder) && holder.legal_document !== undefined && !isBlank(holder.legal_document),
  );
}

const shape = fields({
  legal_document: hash({
    type: z.preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      oneOf(legalDocumentTypes),
    ),
    body: text(),
  }),
});

/** Takes the legal document out of the body; undefined if there is none or it is blank. */
export function liftLegalDocument(body: unknown): unknown {
  const holder = documentIn(body);
  const given = holder?.legal_document;
  if (!holder) return undefined;
  holder.legal_document = { ...(isHash(given) && given), body: '' };
  return given;
}

export function legalDocumentOf(given: unknown, wordings: Wordings, actor: Actor): LegalDocument {
  const reading = read(shape, { legal_document: given }, wordings, actor);
  if (!reading.ok) throw new Refusal(reading.failures);
  const { type, body } = reading.value.legal_document;
  const document = readLegalDocument(type, body);
  return 'bytes' in document ? document : refuseWith(document);
}

function isBlank(given: unknown): boolean {
  if (given === null || given === '') return true;
  return isHash(given) && (given.body ?? '') === '' && (given.type ?? '') === '';
}

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
