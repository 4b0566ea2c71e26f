// Plain JavaScript, because a worker thread of Node 20 takes no loader from its options. It answers /livez and /readyz on a
// port of its own from what the main thread has reported (health-port.ts), and waits for nobody.
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const { port, host, shared, standsStillAfterMs, isStuckAfterMs, isOldAfterMs } = workerData;
/** When the main thread's event loop turned last, and whether the process is about to end. */
const [beatAt, ending] = [0, 1];
const cells = new Float64Array(shared);
const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/** What /readyz answered when the main thread checked last. */
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
      'It was told to end: new callers belong elsewhere.',
      'Nothing, if another process serves.',
    );
  if (!reported) return failing('unavailable', 'It is starting.', 'Wait.');
  if (silence > standsStillAfterMs)
    return failing(
      'unavailable',
      `Its event loop has not turned for ${seconds(silence)}.`,
      'Look what it is asked for; if it stays so, end it: nothing that was acknowledged is lost.',
    );
  if (now() - reported.at > isOldAfterMs)
    return failing(
      'unavailable',
      `Nothing was looked at for ${seconds(now() - reported.at)}.`,
      'Look in its log.',
    );
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
