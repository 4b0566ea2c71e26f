/**
 * Mutants of an area, drawn at random: all of them, each judged on a database, would take days.
 * `MUTANTS=operations SAMPLE=200 SEED=1 npm run mutants`; stopped and started again it goes on where it was.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { area, chosen, leastNoticed } from './areas.mjs';
import { instrument } from './instrumented.mjs';

const size = Number(process.env.SAMPLE ?? 100);
const seed = process.env.SEED ?? '1';
/** Who survives so many test files, first those that are about it, is believed. */
const mostJudges = 15;
/** A mutant that keeps its judges for longer hangs. */
const timeoutMs = 600_000;

const digestOf = (text) => createHash('sha256').update(text).digest('hex');
const lines = async (path) =>
  existsSync(path)
    ? (await readFile(path, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];

process.once('SIGINT', () => process.exit(130));
const { mutants, texts } = await instrument(area.sampledFrom);
const folder = `reports/mutants/${chosen}-${digestOf(JSON.stringify([...texts])).slice(0, 8)}`;
const [textsPath, reachPath, planPath, verdictsPath] = [
  'texts.json',
  'reach.jsonl',
  'plan.json',
  'verdicts.jsonl',
].map((name) => `${folder}/${name}`);
await mkdir(folder, { recursive: true });
await writeFile(textsPath, JSON.stringify([...texts]));

const keyOf = ({ fileName, location: { start, end }, replacement, mutatorName }) => {
  const [from, to] = [start, end].map(({ line, column }) => `${line + 1}:${column + 1}`);
  return `${relative('.', fileName)}:${from}-${to} ${mutatorName} ${replacement}`;
};

/** In a group of its own, so that a worker in an endless loop ends with it. */
function vitest(files, env) {
  const config = ['--config', 'test/mutants/sampled.config.mjs', '--maxWorkers', '1'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...files], {
    env: { ...process.env, MUTANT_TEXTS: textsPath, ...env },
    stdio: 'ignore',
    detached: true,
  });
  const kill = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(() => process.off('exit', kill));
  const end = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGINT'); // It drops its databases, if it still can.
    await Promise.race([ended, sleep(15_000)]);
    if (child.exitCode === null) kill();
    await ended;
  };
  return { ended, end };
}

/** Which test files run which mutants, found out once by running them all. */
async function reach() {
  const known = await lines(reachPath);
  if (known.at(-1)?.complete) return known.slice(0, -1);
  await rm(reachPath, { force: true });
  console.log('Running all tests once to see what they reach');
  await vitest(area.tests, { MUTANT_REACH: reachPath }).ended;
  await appendFile(reachPath, `${JSON.stringify({ complete: true })}\n`);
  return reach();
}

/**
 * The test files that run the mutant: that of the same name, then those that reach little else but its file. What runs only at start is mostly
 * a description: it is shown to those who print it, and to who runs anything of its file.
 */
function planFor({ id, fileName }, key) {
  const ranked = reached
    .map(({ test, ids }) => ({
      test,
      hits: ids.includes(id),
      isNamedSo: basename(test, '.test.ts') === basename(fileName, '.ts'),
      share: ids.filter((one) => fileOf.get(one) === fileName).length / ids.length,
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => Number(other.isNamedSo) - Number(one.isNamedSo) || other.share - one.share);
  const direct = ranked.filter(({ hits }) => hits);
  const atStart = direct.length === 0 && reached.some(({ atStart: ids }) => ids.includes(id));
  const judges = [
    ...(atStart ? (area.printed ?? []) : []),
    ...(atStart ? ranked : direct).map(({ test }) => test),
  ];
  return { mutant: key, id, fileName, atStart, judges: judges.slice(0, mostJudges) };
}

/** Until all have a verdict: a process that hangs or dies loses the mutant it was at, and another goes on. */
async function judge(plan) {
  for (;;) {
    const reported = new Set((await lines(verdictsPath)).map(({ mutant }) => mutant));
    const left = plan.filter(({ mutant }) => !reported.has(mutant));
    if (left.length === 0) return;
    console.log(`${plan.length - left.length} of ${plan.length} judged`);
    await writeFile(planPath, JSON.stringify(left));
    const files = [...new Set(left.map(({ fileName }) => fileName))];
    const run = vitest(['test/mutants/areas.test.ts'], {
      MUTATED: JSON.stringify(files),
      MUTANT_PLAN: planPath,
      MUTANT_VERDICTS: verdictsPath,
    });
    let before = -1;
    let after = reported.size;
    while (after > before) {
      const isOver = await Promise.race([run.ended.then(() => true), sleep(timeoutMs, false)]);
      [before, after] = [after, (await lines(verdictsPath)).length];
      if (isOver) break;
    }
    await run.end();
    const [stuck] = left.slice(after - reported.size);
    if (stuck) await tell({ mutant: stuck.mutant, status: 'late' });
  }
}

const tell = (verdict) => appendFile(verdictsPath, `${JSON.stringify(verdict)}\n`);

const reached = await reach();
const fileOf = new Map(mutants.map(({ id, fileName }) => [id, fileName]));
const plan = mutants
  .map((mutant) => ({ mutant, key: keyOf(mutant), lot: digestOf(`${seed} ${keyOf(mutant)}`) }))
  .sort((one, other) => (one.lot < other.lot ? -1 : 1))
  .slice(0, size)
  .map(({ mutant, key }) => planFor(mutant, key));

// Who survived is judged again: a test may have been written since.
const dead = (await lines(verdictsPath)).filter(({ status }) => status === 'killed');
await rm(verdictsPath, { force: true });
for (const verdict of dead) await tell(verdict);
await judge(plan.filter(({ judges }) => judges.length > 0));

const verdicts = new Map((await lines(verdictsPath)).map((verdict) => [verdict.mutant, verdict]));
const counts = { killed: 0, late: 0, survived: 0, unreached: 0 };
for (const { mutant } of plan) {
  const { status } = verdicts.get(mutant) ?? { status: 'unreached' };
  counts[status] += 1;
  if (status !== 'killed') console.log(`${status}: ${mutant}`);
}

/** Wilson's interval: where the share of all mutants lies, 19 times of 20. */
const [n, share, z] = [plan.length, (counts.killed + counts.late) / plan.length, 1.96];
const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
const percent = (value) => `${(value * 100).toFixed(1)} %`;
console.log(counts);
console.log(
  `Noticed: ${percent(share)} of ${n} drawn from ${mutants.length} with seed ${seed}; of all of them between` +
    ` ${percent(middle - half)} and ${percent(middle + half)}. In full: ${verdictsPath}`,
);
if (share * 100 < leastNoticed) process.exitCode = 1;
