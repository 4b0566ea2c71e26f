import { z } from 'zod';
import type { Failure } from '../../../core/errors.ts';

/**
 * What a door found wrong while it read the request. The operation reports it together with what it finds itself,
 * after what the reference checks first; only REST needs it, since GraphQL's types leave nothing to find.
 */
export const malformed = z.array(z.custom<Failure>((value) => typeof value === 'object')).optional();
