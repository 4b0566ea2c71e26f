import { readFileSync } from 'node:fs';
import { type GraphQLSchema, introspectionFromSchema } from 'graphql';
import { type Packed, pack } from '../../base/compressed.ts';
import { d3File } from '../kit/vendor.ts';
import { iconsIn, startingQuickly, withoutFonts, withoutStacks } from './packaged.ts';

interface HashedFile extends Packed {
  readonly type: string;
}

/** The URL of each file by its name in the page, and the files by URL. */
export interface Files {
  readonly urls: Readonly<Record<FileName, string>>;
  readonly byUrl: ReadonlyMap<string, HashedFile>;
}

type FileName = keyof Awaited<ReturnType<typeof contents>>;

/** The options of GraphiQL's introspection query. */
export const introspected = { inputValueDeprecation: true, oneOf: true };

export const filesAt = '/assets/graphiql';
const script = 'text/javascript; charset=utf-8';

/** Everything that the page loads. Each file has the hash of its content in its URL, so browsers cache it for good. */
export async function makeFiles(schema: GraphQLSchema): Promise<Files> {
  const made = Object.entries(await contents(schema)).map(async ([name, { type, content }]) => {
    const packed = await pack(content);
    const [stem = name, ending] = name.split('.');
    return [name, `${filesAt}/${stem}.${packed.hash.slice(0, 12)}.${ending}`, { ...packed, type }] as const;
  });
  const files = await Promise.all(made);
  return {
    urls: Object.fromEntries(files.map(([name, url]) => [name, url])) as Files['urls'],
    byUrl: new Map(files.map(([, url, file]) => [url, file])),
  };
}

async function contents(schema: GraphQLSchema) {
  const packaged = await import('@graphql-yoga/render-graphiql/graphiql');
  const introspection = introspectionFromSchema(schema, introspected);
  return {
    // Our scripts access the editors, which Monaco allows if `globalAPI` is set before it starts.
    'graphiql.js': {
      type: script,
      content: `self.MonacoEnvironment={globalAPI:true};${withoutStacks(startingQuickly(packaged.js))}`,
    },
    'graphiql.css': { type: 'text/css; charset=utf-8', content: withoutFonts(packaged.css) },
    'icons.ttf': { type: 'font/ttf', content: iconsIn(packaged.css) },
    'first-look.js': { type: script, content: ownScript('first-look') },
    'page.js': { type: script, content: scripts.map(ownScript).join('\n') },
    'charts.js': { type: script, content: charts() },
    'editor-worker.js': { type: script, content: packaged.editorWorkerService },
    'json-worker.js': { type: script, content: packaged.jsonWorker },
    'graphql-worker.js': { type: script, content: packaged.graphqlWorker },
    'introspection.json': {
      type: 'application/json; charset=utf-8',
      content: JSON.stringify({ data: introspection }),
    },
  };
}

/** Our scripts as one module, in the order of their dependencies. */
const scripts = [
  '../charts/table-rows',
  '../charts/chart-columns',
  '../charts/chart-model',
  '../charts/chart-notes',
  'editors',
  'facts',
  'graphiql-fixes',
  'caller',
  'explained',
  'lists',
  'session',
  'questions',
  'table',
  'picture',
  'chart',
  'behind',
  'answer',
  'kept-answer',
  'publish',
  'arrange',
  'boards',
  'own-schema',
  'price',
  'hand-over',
  'start',
];

/** In one module the scripts see each other's declarations, so their imports and exports are removed. */
const ownScript = (name: string): string =>
  readFileSync(new URL(`browser/${name}.js`, import.meta.url), 'utf8').replaceAll(
    /^import [^;]*;\n|^export /gm,
    '',
  );

/** The D3 packages that chart-picture.js uses, each with the package that depends on it. */
export const d3 = {
  'd3-scale': ['array', 'color', 'format', 'interpolate', 'time', 'time-format', 'scale'],
  'd3-shape': ['path', 'shape'],
};

/** The module that draws charts, with D3 inlined in place of its imports; loaded with the first chart. */
export function charts(): string {
  const parts = Object.entries(d3).flatMap(([name, needed]) => needed.map((part) => d3File(part, name)));
  const drawing = readFileSync(new URL('./charts/chart-picture.js', import.meta.url), 'utf8');
  const own = drawing.replaceAll(/^import (\{[^}]*\}) from 'd3-[a-z]+';$/gm, 'const $1 = globalThis.d3;');
  const specification = readFileSync(new URL('./charts/chart-specification.js', import.meta.url), 'utf8');
  return [...parts.map((file) => readFileSync(file, 'utf8')), own, specification].join('\n');
}
