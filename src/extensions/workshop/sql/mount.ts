import { basename } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { schemaOf } from '../../../apis/graphql/caller-schemas.ts';
import type { Services } from '../../../apis/services.ts';
import { callerKinds } from '../../../base/actor.ts';
import { keptForGood, type Packed, pack, sendPacked } from '../../../base/compressed.ts';
import { Modules, modulesAt } from '../../kit/modules.ts';
import { siteNav } from '../../kit/nav.ts';
import { sendPage } from '../../kit/page.ts';
import { browserModule, pageFacts, pageScript } from '../../kit/scripts.ts';
import { exampleCallers } from '../callers.ts';
import { charts } from '../files.ts';
import { examplesOf } from './examples.ts';
import { tarOf } from './new-database.ts';
import { sqlMain } from './parts.ts';
import { sqlStyle } from './style.ts';
import { tablesOf } from './tables.ts';

const script = 'text/javascript; charset=utf-8';

const browser = (name: string): URL => new URL(`browser/${name}`, import.meta.url);

/**
 * The engine is compiled from WebAssembly, which only its worker may do; the page itself has the policy of every
 * page.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

interface File extends Packed {
  readonly type: string;
}

const packages = [
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-sql',
  '@codemirror/language',
  '@codemirror/state',
  '@codemirror/view',
  '@electric-sql/pglite',
  '@lezer/highlight',
  'fflate',
  'graphql/language/parser.mjs',
  'hyparquet-writer',
] as const;

/** Returns the modules of packages that the page loads. */
export const sqlModules = (): Modules =>
  new Modules(packages, { '@electric-sql/pglite': ['pglite.wasm', 'pglite.data', 'initdb.wasm'] });

const types: Readonly<Record<string, string>> = {
  wasm: 'application/wasm',
  data: 'application/octet-stream',
};

/** The files of the page, made at the first request for one of them. */
class SqlFiles {
  readonly #folder: string | undefined;
  #database: Promise<File> | undefined;
  readonly #modules = sqlModules();
  readonly #packed = new Map<string, Promise<File>>();
  #own:
    | Promise<{ readonly urls: Readonly<Record<string, string>>; readonly byUrl: Map<string, File> }>
    | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** The address at which the browser gets an empty PostgreSQL; the name of the folder says which. */
  get databaseUrl(): string | undefined {
    return this.#folder && `/assets/sql/new-database.${basename(this.#folder)}.tar`;
  }

  /** Made when the page is first opened: it takes some seconds to compress it. */
  database(): Promise<File> | undefined {
    const folder = this.#folder;
    if (folder === undefined) return undefined;
    this.#database ??= tarOf(folder)
      .then(pack)
      .then((packed) => ({ ...packed, type: 'application/x-tar' }));
    return this.#database;
  }

  /** A file of a package; its URL has the version of the package. */
  module(url: string): Promise<File> | undefined {
    const file = this.#modules.files.get(url);
    if (!file) return undefined;
    const known = this.#packed.get(url);
    if (known) return known;
    const type = file.isScript ? script : (types[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    const made = pack(this.#modules.read(file)).then((packed) => ({ ...packed, type }));
    this.#packed.set(url, made);
    return made;
  }

  /** Our own scripts that are loaded later; their URLs have a hash. */
  own() {
    this.#own ??= this.#makeOwn();
    return this.#own;
  }

  async #makeOwn() {
    const own = (name: string): string =>
      this.#modules.rewritten(browserModule(browser(name)), new URL(import.meta.url).pathname);
    const contents = {
      'worker.js': own('worker.ts'),
      'editor.js': own('editor.ts'),
      'charts.js': browserModule(charts),
      'xlsx.js': own('xlsx.ts'),
      'parquet-rows.js': own('parquet-rows.ts'),
    };
    const made = Object.entries(contents).map(async ([name, content]) => {
      const packed = await pack(content);
      const url = `/assets/sql/${name.replace('.js', '')}.${packed.hash.slice(0, 12)}.js`;
      return [name, url, { ...packed, type: script }] as const;
    });
    const files = await Promise.all(made);
    return {
      urls: { ...this.#modules.urls, ...Object.fromEntries(files.map(([name, url]) => [name, url])) },
      byUrl: new Map(files.map(([, url, file]) => [url, file])),
    };
  }
}

/** /sql: the caller's lists as tables of a PostgreSQL that runs in the browser. */
export function mountSql(
  app: FastifyInstance,
  { config, calendar, clock, log, preparedDatabase }: Services,
  schema: GraphQLSchema,
): void {
  let files: SqlFiles | undefined;
  const made = (): SqlFiles => {
    files ??= new SqlFiles(preparedDatabase());
    return files;
  };
  const tables = () =>
    Object.fromEntries(
      callerKinds
        .filter((kind) => kind !== 'anonymous')
        .map((kind) => [kind, tablesOf(schemaOf(schema, kind))]),
    );
  let known: ReturnType<typeof tables> | undefined;
  app.get('/sql', async (_, reply) => {
    const { urls } = await made().own();
    const { databaseUrl } = made();
    known ??= tables();
    // The page asks for it a moment later.
    made()
      .database()
      ?.catch((error: unknown) => log.warn(error, 'no database for /sql: browsers initialise one'));
    const facts = {
      files: { ...urls, ...(databaseUrl && { 'new-database.tar': databaseUrl }) },
      timeZone: config.TIME_ZONE,
      now: clock.now().toISOString(),
      callers: exampleCallers(config),
      tabs: [],
      tables: known,
      examples: examplesOf(lastDayBefore(calendar.dateOf(clock.now()))),
    };
    return sendPage(reply, {
      title: 'Ask in SQL',
      description: 'Your lists as tables in a PostgreSQL that runs in this browser.',
      nav: siteNav(config, '/sql'),
      styles: [],
      css: sqlStyle,
      workers: true,
      main: sqlMain(config.isTrial, pageFacts(facts)),
      script: pageScript(browser('page.ts')),
    });
  });
  const send = async (reply: FastifyReply, file: File | undefined): Promise<FastifyReply> => {
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    return sendPacked(reply.type(file.type), file, keptForGood);
  };
  app.get(`${modulesAt}/*`, async (request, reply) => send(reply, await made().module(request.url)));
  app.get('/assets/sql/:file', async (request, reply) => {
    const { byUrl } = await made().own();
    if (request.url === made().databaseUrl)
      return send(
        reply,
        await made()
          .database()
          ?.catch(() => undefined),
      );
    if (request.url.startsWith('/assets/sql/worker.')) reply.header('content-security-policy', workerPolicy);
    return send(reply, byUrl.get(request.url));
  });
}

/** The last day of the month before, as in the name of a table. */
function lastDayBefore(today: string): string {
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_');
}
