import { freePort } from '../bench/free-port.ts';
import { startProvider, type TestProvider } from '../test/support/payment-provider.ts';
import { Caller, type Who } from './caller.ts';
import type { Cluster } from './cluster.ts';
import type { Random } from './random.ts';
import { Server } from './server.ts';

/** The testbed of a scenario: two servers on one new database of a cluster of our own. */
export interface Testbed {
  readonly cluster: Cluster;
  readonly servers: readonly [Server, Server];
  readonly callers: readonly [Caller, Caller];
  /** Where their customers pay. */
  readonly provider: TestProvider;
  readonly random: Random;
  /** 1 for the quick form; how much more of everything the whole form does. */
  readonly scale: number;
}

export interface Scenario {
  readonly name: string;
  /** The quick form has another that finds the same, but for the rarest. */
  readonly onlyWhole?: true;
  /** What happened, in a few words; throws when something did that must not. */
  play(testbed: Testbed): Promise<string>;
}

/** How long a server that is asked to stop still serves, and says that it is not ready. */
const shutdownDelaySeconds = 2;

export async function inTestbed<T>(
  cluster: Cluster,
  parts: Pick<Testbed, 'random' | 'scale'>,
  play: (testbed: Testbed) => Promise<T>,
): Promise<T> {
  const database = await cluster.newDatabase();
  const provider = await startProvider();
  const env = {
    DATABASE_URL: database,
    PAYMENT_PROVIDER_URL: provider.url,
    SHUTDOWN_DELAY: String(shutdownDelaySeconds),
  };
  const servers = [new Server(await freePort(), env), new Server(await freePort(), env)] as const;
  try {
    await Promise.all(servers.map((server) => server.start()));
    const callers = [new Caller(() => servers[0].url), new Caller(() => servers[1].url)] as const;
    return await play({ ...parts, cluster, servers, callers, provider });
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
  }
}

/** So many at a time, each with its number, until all are done. */
export async function inParallel(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Every balance is the sum of its movements, none is below zero; how many movements there are. */
export async function proveLedger(caller: Caller, operator: Who = 'operator'): Promise<number> {
  const data = await caller.graph(
    operator,
    '{ ledgerProof { balanced accounts { registrar { code } balance transactions balanced } } }',
  );
  const proof = data?.ledgerProof as unknown as
    | { balanced: boolean; accounts: readonly { balance: string; transactions: number }[] }
    | undefined;
  if (!proof?.balanced) throw new Error(`the ledger does not add up: ${JSON.stringify(proof)}`);
  if (proof.accounts.some(({ balance }) => Number(balance) < 0))
    throw new Error(`a balance is below zero: ${JSON.stringify(proof)}`);
  return proof.accounts.reduce((sum, { transactions }) => sum + transactions, 0);
}

export async function newContact(caller: Caller, who: 'alpha' | 'beta', contact: object): Promise<string> {
  const answer = await caller.rest(who, 'POST /contacts', { contact });
  if (answer?.code !== 1000) throw new Error(`no contact: ${JSON.stringify(answer)}`);
  return String(answer.data.contact?.code);
}

export const expectEqual = (found: unknown, wanted: unknown, what: string): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
};
