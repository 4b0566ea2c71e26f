import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { withoutTrailing } from '../core/text.ts';
import { openHouse } from '../house.ts';
import { seedWorld } from '../sandbox/world.ts';
import { fail } from './command.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The registry as an operator reaches it: through its graph, whoever serves it. */
export interface Registry {
  /** For people: what was asked. */
  readonly where: string;
  /** The data of the answer; problems with the input or the server end the command. */
  ask<T>(document: string, variables: Variables): Promise<T>;
  close(): Promise<void>;
}

interface Answer {
  readonly data?: Readonly<Record<string, { readonly userErrors?: readonly { readonly message: string }[] }>>;
  readonly errors?: readonly { readonly message: string }[];
}

/** Whether a server runs is found out by asking; one that was named must answer. */
export async function openRegistry(config: Config, env: NodeJS.ProcessEnv): Promise<Registry> {
  const [token] = config.OPERATOR_TOKENS;
  if (!token) fail('OPERATOR_TOKENS is empty: nobody may act as the operator');
  const named = env.ZONEGRAPH_URL === undefined ? undefined : withoutTrailing(env.ZONEGRAPH_URL, '/');
  const url = named ?? `http://127.0.0.1:${config.PORT}`;
  if (await isZonegraph(url)) return runningServer(url, token);
  if (named) fail(`No Zonegraph answers at ${named}`);
  return ownDatabase(config, token);
}

async function isZonegraph(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(2_000) });
    return ((await response.json()) as { status?: string }).status === 'ok';
  } catch {
    return false;
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
    close: async () => {},
  };
}

/** The same doors, without a port. */
async function ownDatabase(config: Config, token: string): Promise<Registry> {
  const house = await openHouse({ ...config, LOG_LEVEL: 'error' });
  if (config.sandbox) await seedWorld(house, config.SANDBOX_WORLD);
  const app = buildApp(house);
  return {
    where: config.DATABASE_URL ? 'the database at DATABASE_URL' : `the data directory ${config.DATA_DIR}`,
    ask: async (document, variables) => {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ query: document, variables }),
      });
      return dataOf(response.json<Answer>());
    },
    close: async () => {
      await app.close();
      await house.close();
    },
  };
}

function dataOf<T>({ data, errors }: Answer): T {
  const problems = [
    ...(errors ?? []),
    ...Object.values(data ?? {}).flatMap((payload) => payload?.userErrors ?? []),
  ];
  if (problems.length > 0) fail(problems.map(({ message }) => message).join('\n'));
  return data as T;
}
