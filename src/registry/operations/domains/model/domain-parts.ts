import { z } from 'zod';
import type { DomainParts } from '../../../store/registry/domain-reader.ts';

/** The parts of a domain that an API shows. The API names them itself: nothing of it comes from a caller. */
export const domainParts = z.custom<DomainParts>((value) => typeof value === 'object' && value !== null);
