import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { beforeAll, expect, it } from 'vitest';
import { agreed, Browser } from '../../../support/app-sign-in.ts';
import { testWorld } from '../../../support/world.ts';

let url: string;
beforeAll(async () => {
  url = await (await testWorld()).listen();
});

/** What an assistant keeps; it opens the page of the registry in a person's browser. */
class Assistant implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:33418/back';
  readonly clientMetadata = { client_name: 'Assistant', redirect_uris: [this.redirectUrl] };
  #client: unknown;
  #tokens: unknown;
  #verifier = '';
  #discovered: unknown;
  opened: URL | undefined;

  clientInformation = () => this.#client as never;
  tokens = () => this.#tokens as never;
  codeVerifier = () => this.#verifier;
  discoveryState = () => this.#discovered as never;
  saveClientInformation(client: unknown) {
    this.#client = client;
  }
  saveTokens(tokens: unknown) {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  saveDiscoveryState(state: unknown) {
    this.#discovered = state;
  }
  redirectToAuthorization(to: URL) {
    this.opened = to;
  }
}

it("an assistant with MCP's own client connects with nothing but the address", async () => {
  const assistant = new Assistant();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: assistant });
  const connect = async (through: StreamableHTTPClientTransport) => {
    const client = new Client({ name: 'assistant', version: '1.0.0' });
    await client.connect(through);
    return client;
  };
  const first = transport();
  await expect(connect(first)).rejects.toThrow(UnauthorizedError);
  const { pathname, search, searchParams } = assistant.opened ?? new URL(url);
  expect(searchParams.get('resource')).toBe(`${url}/mcp`);
  const back = await agreed(new Browser(url), pathname + search);
  await first.finishAuth(back);
  const client = await connect(transport());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('expiring_domains');
  const answer = await client.callTool({ name: 'expiring_domains', arguments: { within: 'P90D' } });
  expect(answer.isError).toBeFalsy();
  await client.close();
});
