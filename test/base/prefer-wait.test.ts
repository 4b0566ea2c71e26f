import { describe, expect, it } from 'vitest';
import { waitPreferred } from '#src/base/prefer-wait.ts';

describe('how long a sender will wait', () => {
  it.each([
    [undefined, undefined],
    ['wait=3', 3_000],
    ['respond-async, wait=30', 30_000],
    ['WAIT="7"; foo=bar', 7_000],
    ['wait=0', 0],
    ['wait=99999', 60_000],
    [['return=minimal', 'wait=4'], 4_000],
    ['wait', undefined],
    ['wait=-1', undefined],
    ['wait=soon', undefined],
    ['await=3', undefined],
  ])('%s is %s', (header, ms) => {
    expect(waitPreferred(header)).toBe(ms);
  });
});
