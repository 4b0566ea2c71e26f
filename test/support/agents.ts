import { expect } from 'vitest';
import { getOrCreate } from '#src/base/get-or-create.ts';
import { judge } from './described-answers.ts';
import type { Loose, TestWorld } from './world.ts';

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Loose;
  readonly _meta?: Loose;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Loose;
  readonly outputSchema: Loose;
  readonly annotations: Readonly<Record<string, boolean>>;
}

/** What a program with this token gets from /mcp. Every answer of a tool is held against the schema that the tool declares. */
export function agentOf(world: TestWorld, auth: string) {
  const schemas = new Map<string, Loose>();
  const send = (payload: object | string) =>
    world.request({
      method: 'POST',
      url: '/mcp',
      auth,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      payload,
    });
  const ask = async (method: string, params: object = {}): Promise<Loose> => {
    const { status, body } = await send({ jsonrpc: '2.0', id: 1, method, params });
    expect(status).toBe(200);
    return body;
  };
  const tools = async (): Promise<ListedTool[]> => (await ask('tools/list')).result.tools;
  const names = async (): Promise<string[]> => (await tools()).map(({ name }) => name);
  const call = async (name: string, args: object = {}): Promise<ToolAnswer> => {
    if (schemas.size === 0) for (const tool of await tools()) schemas.set(tool.name, tool.outputSchema);
    const { result, error } = await ask('tools/call', { name, arguments: args });
    if (!result) throw new Error(JSON.stringify(error));
    const schema = schemas.get(name);
    if (schema)
      expect(getOrCreate(judges, schema, () => judge(schema)).safeParse(result.structuredContent).error).toBe(
        undefined,
      );
    return result;
  };
  return { send, ask, tools, names, call };
}

const judges = new Map<object, ReturnType<typeof judge>>();

export const textOf = ({ content }: ToolAnswer): string => content.map(({ text }) => text).join('\n');
