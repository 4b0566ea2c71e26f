import { expect, test } from 'vitest';
import { FrameReader } from '#src/registry/store/embedded/frames.ts';
import { fc } from '../../support/properties.ts';

function message(type: string, body: string): Buffer {
  const frame = Buffer.alloc(5 + body.length);
  frame.write(type, 0);
  frame.writeUInt32BE(4 + body.length, 1);
  frame.write(body, 5);
  return frame;
}

function startup(code: number, body = ''): Buffer {
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(frame.length, 0);
  frame.writeUInt32BE(code, 4);
  frame.write(body, 8);
  return frame;
}

const batch = Buffer.concat([
  message('P', 'parse'),
  message('B', 'bind'),
  message('E', ''),
  message('S', ''),
]);
const conversation = [
  { kind: 'ssl-request', bytes: startup(80877103) },
  { kind: 'startup', bytes: startup(196608, 'user\0postgres\0\0') },
  { kind: 'messages', bytes: message('Q', 'select 1\0') },
  { kind: 'messages', bytes: batch },
  { kind: 'messages', bytes: batch },
  { kind: 'terminate', bytes: message('X', '') },
];

test("a client's stream is cut into the same units wherever its packets happen to end", () => {
  const bytes = Buffer.concat(conversation.map((unit) => unit.bytes));
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), (cuts) => {
      const reader = new FrameReader();
      const ends = [...cuts.sort((a, b) => a - b), bytes.length];
      const units = ends.flatMap((end, index) => [...reader.read(bytes.subarray(ends[index - 1] ?? 0, end))]);
      expect(units.map(({ kind }) => kind)).toEqual(conversation.map(({ kind }) => kind));
      const sent = units.map((unit) => (unit.kind === 'ssl-request' ? undefined : Buffer.from(unit.bytes)));
      expect(sent.slice(1)).toEqual(conversation.slice(1).map((unit) => unit.bytes));
    }),
  );
});

test('a request is held back until its last byte is there', () => {
  const reader = new FrameReader();
  expect([...reader.read(startup(196608))]).toHaveLength(1);
  expect([...reader.read(batch.subarray(0, batch.length - 1))]).toEqual([]);
  expect([...reader.read(batch.subarray(batch.length - 1))]).toHaveLength(1);
});
