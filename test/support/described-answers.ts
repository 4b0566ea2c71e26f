import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { remembered } from '#src/core/remembered.ts';
import { complaints } from './at-end.ts';

interface Described {
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: object; examples?: object }>> }>
  >;
}

/** What we publish of the REST doors. */
export const openApi = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, object> } };

/** The published schema, as something that can judge an answer. */
export function judge(schema: object): z.ZodType {
  const inOne = JSON.stringify({ ...schema, $defs: openApi.components.schemas });
  return z.fromJSONSchema(JSON.parse(inOne.replaceAll('#/components/schemas/', '#/$defs/')));
}

const judges = new Map<object, z.ZodType>();
let wrong: string[] = [];

/** What was answered otherwise than it is published, since this was last asked. */
export function wrongAnswers(): string[] {
  const found = wrong;
  wrong = [];
  return found;
}
complaints.push(wrongAnswers);

/** Holds every answer of a test's app against what is published of it, whatever the test itself looks at. */
export function compareWithDescription(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const path = (routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}');
    const operation = openApi.paths[path]?.[method.toLowerCase()];
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!operation || !isJson || typeof payload !== 'string') return payload;
    const described = operation.responses[reply.statusCode]?.content?.['application/json'];
    const fault = described
      ? remembered(judges, described.schema, () => judge(described.schema)).safeParse(JSON.parse(payload))
          .error
      : new Error('is not described');
    if (fault)
      wrong.push(
        `${method} ${path} ${reply.statusCode}: ${fault instanceof z.ZodError ? z.prettifyError(fault) : fault.message}: ${payload.slice(0, 300)}`,
      );
    return payload;
  });
}
