import { readConfig } from '#src/config.ts';
import { openHouse } from '#src/house.ts';

/** Another server process that runs the jobs, and says so when it begins and when it is done. */
const house = await openHouse(readConfig({ DATABASE_URL: process.argv[2], LOG_LEVEL: 'silent' }));
process.stdout.write('begins\n');
await house.time.runJobs([]);
process.stdout.write('done\n');
await house.close();
