import { z } from 'zod';
import type { DomainParts } from '../../../store/registry/domain-reader.ts';

/** What of domains a door shows. The door has written it down itself: nothing of it comes from a caller. */
export const domainParts = z.custom<DomainParts>((value) => typeof value === 'object' && value !== null);
