import { once } from 'node:events';
import { lockDataDir } from '#src/registry/store/embedded/lock.ts';

/** Says that it is ready, waits for a word, takes the lock, and holds it until standard input ends. */
async function main(): Promise<void> {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  try {
    lockDataDir(process.argv[2] ?? '');
    process.stdout.write('got it\n');
  } catch (error) {
    process.stdout.write(`${error}\n`);
  }
  process.stdin.resume();
}

void main();
