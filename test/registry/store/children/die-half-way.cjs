// Loaded into a process before it starts: it is killed when its new database is made, and is not yet where it belongs.
const fs = require('node:fs');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (String(from).includes('postgres.unfinished-')) process.kill(process.pid, 'SIGKILL');
  renameSync(from, to);
};
require('node:module').syncBuiltinESMExports();
