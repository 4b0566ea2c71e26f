import { readdirSync, readFileSync } from 'node:fs';
import type { Tool } from './tools.ts';

const folder = new URL('../../../../docs/guides/', import.meta.url);

/** /llms.txt: what this is, the guides, and the tools if they are served. */
export function llmsText(url: string, tools: readonly Tool[]): string {
  const guides = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const [title = file] = readFileSync(new URL(file, folder), 'utf8').split('\n', 1);
      return `- [${title.replace(/^#+ /, '')}](${url}/guides/${file.replace('.md', '')})`;
    });
  return `# Zonegraph

> A national domain registry as one typed graph: domains, contacts, reservations and billing over GraphQL and REST.

- [GraphQL](${url}/graphql): POST; the schema [for registrars](${url}/schema/registrar.graphql), [for everybody](${url}/schema.graphql)
- [REST](${url}/docs): every route

## Guides

${guides.join('\n')}
${
  tools.length === 0
    ? ''
    : `
## Tools for assistants

At ${url}/mcp (Model Context Protocol, Streamable HTTP), with an access token as a Bearer. A tool that writes first only shows what would happen.

${tools.map(({ name, description }) => `- ${name}: ${description}`).join('\n')}
`
}`;
}
