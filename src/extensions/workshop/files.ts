import { type GraphQLSchema, introspectionFromSchema } from 'graphql';
import { type Packed, pack } from '../../base/compressed.ts';
import { browserModule, browserScript } from '../kit/scripts.ts';
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

const browser = (name: string): URL => new URL(`browser/${name}`, import.meta.url);
/** The module that draws charts, with what it needs of D3; loaded with the first chart. */
export const charts = browser('charts.ts');

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
    'first-look.js': { type: script, content: browserScript(browser('first-look.ts')) },
    'page.js': { type: script, content: browserModule(browser('start.ts')) },
    'charts.js': { type: script, content: browserModule(charts) },
    'editor-worker.js': { type: script, content: packaged.editorWorkerService },
    'json-worker.js': { type: script, content: packaged.jsonWorker },
    'graphql-worker.js': { type: script, content: packaged.graphqlWorker },
    'introspection.json': {
      type: 'application/json; charset=utf-8',
      content: JSON.stringify({ data: introspection }),
    },
  };
}
