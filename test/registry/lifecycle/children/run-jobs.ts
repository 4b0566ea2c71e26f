import { createContainer } from '#src/server/container.ts';
import { extensions, readConfig } from '../../../support/extensions.ts';

/** Another server process that runs the jobs, and says so when it begins and when it is done. */
const container = await createContainer(readConfig({ DATABASE_URL: process.argv[2], LOG_LEVEL: 'silent' }), {
  extensions,
});
process.stdout.write('begins\n');
await container.jobs.runJobs([]);
process.stdout.write('done\n');
await container.close();
