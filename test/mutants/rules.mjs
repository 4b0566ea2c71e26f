/** All mutants of pure functions, judged by their tests (rules-runner.mjs). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { chosen } from './areas.mjs';

const folder = 'reports/mutants';
const [listPath, verdictsPath] = [`${folder}/${chosen}.json`, `${folder}/${chosen}-verdicts.json`];
mkdirSync(folder, { recursive: true });
rmSync(verdictsPath, { force: true });

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/mutants/rules.config.mjs',
    '--reporter',
    'default',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, MUTANT_LIST: listPath, MUTANT_VERDICTS: verdictsPath, NODE_NO_WARNINGS: '1' },
  },
);
if (status !== 0) process.exit(status ?? 1);

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const verdicts = read(verdictsPath);
const [dead, seen] = [new Set(verdicts.killed), new Set(verdicts.reached)];
const texts = new Map();
const textOf = (path) => texts.get(path) ?? texts.set(path, readFileSync(path, 'utf8').split('\n')).get(path);

const rows = new Map();
for (const { id, fileName, mutatorName, replacement, location } of read(listPath)) {
  const file = relative('.', fileName);
  const row = rows.get(file) ?? { mutants: 0, killed: 0, survived: 0, unreached: 0 };
  const verdict = dead.has(id) ? 'killed' : seen.has(id) ? 'survived' : 'unreached';
  rows.set(file, { ...row, mutants: row.mutants + 1, [verdict]: row[verdict] + 1 });
  if (verdict === 'killed') continue;
  const { line, column } = location.start;
  console.log(`${verdict}: ${file}:${line + 1}:${column + 1} ${mutatorName}`);
  console.log(`  ${textOf(fileName)[line].trim()}`);
  console.log(`  ${replacement.replaceAll(/\s+/g, ' ')}`);
}
console.table(Object.fromEntries(rows));
const total = (what) => [...rows.values()].reduce((sum, row) => sum + row[what], 0);
const share = ((total('killed') / total('mutants')) * 100).toFixed(1);
console.log(`Noticed: ${total('killed')} of ${total('mutants')} (${share} %)`);
