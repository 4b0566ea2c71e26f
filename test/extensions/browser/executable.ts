import { existsSync } from 'node:fs';

/** Debian's chromium, or the one that CHROMIUM names; nothing is downloaded. */
export const executable = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));
