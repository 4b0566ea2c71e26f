import { spawnSync } from 'node:child_process';
import { area, chosen } from './areas.mjs';

/** The rules, and what is drawn at random, have runners of their own, which are faster; all the rest is Stryker's. */
if (chosen === 'rules') await import('./rules.mjs');
else if (area.sampledFrom) await import('./sampled.mjs');
else {
  const { status } = spawnSync('stryker', ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
