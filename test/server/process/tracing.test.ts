import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collector } from '../../support/collector.ts';
import { alpha } from '../../support/world.ts';
import { newDatabase, startServer, tellsImports } from './server.ts';

const probe = fileURLToPath(new URL('children/say-what-is-loaded.cjs', import.meta.url));
const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const slow = { timeout: 120_000 };

let database: Awaited<ReturnType<typeof newDatabase>>;
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(() => database.remove(), 60_000);

/** A server that is asked once and then told to end. */
async function run(env: Readonly<Record<string, string>>) {
  const server = startServer({
    ...database.env,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--require ${probe}`,
    ...env,
  });
  const headers = { authorization: alpha, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const { status } = await fetch(`${await server.url}/registry/v1/accounts/balance`, { headers });
  server.kill('SIGTERM');
  const { code, output } = await server.ended;
  const loaded = /^loaded: (.*)\.$/m.exec(output)?.[1];
  return { status, code, output, loaded };
}

// That it loads nothing of OpenTelemetry unless traces are asked for: start-and-stop.test.ts.
describe('npm start', () => {
  it('sends what it has when it ends, and its log shows the trace and the part of it', slow, async () => {
    const taken = await collector();
    const { status, code, output, loaded } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: taken.url });
    expect({ status, code }).toEqual({ status: 200, code: 0 });
    if (tellsImports) expect(loaded).toContain('sdk-trace');
    const lines = output.split('\n').filter((line) => line.includes('"msg":"request"'));
    const [reported] = lines.map((line) => JSON.parse(line)).filter(({ trace_id }) => trace_id === trace);
    const spans = taken.spans().filter(({ traceId }) => traceId === trace);
    expect(spans.find(({ spanId }) => spanId === reported?.span_id)?.name).toBe(
      'GET /registry/v1/accounts/balance',
    );
  });

  it('serves and ends as ever when nobody takes its traces', slow, async () => {
    const { status, code, output } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    expect({ status, code }).toEqual({ status: 200, code: 0 });
    expect(output).not.toMatch(/unhandled|\n\s+at /i);
  });
});
