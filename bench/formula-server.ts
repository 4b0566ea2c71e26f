import { formulaRegistry } from './formula-registry.ts';

/** The registry by formula in a process of its own; `/calls` tells how often its API was called. */
const { PORT, DOMAINS } = process.env;
const domains = Number(DOMAINS);
await formulaRegistry({ domains, contacts: Math.ceil(domains / 4), movements: domains }, Number(PORT));
