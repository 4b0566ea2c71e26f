// Plain JavaScript, because a worker thread of Node 20 takes no loader from its options; CommonJS,
// because the loader for modules starts a thread of its own and more than doubles the time to start.
if (!process.features.typescript) require('tsx/cjs/api').register();
require('./worker.ts');
