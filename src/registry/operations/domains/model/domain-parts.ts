import { z } from 'zod';
import type { DomainParts } from '../../../store/registry/domain-reader.ts';

/** The parts of a domain that an API needs. The API chooses them, never the caller. */
export const domainParts = z.custom<DomainParts>((value) => typeof value === 'object' && value !== null);
