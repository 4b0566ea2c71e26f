import { lockDataDir } from '#src/store/embedded/lock.ts';

/** Waits for the agreed moment, takes the lock, and holds it until standard input ends. */
const [directory = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at)) await new Promise((resolve) => setImmediate(resolve));
try {
  lockDataDir(directory);
  process.stdout.write('got it\n');
} catch (error) {
  process.stdout.write(`${error}\n`);
}
process.stdin.resume();
