import type { ExecutionResult } from 'graphql';
import type { Sender } from '../../../apis/access/authenticator.ts';
import { networkOf } from '../../../apis/access/login-throttle.ts';
import type { Format } from '../../../apis/graphql/files/format.ts';
import { TooLong } from '../../../apis/graphql/files/gathered.ts';
import type { FileRequest } from '../../../apis/graphql/files/request.ts';
import { csv, ndjson } from '../../../apis/graphql/files/rows.ts';
import { Incomplete } from '../../../apis/graphql/files/send.ts';
import { httpPartOf } from '../../../apis/graphql/json-fast-path.ts';
import type { Answered, Ask } from '../../../apis/graphql/server.ts';
import type { Services } from '../../../apis/services.ts';
import { lruCache } from '../../../base/lru-cache.ts';
import { fingerprint } from '../../../base/secrets.ts';
import { ExcelFile, ParquetFile } from '../spreadsheets.ts';
import { type Answer, Answers } from './answers.ts';
import { figureIn, type Shown, ShownRows } from './part.ts';
import type { OpenQuestion, Published } from './published-access.ts';
import type { ReaderPlaces } from './reader-places.ts';

/** The format of an answer; `part` is the excerpt for its page and for boards, as JSON (part.ts). */
export type ReadAs = 'csv' | 'ndjson' | 'json' | 'parquet' | 'xlsx' | 'part';

export interface Reader {
  readonly sender: Sender;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The reader has gone, so the answer is not made. */
  readonly isHead: boolean;
}

interface ReadingParts {
  readonly ask: Ask;
  readonly published: Published;
  readonly places: () => ReaderPlaces;
}

/** Errors that mean the publisher may no longer read what the question selects. */
const forbidden: ReadonlySet<unknown> = new Set([
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'TRUSTED_DOCUMENTS_ONLY',
  // Published when fields without permission were still null.
  'GRAPHQL_VALIDATION_FAILED',
]);

/** Runs published questions with their publishers' rights (docs/rules/questions.md#reading). */
export class Reading {
  readonly #services: Services;
  readonly #ask: Ask;
  readonly #published: Published;
  readonly #places: () => ReaderPlaces;
  readonly #answers: Answers;
  /** The questions that their publishers may not read, by the publisher's rights. */
  readonly #unreadable = lruCache<string, true>(10_000);

  constructor(services: Services, { ask, published, places }: ReadingParts) {
    this.#services = services;
    this.#ask = ask;
    this.#published = published;
    this.#places = places;
    this.#answers = new Answers(services.clock);
  }

  /**
   * Counts a read unless it is answered from the cache or from the known headers; 404 if the publisher may not read
   * it.
   */
  async read(open: OpenQuestion, as: ReadAs, reader: Reader): Promise<Answer> {
    const { question } = open;
    // This read is not counted: the answer is always 404.
    if (this.#unreadable.has(rightsOf(open))) return notFound;
    const kept = this.#answers.kept(keyOf(open, as));
    if (reader.isHead) return kept ?? this.#head(open, as, reader);
    if (!kept) return this.#counted(open, as, reader);
    this.#published.noteFreeReading(question);
    return kept;
  }

  /** Counts the query before it runs, because its publisher pays for it. */
  async #counted(open: OpenQuestion, as: ReadAs, reader: Reader): Promise<Answer> {
    const { question } = open;
    const wait = await this.#published.waitFor(question, reader.sender.address);
    if (wait !== undefined) return refused(429, tooOften(wait), { 'retry-after': wait });
    const answer = await this.#answers.answer(keyOf(open, as), reader.signal, (stop) =>
      this.#make(open, as, reader, stop),
    );
    if (answer.isUnread) await this.#published.uncount(question, reader.sender.address);
    if (answer.status === 404) this.#unreadable.set(rightsOf(open), true);
    return answer;
  }

  /**
   * The headers of an answer, which cost the reader nothing. The number of rows of a file comes from the excerpt,
   * which is asked for once a minute at most, whatever comes of it and however long it is: only its headers are kept.
   */
  async #head(open: OpenQuestion, as: ReadAs, reader: Reader): Promise<Answer> {
    const head = { status: 200, headers: { 'content-type': types[as] }, body: '' };
    if (as === 'json' || as === 'part') return head;
    const part =
      this.#answers.kept(keyOf(open, 'part')) ??
      (await this.#answers.answer(
        `head ${rightsOf(open)}`,
        reader.signal,
        (stop) => this.#make(open, 'part', reader, stop).then(withoutRows),
        { isKeptAnyway: true },
      ));
    if (part.status !== 200) return part;
    const { 'x-total-count': rows } = part.headers;
    if (rows === undefined) return noList(formats[as](''));
    return { ...head, headers: { ...head.headers, 'x-total-count': rows } };
  }

  async #make(open: OpenQuestion, as: ReadAs, reader: Reader, stop: AbortSignal): Promise<Answer> {
    const { document: query, variables, id } = open.question;
    const { address } = reader.sender;
    const find = () => this.#published.makerOf(id, address);
    const onBehalfOf = { whom: `the maker of question ${id}`, find };
    const sender = { ...reader.sender, authorization: undefined, onBehalfOf };
    const asked = { query, variables, actor: open.maker, sender, requestId: reader.requestId, signal: stop };
    if (as === 'json') return jsonOf((await this.#ask(asked)).result);
    const format = formats[as](this.#services.calendar.zone);
    const takePlace = () => this.#places().take(networkOf(address));
    const file: FileRequest = { format, wantsAll: as !== 'part', takePlace };
    try {
      const answered = await this.#ask({ ...asked, file });
      if (format instanceof ShownRows) return this.#partOf(answered, format, file.list);
      if (!answered.made) return noFile(answered, format);
      return { status: 200, headers: answered.made.headers, body: answered.made.text };
    } catch (error) {
      if (error instanceof TooLong) return refused(413, error.message);
      if (error instanceof Incomplete) return refused(429, error.message, { 'retry-after': 60 });
      throw error;
    }
  }

  /** Rows, or the cells of an answer without a list if they are one number. */
  #partOf(answered: Answered, { rows, columns }: ShownRows, list: FileRequest['list']): Answer {
    const { clock, calendar } = this.#services;
    const { made, result } = answered;
    const cells = list && 'problem' in list ? list.cells : undefined;
    const isNumber = !made && !result.errors && cells && figureIn({ rows: [result.data], columns: cells });
    if (!made && !isNumber) return noFile(answered, new ShownRows());
    const headers = made?.headers ?? {};
    const shown: Shown = {
      ...(isNumber ? { rows: [result.data], columns: cells } : { rows, columns }),
      total: Number(headers['x-total-count'] ?? (isNumber ? 1 : rows.length)),
      askedOn: calendar.formatForPeople(clock.now()),
      isAlone: !made,
    };
    return { status: 200, headers, body: JSON.stringify(shown) };
  }
}

