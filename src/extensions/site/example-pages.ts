import { readdirSync, readFileSync } from 'node:fs';
import type { GuidePage } from './guide-pages.ts';

const folder = new URL('../../../examples/', import.meta.url);
const examples = { react: 'React with urql', relay: 'React with Relay' };

/** The files of the examples, which the guides link to; they are pages of their own, not listed among the guides. */
export function examplePages(): readonly GuidePage[] {
  const pages = Object.entries(examples).flatMap(([name, about]) =>
    readdirSync(new URL(`${name}/src/`, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${name}/src/${entry.name}`)
      .concat(name === 'react' ? ['react/codegen.ts'] : [])
      .map((path) => filePage(path, about)),
  );
  const listed = pages.map(({ title, url }) => `- [${title}](${url})`).join('\n');
  const about = 'Two pages on the graph, file by file, to read and to copy from.';
  const text = `# Examples\n\n${about}\n\n${listed}\n`;
  const places = ['/examples', ...Object.keys(examples).map((name) => `/examples/${name}`)];
  return [
    ...places.map((file) => ({ file, url: '/guides/examples', title: 'Examples', about, text })),
    ...pages,
  ];
}

const filePage = (path: string, about: string): GuidePage => ({
  file: `/examples/${path}`,
  url: `/guides/examples/${path}`,
  title: path,
  about: `A file of the example with ${about}.`,
  text: `# ${path}\n\nA file of the [example](/guides/examples) with ${about}.\n\n\`\`\`\`ts\n${readFileSync(new URL(path, folder), 'utf8').trimEnd()}\n\`\`\`\`\n`,
});
