import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { schemaOf } from '../../apis/graphql/caller-schemas.ts';
import type { Services } from '../../apis/services.ts';
import { keptForGood, type Packed, pack, sendPacked } from '../../base/compressed.ts';
import type { Config } from '../../base/config.ts';
import { iconLinks } from '../kit/icons.ts';
import { siteNav } from '../kit/nav.ts';
import { askFiles } from './ask/mount.ts';
import { exampleCallers } from './callers.ts';
import { type Files, filesAt, introspected, makeFiles } from './files.ts';
import { graphiqlParts } from './parts.ts';
import { graphiqlStyle } from './style.ts';
import { tabs } from './tabs.ts';

type Parts = Pick<Services, 'clock' | 'calendar'> & {
  readonly config: Pick<Config, 'isTrial' | 'TIME_ZONE' | 'ownsRegistry' | 'published'>;
};

/** The page changes with the registry's day and its files never, so both are made once, at the first request. */
export class GraphiQLPage {
  readonly filesAt = filesAt;
  readonly #parts: Parts;
  readonly #schema: GraphQLSchema;
  #files: Promise<Files> | undefined;
  #page: { readonly today: string; readonly packed: Promise<Packed> } | undefined;

  constructor(parts: Parts, schema: GraphQLSchema) {
    this.#parts = parts;
    this.#schema = schema;
  }

  async send(_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await this.#pageOfToday();
    reply
      .type('text/html; charset=utf-8')
      .header('vary', 'Accept')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('x-frame-options', 'DENY');
    return sendPacked(reply, page);
  }

  async sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const files = await this.#makeFiles();
    const file = files.byUrl.get(request.url);
    // A page of another release requests files of that release.
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    return sendPacked(reply.type(file.type), file, keptForGood);
  }

  #makeFiles(): Promise<Files> {
    this.#files ??= makeFiles(schemaOf(this.#schema, 'anonymous'));
    return this.#files;
  }

  #pageOfToday(): Promise<Packed> {
    const { clock, calendar, config } = this.#parts;
    const today = calendar.dateOf(clock.now());
    if (this.#page?.today !== today) {
      const packed = this.#makeFiles().then((files) => make(config, this.#schema, files, today));
      this.#page = { today, packed };
      packed.catch(() => {
        if (this.#page?.packed === packed) this.#page = undefined;
      });
    }
    return this.#page.packed;
  }
}

/** GraphiQL and our scripts are served from our own files; the editors need inline styles. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  `worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'`;

async function make(
  config: Parts['config'],
  schema: GraphQLSchema,
  { urls }: Files,
  today: string,
): Promise<Packed> {
  const { isTrial, TIME_ZONE } = config;
  const steps = await askFiles(schema);
  const callers = exampleCallers(config);
  const examples = tabs(callers, schema);
  const facts = {
    tabs: examples,
    callers,
    timeZone: TIME_ZONE,
    today,
    // The rows of groups are found by the steps of /ask.
    files: { ...steps.urls, ...urls },
    introspection: getIntrospectionQuery(introspected),
  };
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Query the registry: build a question, see the answer as a table or chart, publish it.">
<title>GraphiQL · Zonegraph</title>
${iconLinks}
<style>${graphiqlStyle}
@font-face { font-family: codicon; font-display: block; src: url(${urls['icons.ttf']}); }</style>
<noscript><style>.first-look { display: none !important; }</style></noscript>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript. The schema, for reading: <a href="/schema">every type</a>.</noscript>
${graphiqlParts(isTrial, siteNav(config, '/graphql'), examples)}
<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
<script src="${urls['first-look.js']}"></script>
</body>
</html>`;
  return pack(page);
}
