import { afterAll, expect } from 'vitest';
import { closeTestDatabase } from './database.ts';
import { wrongAnswers } from './described-answers.ts';

// The last one runs first: whatever was answered, everything is closed.
afterAll(() => expect(wrongAnswers()).toEqual([]));
afterAll(closeTestDatabase);
