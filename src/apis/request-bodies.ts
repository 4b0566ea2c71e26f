import type { FastifyInstance } from 'fastify';

/** The only kind of body that these routes take, as text; `*`: any. */
export function acceptText(
  scope: FastifyInstance,
  type: string,
  { read = (body) => body, bodyLimit }: { read?: (body: string) => unknown; bodyLimit?: number } = {},
): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', ...(bodyLimit !== undefined && { bodyLimit }) } as const;
  scope.addContentTypeParser(type, options, async (_: unknown, body: string) => read(body));
}

export const acceptForms = (scope: FastifyInstance, bodyLimit?: number): void =>
  acceptText(scope, 'application/x-www-form-urlencoded', {
    read: (body) => new URLSearchParams(body),
    ...(bodyLimit !== undefined && { bodyLimit }),
  });
