import { afterAll, expect } from 'vitest';
import { closings, complaints } from './at-end.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(complaints.flatMap((complain) => complain())).toEqual([]));
afterAll(async () => {
  for (const close of closings) await close();
});
