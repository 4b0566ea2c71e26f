import { fileURLToPath } from 'node:url';

/** Our package.json, and where it is kept while npm reads that of the packed server. */
export const ours = fileURLToPath(new URL('../package.json', import.meta.url));
export const kept = fileURLToPath(new URL('../.cache/package.json', import.meta.url));
