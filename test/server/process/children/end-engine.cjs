// Loaded into a server before it starts: SIGUSR2 ends the thread that its embedded database runs in.
const threads = require('node:worker_threads');

const Original = threads.Worker;
threads.Worker = class extends Original {
  constructor(...given) {
    super(...given);
    process.once('SIGUSR2', () => void this.terminate());
  }
};
require('node:module').syncBuiltinESMExports();
