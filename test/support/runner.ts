import { TestRunner } from 'vitest';

let isRegistered = false;

/**
 * Vitest's own, which cleans up once when its worker ends, and not once for each file that it has run: each time it would go through
 * every test of all of them. After 200 files that took ten seconds of each worker, after which Vitest gives up on it.
 */
export default class Runner extends TestRunner {
  override onCleanupWorkerContext(...listener: Parameters<TestRunner['onCleanupWorkerContext']>): void {
    if (!isRegistered) super.onCleanupWorkerContext(...listener);
    isRegistered = true;
  }
}
