// Loaded into a server before it starts: at its end it says from how much on the system gets memory back, and V8 by how much the heap may grow.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

process.once('exit', () => {
  console.log(`process ${process.pid} gives back from ${process.env.MALLOC_TRIM_THRESHOLD_} bytes`);
  setFlagsFromString('--trace-gc-verbose');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
});
