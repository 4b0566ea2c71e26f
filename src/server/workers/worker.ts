import { subscribe } from 'node:diagnostics_channel';
import type { Peers } from '../../base/peers.ts';
import { withTimeout } from '../../base/with-timeout.ts';
import type { Health } from '../health/health-port.ts';
import { type FromWorker, keyVariable, measureWithinMs, type ToWorker } from './messages.ts';

/** A worker's channel to the others, through the primary. */
export class WorkerChannel implements Peers {
  readonly key = process.env[keyVariable] ?? '';
  readonly #listeners = new Map<string, (news: unknown, from: number) => void>();
  readonly #joined = new Set<() => void>();
  readonly #gone = new Set<(from: number) => void>();
  readonly #asked = new Map<number, (metrics: unknown[][]) => void>();
  #stop: () => void = () => process.exit(0);
  #measure: () => Promise<unknown[]> = async () => [];
  #questions = 0;
  #connections = 0;

  constructor() {
    subscribe('net.server.socket', () => {
      this.#connections += 1;
    });
    process.on('message', (message) => this.#take(message as ToWorker));
  }

  /** Called when all workers must stop; before a listener is set, the process just exits. */
  onStop(stop: () => void): void {
    this.#stop = stop;
  }

  /** Reports that it serves. */
  ready(): void {
    send({ kind: 'ready' });
  }

  /** Reports health to the primary, which serves the health port. */
  reportHealth(health: Health): void {
    send({ kind: 'health', health });
  }

  publish(topic: string, news: unknown): void {
    send({ kind: 'news', topic, news });
  }

  hear(topic: string, listener: (news: unknown, from: number) => void): void {
    this.#listeners.set(topic, listener);
  }

  onJoined(listener: () => void): void {
    this.#joined.add(listener);
  }

  onGone(listener: (from: number) => void): void {
    this.#gone.add(listener);
  }

  metrics(own: () => Promise<unknown[]>): () => Promise<unknown[][]> {
    this.#measure = own;
    return async () => (await withTimeout(this.#gather(), 2 * measureWithinMs)) ?? [await own()];
  }

  #gather(): Promise<unknown[][]> {
    this.#questions += 1;
    const question = this.#questions;
    return new Promise((resolve) => {
      this.#asked.set(question, resolve);
      send({ kind: 'gather', question });
    });
  }

  #take(message: ToWorker): void {
    switch (message.kind) {
      case 'news':
        this.#listeners.get(message.topic)?.(message.news, message.from);
        break;
      case 'joined':
        for (const listener of this.#joined) listener();
        break;
      case 'gone':
        for (const listener of this.#gone) listener(message.from);
        break;
      case 'measure':
        void this.#measure().then((metrics) =>
          send({ kind: 'measured', question: message.question, metrics }),
        );
        break;
      case 'gathered':
        this.#asked.get(message.question)?.(message.metrics);
        this.#asked.delete(message.question);
        break;
      case 'count-connections':
        send({ kind: 'connections', count: this.#connections });
        break;
      case 'stop':
        this.#stop();
    }
  }
}

function send(message: FromWorker): void {
  // If the primary is gone, the worker ends too.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
