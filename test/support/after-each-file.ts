import { afterAll, afterEach, expect } from 'vitest';
import { setHashCost } from '#src/base/secrets.ts';
import { closeEverything, complaints } from './at-end.ts';
import './own-ports.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(complaints.flatMap((complain) => complain())).toEqual([]));
afterAll(closeEverything);

/** A browser, a compiler or a shell complains by itself. */
const judgeThemselves = /^test\/(extensions\/browser|docs|tools)\//;

// Any other test that has looked at nothing passes whatever we do: its list is empty, or its condition never holds.
afterEach(({ task }) => {
  const passes = task.result?.state === 'pass' && !judgeThemselves.test(task.file.name);
  if (passes && expect.getState().assertionCalls === 0)
    throw new Error('This test has looked at nothing: no expect was reached');
});

// Files share their modules: one that has other needs (test/apis/http/shares.test.ts) says so before its tests.
setHashCost({ N: 2, r: 1 });
