import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { senderOf } from '../../../apis/access/sender.ts';
import type { Ask } from '../../../apis/graphql/server.ts';
import type { Services } from '../../../apis/services.ts';
import { Refusal, retryAfterOf, Unavailable } from '../../../base/errors.ts';
import { addScope } from '../../../base/scope.ts';
import { type Page, sendNotNow, sendPage } from '../../kit/page.ts';
import { refuseOtherMethods } from '../../kit/read-only.ts';
import { workshopSettings } from '../settings.ts';
import type { WordsOf } from '../words-of.ts';
import type { Answer } from './answers.ts';
import { boardPage, type CardShown } from './board-page.ts';
import { Choices } from './choices.ts';
import { narrowed } from './narrowed.ts';
import { cacheControl, questionPage } from './pages.ts';
import { type OpenQuestion, Published } from './published-access.ts';
import { ReaderPlaces } from './reader-places.ts';
import { type Reader, Reading } from './reading.ts';
import { cardsOf } from './walls.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The places of the readers who are sent whole lists. */
    readerPlaces: ReaderPlaces;
  }
}

type Address = { Params: { '*': string } };
type BoardAddress = Address & { Querystring: Record<string, unknown> };

/**
 * /q/... and /b/..., where published questions and boards are read. Credentials are ignored; any wrong address is a 404
 * (docs/rules/questions.md#addresses).
 */
export function mountQuestions(
  app: FastifyInstance,
  services: Services,
  { schema, ask, wordsOf }: { readonly schema: GraphQLSchema; readonly ask: Ask; readonly wordsOf: WordsOf },
  nothingHere: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const { clock, calendar, metrics, config } = services;
  const published = new Published(services);
  app.decorate('readerPlaces', new ReaderPlaces());
  const reading = new Reading(services, { ask, published, places: () => app.readerPlaces });
  const choices = new Choices(services, ask);
  /** Browsers say that they load a page into a frame; without that it looks as it does on its own. */
  const frame = (request: FastifyRequest, reply: FastifyReply): Pick<Page, 'embedders' | 'isFramed'> => {
    reply.header('vary', 'Sec-Fetch-Dest');
    const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
    return { embedders: workshopSettings.of(config).EMBED_ORIGINS, isFramed };
  };
  addScope(app, { name: 'questions' }, async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      // The question runs with its publisher's rights, so credentials in the headers must not count as verified.
      delete request.raw.headers.authorization;
      reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    });
    // Too many wrong addresses or tokens from the client's network.
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Unavailable) {
        metrics.unavailable('web');
        return sendNotNow(reply, error);
      }
      if (!(error instanceof Refusal)) {
        request.log.error({ err: error }, 'a published question failed');
        return reply
          .status(500)
          .type('text/plain; charset=utf-8')
          .send('This could not be read. Try again later.\n');
      }
      const [failure] = error.failures;
      return reply
        .status(429)
        .header('retry-after', retryAfterOf(failure) ?? '60')
        .type('text/plain; charset=utf-8')
        .send(`${failure.message}\n`);
    });

    scope.get<Address>('/q/*', async (request, reply) => {
      const { address, as } = parted(request.params['*']);
      const reader = readerOf(request, reply);
      const open = await published.question(address, reader.sender.address);
      if (!open) return nothingHere(request, reply);
      request.actor = open.maker;
      const answer = await reading.read(open, as ?? 'part', reader);
      if (answer.status === 404) return nothingHere(request, reply);
      if (as || answer.status !== 200) return send(reply, answer);
      return sendPage(reply, {
        ...questionPage(open.question, address, answer, {
          timeZone: calendar.zone,
          words: wordsOf(open.question.document, open.maker),
        }),
        ...frame(request, reply),
      });
    });

    scope.get<BoardAddress>('/b/*', async (request, reply) => {
      const reader = readerOf(request, reply);
      const { address: from } = reader.sender;
      const board = await published.board(request.params['*'], from);
      if (!board) return nothingHere(request, reply);
      const opened = new Map<number, OpenQuestion>();
      for (const id of board.question_ids) {
        const open = await published.questionOnBoard(id, from);
        if (open) opened.set(id, open);
      }
      const [any] = opened.values();
      const filters = board.wall?.filters ?? [];
      const offered =
        any && filters.length > 0 && (await choices.of(filters, request.query, any.maker, reader));
      const chosen = offered || [];
      const by = choices.narrowing(chosen);
      const cards: CardShown[] = [];
      for (const card of cardsOf(board)) {
        if (reader.signal.aborted) break;
        const open = card.question === undefined ? undefined : opened.get(card.question);
        if (!open) cards.push({ card });
        else {
          const { unmet, ...changed } = narrowed(open.question, by, schema);
          const question = { ...open.question, ...changed };
          const answer = await reading.read({ ...open, question }, 'part', reader);
          const words = wordsOf(question.document, open.maker);
          cards.push(answer.status === 404 ? { card } : { card, part: { question, answer, words, unmet } });
        }
      }
      const page = boardPage(board.name, cards, chosen, {
        readOn: calendar.formatForPeople(clock.now()),
        timeZone: calendar.zone,
      });
      return sendPage(reply, { ...page, ...frame(request, reply) });
    });

    for (const one of ['PROPFIND', 'REPORT', 'SEARCH', 'MKCOL', 'LOCK']) scope.addHttpMethod(one);
    refuseOtherMethods(scope, ['/q/*', '/b/*'], 'Questions and boards');
  });
}

const form = /^(.*)\.(csv|ndjson|json|parquet|xlsx)$/s;

function parted(text: string) {
  const [, address = text, as] = form.exec(text) ?? [];
  return { address, as: as as 'csv' | 'ndjson' | 'json' | 'parquet' | 'xlsx' | undefined };
}

function readerOf(request: FastifyRequest, { raw }: FastifyReply): Reader {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return {
    sender: senderOf(request),
    requestId: request.id,
    signal: controller.signal,
    isHead: request.method === 'HEAD',
  };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  if (status === 200) reply.header('cache-control', cacheControl);
  return reply.status(status).headers(headers).send(body);
}
