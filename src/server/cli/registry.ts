import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { graphql } from 'graphql';
import type { Chosen, Extension } from '../../apis/extension-points.ts';
import { schemaOf } from '../../apis/graphql/caller-schemas.ts';
import { schemaFor } from '../../apis/graphql/server.ts';
import { fail, type Registry } from '../../base/command.ts';
import type { Config } from '../../base/config.ts';
import { explained } from '../../base/errors.ts';
import { adminToken } from '../../base/operator-tokens.ts';
import { withoutTrailing } from '../../base/text.ts';
import { type Database, openDatabase } from '../../registry/store/driver/connections/database.ts';
import { identityOfDirectory } from '../../registry/store/driver/connections/identity.ts';
import { tableNames } from '../../registry/store/driver/migrations/tables.ts';
import { readAddress } from '../../registry/store/embedded/address.ts';
import { open } from '../serve.ts';

interface Problem {
  readonly message: string;
  readonly explanation?: string | null;
}

interface Answer {
  readonly data?: Readonly<Record<string, { readonly userErrors?: readonly Problem[] }>>;
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * The running server, or the database itself if none runs. A server that listens may serve another registry
 * than the given database: then the database is used, and if both were given explicitly, neither.
 */
export async function openRegistry(
  { config, load }: Chosen,
  env: NodeJS.ProcessEnv,
  { onlyDescribes, onlyReads }: { readonly onlyDescribes: boolean; readonly onlyReads: boolean },
): Promise<Registry> {
  const ownToken = adminToken(config);
  if (!ownToken) fail('OPERATOR_TOKENS has no token of an ADMIN, so nobody can act as the operator');
  const isSet = (name: string): boolean => Boolean(env[name] || env[`${name}_FILE`]);
  const ownDatabase = async () =>
    onlyDescribes ? ownSchema(config, load) : databaseOf(config, await load(), ownToken, onlyReads);
  const named = env.ZONEGRAPH_URL && withoutTrailing(env.ZONEGRAPH_URL, '/');
  const usual = `http://127.0.0.1:${config.PORT}`;
  const address = named || config.DATABASE_URL ? undefined : readAddress(config.DATA_DIR);
  const noted = address?.url;
  // A process in front of another registry does not have tokens in its environment: the one that holds the directory
  // has stored one.
  const token = (!config.ownsRegistry && !isSet('OPERATOR_TOKENS') && address?.token) || ownToken;
  const holder = noted && (await whoAnswers(noted, token));
  const isHolder = holder && holder.registry === (await identityOf(config));
  const url = named ?? (isHolder ? noted : usual);
  const answering = isHolder ? holder : await whoAnswers(url, token);
  if (named && !answering) fail(`No Zonegraph answers at ${named}`);
  if (!answering) return ownDatabase();
  const isGiven = isSet('DATABASE_URL') || Boolean(env.DATA_DIR);
  if (named && !isGiven) return runningServer(url, token);
  if (answering.registry === (await identityOf(config))) return runningServer(url, token);
  if (named)
    fail(
      `The server at ${url} does not serve ${placeOf(config)}, and both are named. ` +
        'Unset ZONEGRAPH_URL to work on the database, or DATABASE_URL and DATA_DIR to ask the server.',
    );
  if (isGiven) return ownDatabase();
  if (existsSync(join(config.DATA_DIR, 'postgres')))
    fail(
      `The server at ${url} does not serve ${placeOf(config)}. ` +
        `Say which registry is meant: ZONEGRAPH_URL=${url}, or DATABASE_URL, or DATA_DIR=${config.DATA_DIR}.`,
    );
  return runningServer(url, token);
}

const placeOf = ({ DATABASE_URL, DATA_DIR }: Config): string =>
  DATABASE_URL ? 'the database at DATABASE_URL' : `the data directory ${DATA_DIR}`;

interface Answering {
  /**
   * The registry that it serves; undefined: unknown, because the token is not its operator's or the server
   * fails.
   */
  readonly registry?: string;
}

async function whoAnswers(url: string, token: string): Promise<Answering | undefined> {
  try {
    const response = await fetch(`${url}/readyz`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5_000),
    });
    const answer = (await response.json()) as { status?: string } & Answering;
    return ['ok', 'unavailable', 'draining'].includes(answer.status ?? '') ? answer : undefined;
  } catch {
    return undefined;
  }
}

async function identityOf(config: Config): Promise<string> {
  if (!config.DATABASE_URL) return identityOfDirectory(config.DATA_DIR);
  return withDatabase(config.DATABASE_URL, (database) => database.identity());
}

async function withDatabase<T>(url: string, read: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

function runningServer(url: string, token: string): Registry {
  return {
    where: `the server at ${url}`,
    ask: async (document, variables) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: document, variables }),
      });
      return dataOf((await response.json()) as Answer);
    },
    download: async function* (path) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok || !response.body) return refused(await response.text());
      yield* response.body.pipeThrough(new TextDecoderStream());
    },
    close: async () => {},
  };
}

/** The message of an answer of REST. */
function refused(body: string): never {
  const [, message = 'The server does not answer as expected'] =
    /"message":("(?:[^"\\\\]|\\\\.)*")/.exec(body) ?? [];
  return fail(message.startsWith('"') ? String(JSON.parse(message)) : message);
}

/** The description and options of a command, without a database: help creates and changes nothing. */
async function ownSchema(config: Config, load: Chosen['load']): Promise<Registry> {
  await load();
  const schema = schemaOf(schemaFor(config), 'operator');
  return {
    where: 'the schema of this version',
    ask: async (source, variableValues) =>
      dataOf((await graphql({ schema, source, variableValues })) as Answer),
    download: () => fail('Help downloads nothing'),
    close: async () => {},
  };
}

/** A command that only reads makes no tables where there are none. */
async function refuseEmpty(config: Config): Promise<void> {
  const isEmpty = config.DATABASE_URL
    ? await withDatabase(config.DATABASE_URL, async ({ db }) => (await tableNames(db)).length === 0)
    : !existsSync(join(config.DATA_DIR, 'postgres'));
  if (isEmpty) fail(`There is no registry in ${placeOf(config)}`);
}

/** Opens the database with the same APIs, without a port. */
async function databaseOf(
  config: Config,
  extensions: readonly Extension[],
  token: string,
  onlyReads: boolean,
): Promise<Registry> {
  if (onlyReads) await refuseEmpty(config);
  const fills = config.isTrial && !onlyReads;
  const { app, container } = await open({ ...config, LOG_LEVEL: 'error' }, extensions, { fills });
  return {
    where: placeOf(config),
    ask: async (document, variables) => {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ query: document, variables }),
      });
      return dataOf(response.json<Answer>());
    },
    download: async function* (path) {
      const response = await app.inject({
        method: 'GET',
        url: path,
        headers: { authorization: `Bearer ${token}` },
        payloadAsStream: true,
      });
      const body = response.stream().setEncoding('utf8');
      if (response.statusCode === 200) return yield* body;
      let text = '';
      for await (const piece of body) text += piece;
      return refused(text);
    },
    close: async () => {
      await app.close();
      await container.close();
    },
  };
}

function dataOf<T>({ data, errors }: Answer): T {
  const problems = [
    ...(errors ?? []),
    ...Object.values(data ?? {}).flatMap((payload) => payload?.userErrors ?? []),
  ];
  if (problems.length > 0) fail(problems.map(explained).join('\n'));
  return data as T;
}