const types: Readonly<Record<ReadAs, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  part: 'text/html; charset=utf-8',
};

/**
 * Contains the hash, because after a reset of the sandbox another question can have the same id, and what is asked and
 * shown, because that can be changed under the same address.
 */
function rightsOf({ question, maker }: OpenQuestion): string {
  const { id, hash, name, document, variables, look } = question;
  return JSON.stringify([id, hash, maker, fingerprint(JSON.stringify([name, document, variables, look]))]);
}

const keyOf = (open: OpenQuestion, as: ReadAs): string => `${as} ${rightsOf(open)}`;

const formats: Readonly<Record<Exclude<ReadAs, 'json'>, (timeZone: string) => Format>> = {
  csv: () => csv,
  ndjson: () => ndjson,
  parquet: (timeZone) => new ParquetFile(timeZone),
  xlsx: () => new ExcelFile(),
  part: () => new ShownRows(),
};

/** The answer as GraphQL gives it. */
function jsonOf({ data, extensions, errors: found = [] }: ExecutionResult): Answer {
  if (isForbidden(found)) return notFound;
  const { status, headers, errors } = httpPartOf(found);
  const body = {
    ...(errors.length > 0 && { errors }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
  };
  const wait = headers['retry-after'];
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(wait !== undefined && { 'retry-after': wait }),
    },
    body: JSON.stringify(body),
    isUnread: status === 429 && data === undefined,
    // A missing answer may be a passing failure.
    isComplete: errors.length === 0,
  };
}

/** Refuses a file, with the reason. */
function noFile({ result: { data, errors = [] } }: Answered, format: Format): Answer {
  const [first] = errors;
  if (isForbidden(errors)) return notFound;
  if (!first) return noList(format);
  const { status, headers } = httpPartOf(errors);
  const wait = headers['retry-after'];
  const retry = wait ?? (status === 429 ? 60 : undefined);
  const answer = refused(status >= 400 ? status : 422, first.message, {
    ...(retry !== undefined && { 'retry-after': retry }),
  });
  return { ...answer, isUnread: status === 429 && data === undefined };
}

const withoutRows = (part: Answer): Answer => (part.status === 200 ? { ...part, body: '' } : part);

const noList = (format: Format): Answer =>
  refused(406, `${format.name} needs one list of rows: read this question as .json`);

const isForbidden = (errors: NonNullable<ExecutionResult['errors']>): boolean =>
  errors.some(({ extensions }) => forbidden.has(extensions?.code));

const tooOften = (seconds: number): string =>
  `This question was read too often in the last hour. It can be read again in ${Math.ceil(seconds / 60)} min.`;

/** The one answer for every reason, so that it reveals nothing. */
const notFound: Answer = { status: 404, headers: {}, body: '' };

const refused = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string | number>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body: `${message}\n`,
});
