import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { stopwatch } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { limit } from '../../base/limits.ts';
import { createLog, logBuild } from '../../base/log.ts';
import { HealthPort } from '../health/health-port.ts';
import { longestShutdownMs } from '../shutdown.ts';
import { ConnectionDrain } from './connection-drain.ts';
import { WorkersHealth } from './health.ts';
import { type FromWorker, keyVariable, type ToWorker } from './messages.ts';
import { MetricsAggregator } from './metrics-aggregator.ts';

/** Crashes within this time are counted together. */
const memoryMs = 60_000;
const mostDeaths = limit(
  'crashes without a serving worker after which the process ends',
  5,
  'An operator has to look.',
);
const longestPauseMs = limit(
  'milliseconds before a worker that has crashed starts again',
  30_000,
  'It is given up after a few.',
);

/**
 * Starts the processes that serve (`WORKERS`), the first alone: it migrates, and reports problems once. A
 * crashed worker is replaced, with a growing delay. The primary serves nothing itself and holds no state that
 * would be lost with it.
 */
export class Workers {
  readonly #config: Config;
  readonly #count: number;
  readonly #log: Logger;
  readonly #key = randomBytes(32).toString('hex');
  readonly #gathering = new MetricsAggregator();
  readonly #connectionDrain = new ConnectionDrain();
  readonly #ready = new Set<Worker>();
  readonly #now = stopwatch();
  #health: WorkersHealth | undefined;
  #deaths: number[] = [];
  #stopping = false;
  #exitCode = 0;

  constructor(config: Config, count: number) {
    this.#config = config;
    this.#count = count;
    this.#log = createLog(config.LOG_LEVEL);
    const [, entry = ''] = process.argv;
    // `advanced` serialization keeps NaN, which metrics can contain.
    const exec = fileURLToPath(new URL('../launch/run.mjs', import.meta.url));
    cluster.setupPrimary({ exec, args: [entry], serialization: 'advanced' });
    cluster.on('message', (worker, message) => this.#take(worker, message as FromWorker));
    cluster.on('exit', (worker, code) => this.#died(worker, code));
  }

  async start(): Promise<void> {
    logBuild(this.#log);
    const { HEALTH_PORT: port, HOST: host } = this.#config;
    if (port !== undefined) this.#health = new WorkersHealth(await HealthPort.open({ port, host }));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stop());
    if (this.#config.TRUSTED_DOCUMENTS.length > 0)
      process.on('SIGHUP', () => {
        for (const worker of this.#living()) worker.process.kill('SIGHUP');
      });
    this.#fork();
  }

  #fork(): void {
    if (!this.#stopping) cluster.fork({ [keyVariable]: this.#key });
  }

  #living(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  }

  #take(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case 'ready': {
        const isFirst = this.#ready.size === 0 && this.#deaths.length === 0;
        this.#sendToOthers(worker, { kind: 'joined' });
        this.#ready.add(worker);
        // The worker has missed messages while it started.
        if (this.#stopping) send(worker, { kind: 'stop' });
        if (isFirst) for (let more = 1; more < this.#count; more += 1) this.#fork();
        break;
      }
      case 'health':
        this.#health?.take(worker.id, message.health);
        break;
      case 'news':
        this.#sendToOthers(worker, { ...message, from: worker.id });
        break;
      case 'gather':
        void this.#gathering
          .gather([...this.#ready])
          .then((metrics) => send(worker, { kind: 'gathered', question: message.question, metrics }));
        break;
      case 'measured':
        this.#gathering.take(worker, message);
        break;
      case 'connections':
        this.#connectionDrain.take(worker, message.count);
    }
  }

  #sendToOthers(from: Worker, message: ToWorker): void {
    for (const worker of this.#ready) if (worker !== from) send(worker, message);
  }

  #died(worker: Worker, code: number | null): void {
    const served = this.#ready.delete(worker);
    this.#gathering.forget(worker);
    this.#connectionDrain.forget(worker);
    this.#health?.forget(worker.id);
    if (this.#stopping) {
      if (code !== 0) this.#exitCode = 1;
      if (this.#living().length === 0) process.exit(this.#exitCode);
      return;
    }
    // The worker has printed the reason.
    if (!served && this.#deaths.length === 0 && this.#living().length === 0) process.exit(code ?? 1);
    this.#gathering.countExit();
    for (const other of this.#ready) send(other, { kind: 'gone', from: worker.id });
    this.#deaths = [...this.#deaths.filter((at) => at > this.#now() - memoryMs), this.#now()];
    const count = this.#deaths.length;
    if (this.#living().length === 0 && count >= mostDeaths) {
      this.#log.fatal({ count }, 'all workers exited one after the other: giving up');
      process.exit(1);
    }
    const pauseMs = count === 1 ? 0 : Math.min(longestPauseMs, 250 * 2 ** count);
    this.#log.error({ code: code ?? 'killed', pauseMs }, 'a worker exited and is being replaced');
    setTimeout(() => this.#fork(), pauseMs);
  }

  #stop(): void {
    if (this.#stopping) {
      // A second signal kills the workers at once.
      for (const worker of this.#living()) worker.process.kill('SIGKILL');
      process.exit(1);
    }
    this.#stopping = true;
    this.#health?.end();
    if (this.#living().length === 0) process.exit(0);
    void this.#connectionDrain.finish([...this.#ready]).then(() => {
      for (const worker of this.#living()) send(worker, { kind: 'stop' });
    });
    // Somewhat longer than a worker's own limit.
    void sleep(longestShutdownMs(this.#config.SHUTDOWN_DELAY) + 1_000).then(() => {
      for (const worker of this.#living()) worker.process.kill('SIGKILL');
    });
  }
}

function send(worker: Worker, message: ToWorker): void {
  // A worker that is about to end receives nothing.
  if (worker.isConnected()) worker.send(message, undefined, () => {});
}
