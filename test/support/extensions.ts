import { readConfig as read } from '#src/base/config.ts';
import type { Given } from '#src/base/settings.ts';
import { everything, loadEverything } from '#src/server/extensions.ts';
import { coreTrial } from './core-world.ts';

/** `npm run test:core` loads no extension. */
export const isCoreAlone = process.env.TEST_CORE === 'alone';

/** What most tests run beside the core: all of this repository, or nothing in `npm run test:core`. */
export const extensions = isCoreAlone ? [coreTrial] : await loadEverything();

/** The environment as a process with these extensions reads it. */
export const readConfig = (env: Given) => read(env, isCoreAlone ? { ...everything, extensions } : everything);
