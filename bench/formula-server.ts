import { setTimeout as sleep } from 'node:timers/promises';
import { formulaRegistry } from './formula-registry.ts';

/** The registry by formula in a process of its own; `/calls` tells how often its API was called. */
const { PORT, DOMAINS, DOMAIN_MS } = process.env;
const domains = Number(DOMAINS);
const domainMs = Number(DOMAIN_MS);
const sizes = { domains, contacts: Math.ceil(domains / 4), movements: domains };
const registry = await formulaRegistry(sizes, Number(PORT));

/** Each domain that it shows takes its time, one after another: it has one processor. */
let busy: Promise<unknown> = Promise.resolve();
if (domainMs > 0)
  registry.before = (line) => {
    const shown = /^GET \/domains\//.test(line) ? 1 : /details=true/.test(line) ? limitIn(line) : 0;
    if (shown === 0 || !line.startsWith('GET /domains')) return;
    busy = busy.then(() => sleep(shown * domainMs));
    return busy;
  };

const limitIn = (line: string): number => Number(/[?&]limit=(\d+)/.exec(line)?.[1] ?? 0);
