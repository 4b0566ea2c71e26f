import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { Progress } from '#src/extensions/facade/progress.ts';
import { logToMemory } from '../../support/containers.ts';

const pass = (progress: Progress): void => {
  for (let position = 0; position <= 1000; position += 20)
    progress.report({ stage: 'domains', position, total: 1000 });
  progress.done();
};

describe('how far a pass has come', () => {
  it('is a bar in a terminal, on one line, which is gone afterwards', () => {
    const written: string[] = [];
    const log = logToMemory();
    pass(new Progress(pino(log.stream), { isTTY: true, write: (text) => written.push(text) }));
    expect(written[25]).toContain('[###############...............] domains 500 of 1000');
    expect(written.every((text) => text.startsWith('\r') && !text.includes('\n'))).toBe(true);
    expect(written.at(-1)).toBe('\r\u001b[K');
    expect(log.text()).toBe('');
  });

  it('is a line for each tenth in a log', () => {
    const log = logToMemory();
    const nobody = {
      write: () => {
        throw new Error('nobody looks');
      },
    };
    pass(new Progress(pino(log.stream), nobody));
    const lines = log.text().trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(JSON.parse(lines[5] ?? '')).toMatchObject({ stage: 'domains', position: 500, total: 1000 });
  });
});
