import { describe, expect, it } from 'vitest';
import { enter, spanHere } from '#src/base/tracing.ts';
import { openTracer } from '#src/integrations/otlp.ts';
import { collector } from '../support/collector.ts';

/** So many leave at once, without waiting for more. */
const batch = 512;

describe('a collector', () => {
  it('is reported once when it takes no traces, and once when it takes them again', async () => {
    const taken = await collector();
    const changes: boolean[] = [];
    const options = { url: `${taken.url}/v1/traces`, service: 'test', share: 1 };
    const tracer = await openTracer({ ...options, onChange: (isTaken) => changes.push(isTaken) });
    const send = async (status: number) => {
      taken.answer = { status, body: '{}' };
      const before = taken.received.length;
      for (let count = 0; count < batch; count += 1) tracer.start('work', 'internal', {}).end();
      await expect.poll(() => taken.received.length).toBe(before + 1);
    };
    await send(400);
    await expect.poll(() => changes).toEqual([false]);
    await send(400);
    await send(200);
    await expect.poll(() => changes).toEqual([false, true]);
    await tracer.close();
  });

  it('is told who sends them', async () => {
    const taken = await collector();
    const tracer = await openTracer({
      url: `${taken.url}/v1/traces`,
      headers: { authorization: 'Bearer one', 'x-tenant': 'two' },
      service: 'test',
      share: 1,
      onChange: () => {},
    });
    tracer.start('work', 'internal', {}).end();
    await tracer.close();
    expect(taken.received.map(({ headers }) => headers)).toEqual([
      expect.objectContaining({ authorization: 'Bearer one', 'x-tenant': 'two' }),
    ]);
  });

  it('learns what kind of error ended a span, and none of its words', async () => {
    const taken = await collector();
    const tracer = await openTracer({
      url: `${taken.url}/v1/traces`,
      service: 'test',
      share: 1,
      onChange: () => {},
    });
    const conflict = Object.assign(new Error('Key (email)=(jaan@example.com) exists'), { code: '23505' });
    for (const error of [new RangeError('jaan@example.com'), conflict, 'jaan@example.com', 503]) {
      const span = tracer.start('work', 'internal', {});
      span.fail(error);
      span.end();
    }
    await tracer.close();
    const kinds = taken.spans().map(({ facts, status }) => [facts['error.type'], status]);
    expect(kinds).toEqual(['RangeError', '23505', 'string', '503'].map((type) => [type, { code: 2 }]));
    expect(JSON.stringify(taken.received)).not.toContain('jaan');
  });
});

describe('work', () => {
  it('is a part of a span for as long as that is open, also of one that nobody keeps', async () => {
    const tracer = await openTracer({
      url: 'http://127.0.0.1:9',
      service: 'test',
      share: 0,
      onChange: () => {},
    });
    const span = tracer.start('work', 'internal', {});
    await enter(span, async () => {
      expect(spanHere()).toBe(span);
      span.end();
      await Promise.resolve();
      expect(spanHere()).toBeUndefined();
    });
    await tracer.close();
  });
});
