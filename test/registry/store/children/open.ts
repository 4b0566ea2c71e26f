import { openDatabase } from '#src/registry/store/driver/connections/database.ts';

/** Opens a data directory and closes it again; an error's message goes to standard output. */
async function main(): Promise<void> {
  try {
    const database = await openDatabase({ dataDir: process.argv[2] });
    process.stdout.write('opened\n');
    await database.close();
  } catch (error) {
    process.stdout.write(`${error}\n`);
    process.exitCode = 1;
  }
}

void main();
