import { expect, it } from 'vitest';
import { randomPassword, sealing } from '#src/base/secrets.ts';

it('codes and passwords that are passed on never begin with a dash, which a command line takes for an option', () => {
  const { seal } = sealing('secret', 'test');
  const content = Buffer.from('content');
  // One of 64 would begin with a dash.
  const made = Array.from({ length: 1000 }, () => [seal(content, 'ALPHA'), randomPassword()]).flat();
  expect(made.filter((text) => !/^\w/.test(text))).toEqual([]);
});
