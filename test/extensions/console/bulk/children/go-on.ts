import { createContainer } from '#src/server/container.ts';
import { extensions, readConfig } from '../../../../support/extensions.ts';

/** Another server process that goes on with bulk work. */
const container = await createContainer(
  readConfig({
    DATABASE_URL: process.argv[2],
    LOG_LEVEL: 'silent',
    OPERATOR_TOKENS: 'operator-sandbox',
  }),
  { extensions },
);
process.stdout.write('begins\n');
await container.jobs.runJobs(['bulk']);
process.stdout.write('done\n');
await container.close();
