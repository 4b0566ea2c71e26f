import { stopwatch } from '../../base/clock.ts';
import type { Health, HealthPort } from '../health/health-port.ts';

/** A worker without a report for this long is considered hung. */
const standsStillAfterMs = 10_000;

interface Snapshot {
  readonly health: Health;
  readonly age: () => number;
}

/** Reports whether the workers of a port can serve: as long as one of them can, the process is ready. */
export class WorkersHealth {
  readonly #port: Pick<HealthPort, 'report' | 'end'>;
  readonly #reported = new Map<number, Snapshot>();

  constructor(port: Pick<HealthPort, 'report' | 'end'>) {
    this.#port = port;
    setInterval(() => this.#report(), 1_000).unref();
  }

  take(worker: number, health: Health): void {
    this.#reported.set(worker, { health, age: stopwatch() });
    this.#report();
  }

  forget(worker: number): void {
    this.#reported.delete(worker);
    this.#report();
  }

  end(): void {
    this.#port.end();
  }

  #report(): void {
    const fresh = [...this.#reported.values()].filter(({ age }) => age() < standsStillAfterMs);
    const ready = fresh.filter(({ health }) => health.status === 200);
    const { status, body } = (ready[0] ?? fresh[0])?.health ?? {
      status: 503,
      body: { status: 'unavailable' },
    };
    this.#port.report({
      status,
      body: { ...(body as object), workers: { ready: ready.length, living: this.#reported.size } },
    });
  }
}
