import { afterAll, expect } from 'vitest';
import { closeTestDatabase } from './database.ts';
import { undeclaredErrors } from './declared-errors.ts';
import { wrongAnswers } from './described-answers.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(wrongAnswers()).toEqual([]));
afterAll(() => expect(undeclaredErrors()).toEqual([]));
afterAll(closeTestDatabase);
