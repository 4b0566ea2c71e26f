import { afterAll, expect } from 'vitest';
import { closeEverything, complaints } from './at-end.ts';
import './own-ports.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(complaints.flatMap((complain) => complain())).toEqual([]));
afterAll(closeEverything);
