import { afterAll, expect } from 'vitest';
import { setHashCost } from '#src/core/secrets.ts';
import { closeEverything, complaints } from './at-end.ts';
import './own-ports.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(complaints.flatMap((complain) => complain())).toEqual([]));
afterAll(closeEverything);

// Files share their modules: one that has other needs (test/apis/http/shares.test.ts) says so before its tests.
setHashCost({ N: 2, r: 1 });
