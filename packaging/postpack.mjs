/** npm runs this after it has packed: our package.json is back, and nothing runs what was packed by mistake. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kept, ours } from './manifest.mjs';

if (existsSync(kept)) renameSync(kept, ours);
rmSync(fileURLToPath(new URL('../dist', import.meta.url)), { recursive: true, force: true });
