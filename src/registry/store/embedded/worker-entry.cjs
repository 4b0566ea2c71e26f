// Plain JavaScript, because a worker thread of Node 20 takes no loader from its options; CommonJS, because
// the loader for modules starts another thread and more than doubles the time to start.
if (process.env.ZONEGRAPH_WORKER) require(process.env.ZONEGRAPH_WORKER);
else {
  if (!process.features.typescript) require('tsx/cjs/api').register();
  require('./worker.ts');
}
