import { spawnSync } from 'node:child_process';
import { chosen } from './areas.mjs';

/** Rules and operations have runners of their own, which are faster; all the rest is Stryker's. */
if (chosen === 'rules') await import('./rules.mjs');
else if (chosen === 'operations') await import('./sampled.mjs');
else {
  const { status } = spawnSync('stryker', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
