import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../src/registry/store/driver/connections/database.ts';
import { migrate } from '../src/registry/store/driver/migrations/migrate.ts';
import { startSandbox } from './processes.ts';

interface Settings {
  readonly seconds: number;
  readonly waiting: number;
}

interface Surroundings {
  readonly say: (text: string) => void;
  readonly closeLater: (close: () => unknown) => void;
}

const registrars = 20;

/** Deliveries a second and what /metrics takes while very many messages wait, each about an object of its own. */
export async function measureWebhooks(
  url: string,
  { seconds, waiting }: Settings,
  { say, closeLater }: Surroundings,
): Promise<void> {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  closeLater(() => receiver.close());
  await new Promise((resolve) => receiver.once('listening', resolve));
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await loadMessages(url, to, waiting);
  say(`${waiting} messages wait for ${registrars} webhooks of as many registrars`);
  const product = await startSandbox(url);
  closeLater(() => product.stop());
  await sleep(Math.min(2_000, seconds * 1000));
  const [begin, before] = [performance.now(), received];
  const scrapes: number[] = [];
  let unsupported = 0;
  while (performance.now() - begin < seconds * 1000) {
    const asked = performance.now();
    const text = await (await fetch(`${product.url}/metrics`)).text();
    scrapes.push(performance.now() - asked);
    if (/^zonegraph_webhook\S* (?:Nan|NaN)$/m.test(text)) unsupported += 1;
    await sleep(500);
  }
  const took = (performance.now() - begin) / 1000;
  const sorted = scrapes.sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  say(
    `${((received - before) / took).toFixed(0)} deliveries a second, ${waiting - received} wait at the end`,
  );
  say(
    `/metrics: ${median.toFixed(0)} ms (median of ${sorted.length}), ${(sorted.at(-1) ?? 0).toFixed(0)} ms at most; ` +
      `${unsupported} without a value`,
  );
}

async function loadMessages(url: string, to: string, count: number): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await migrate(database);
    const { db } = database.background;
    await sql`insert into registrars (code, name, created_at, updated_at)
      select 'R' || n, 'R' || n, now(), now() from generate_series(1, ${registrars}::int) n`.execute(db);
    await sql`insert into webhooks (registrar_id, url, events, secret, created_by, created_at, updated_at)
      select id, ${to}, '{domain.changed}', 'whsec_' || encode('0123456789abcdef01234567', 'base64'), 'bench', now(), now()
      from registrars where code like 'R%'`.execute(db);
    await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, webhook_id)
      select 'webhook', 'domain.changed d' || n || '.ee', jsonb_build_object(
        'event', 'webhook.test', 'message', gen_random_uuid(), 'data', '{}'::jsonb), now(), now(),
        (select min(id) from webhooks) + n % ${registrars}::int
      from generate_series(1, ${count}::int) n`.execute(db);
  } finally {
    await database.close();
  }
}
