import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { schemaOf } from '../../../apis/graphql/caller-schemas.ts';
import type { Services } from '../../../apis/services.ts';
import { callerKinds } from '../../../base/actor.ts';
import { keptForGood, type Packed, pack, sendPacked } from '../../../base/compressed.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import type { Beginning } from '../../kit/beginning.ts';
import { siteNav } from '../../kit/nav.ts';
import { sendPage } from '../../kit/page.ts';
import { publishedSecret } from '../../kit/published.ts';
import { browserModule, pageFacts, pageScript } from '../../kit/scripts.ts';
import { exampleCallers } from '../callers.ts';
import { charts } from '../files.ts';
import { publishedBoard } from '../questions/published-rules.ts';
import { sqlModules } from '../sql/mount.ts';
import type { WordsOf } from '../words-of.ts';
import { askedFirst, askedStyle, firstQuestion } from './asked-first.ts';
import { catalogOf } from './catalog.ts';
import { cards } from './examples.ts';
import { askMain } from './parts.ts';
import { askStyle } from './style.ts';
import { wordsIn } from './words.ts';

const script = 'text/javascript; charset=utf-8';
const at = '/assets/ask';

interface File extends Packed {
  readonly type: string;
}

interface AskFiles {
  readonly urls: Readonly<Record<string, string>>;
  readonly byUrl: ReadonlyMap<string, File>;
}

const made = new WeakMap<GraphQLSchema, Promise<AskFiles>>();
/**
 * Made once for a schema, at the first request for this page or for GraphiQL, which shows the rows of groups with
 * them.
 */
export const askFiles = (schema: GraphQLSchema): Promise<AskFiles> =>
  getOrCreate(made, schema, () => makeFiles(schema));

const browser = (name: string): URL => new URL(`browser/${name}`, import.meta.url);

/**
 * Makes the files that the page loads later: the lists of a kind of caller, the charts, and what reads a query that
 * is opened as steps.
 */
async function makeFiles(schema: GraphQLSchema): Promise<AskFiles> {
  const modules = sqlModules();
  const contents = {
    ...Object.fromEntries(
      callerKinds.map((kind) => [
        `${kind}.json`,
        {
          type: 'application/json; charset=utf-8',
          content: JSON.stringify(catalogOf(schemaOf(schema, kind))),
        },
      ]),
    ),
    'charts.js': { type: script, content: browserModule(charts) },
    // This is for the landing page, which draws one question.
    'rows.js': { type: script, content: browserModule(browser('rows.ts')) },
    'reading.js': {
      type: script,
      content: modules.rewritten(browserModule(browser('queries.ts')), new URL(import.meta.url).pathname),
    },
  };
  const packing = Object.entries(contents).map(async ([name, { type, content }]) => {
    const packed = await pack(content);
    const [stem = name, ending] = name.split('.');
    return [name, `${at}/${stem}.${packed.hash.slice(0, 12)}.${ending}`, { ...packed, type }] as const;
  });
  const files = await Promise.all(packing);
  return {
    urls: Object.fromEntries(files.map(([name, url]) => [name, url])),
    byUrl: new Map<string, File>(files.map(([, url, file]) => [url, file])),
  };
}

/** /ask: questions in four steps, for people who know no GraphQL. */
export function mountAsk(
  app: FastifyInstance,
  { config, calendar, clock }: Services,
  schema: GraphQLSchema,
): Beginning & { readonly wordsOf: WordsOf } {
  const files = () => askFiles(schema);
  app.get('/ask', async (_, reply) => {
    const { urls } = await files();
    const facts = {
      files: urls,
      timeZone: config.TIME_ZONE,
      today: calendar.dateOf(clock.now()),
      callers: exampleCallers(config),
      tabs: [],
    };
    return sendPage(reply, {
      title: 'Ask',
      description: 'Ask the registry in four steps, and see the answer as a table or a picture.',
      nav: siteNav(config, '/ask'),
      css: askStyle,
      main: askMain(
        config.isTrial,
        cards,
        pageFacts(facts),
        publishedSecret(config, 'OPERATOR_TOKENS') && publishedBoard,
      ),
      script: pageScript(browser('page.ts')),
    });
  });
  app.get(`${at}/:file`, async (request, reply) => {
    const file = (await files()).byUrl.get(request.url);
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    return sendPacked(reply.type(file.type), file, keptForGood);
  });
  return {
    wordsOf: wordsIn(schema),
    markup: askedFirst(config).text,
    script: browser('landing-question.ts'),
    css: askedStyle,
    facts: async () =>
      config.hasExamples
        ? {
            ...firstQuestion(schema, calendar.dateOf(clock.now())),
            authorization: exampleCallers(config).alpha,
            files: (await files()).urls,
            timeZone: config.TIME_ZONE,
          }
        : undefined,
  };
}
