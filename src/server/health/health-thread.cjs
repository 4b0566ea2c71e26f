// Plain JavaScript, because worker threads of Node 20 cannot be given a loader. It answers /livez and /readyz on a port of
// its own from the main thread's reports (health-port.ts), without waiting for that thread.
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const { port, host, shared, standsStillAfterMs, isStuckAfterMs, isOldAfterMs } = workerData;
/** When the main thread last reported, and whether the process is shutting down. */
const [beatAt, ending] = [0, 1];
const cells = new Float64Array(shared);
const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/** The main thread's last answer to /readyz. */
let reported;
parentPort.on('message', (answer) => {
  reported = { ...answer, at: now() };
});

const failing = (status, why, todo) => ({
  status: 503,
  body: { status, checks: [{ name: 'process', state: 'failing', why, todo }] },
});

const seconds = (milliseconds) => `${Math.round(milliseconds / 100) / 10} seconds`;

function readiness() {
  const silence = now() - cells[beatAt];
  if (cells[ending])
    return failing(
      'draining',
      'It is shutting down and takes no new requests.',
      'Nothing, if another process is serving.',
    );
  if (!reported) return failing('unavailable', 'It is starting.', 'Wait.');
  if (silence > standsStillAfterMs)
    return failing(
      'unavailable',
      `Its event loop has not turned for ${seconds(silence)}.`,
      'Check which requests it is working on. If it stays like this, kill it: nothing that was acknowledged is lost.',
    );
  if (now() - reported.at > isOldAfterMs)
    return failing('unavailable', `No check has run for ${seconds(now() - reported.at)}.`, 'Check its log.');
  return reported;
}

function liveness() {
  const silence = now() - cells[beatAt];
  return silence > isStuckAfterMs
    ? {
        status: 503,
        body: { status: 'stuck', why: `Its event loop has not turned for ${seconds(silence)}.` },
      }
    : { status: 200, body: { status: 'ok' } };
}

const routes = { '/livez': liveness, '/readyz': readiness };

const server = createServer((request, response) => {
  const route = routes[request.url.split('?')[0]];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { status, body } =
    route && isRead ? route() : { status: route ? 405 : 404, body: { message: 'GET /livez or /readyz' } };
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
});
server.on('error', ({ code, message }) => parentPort.postMessage({ code, message }));
server.listen(port, host, () => parentPort.postMessage({ port: server.address().port }));
