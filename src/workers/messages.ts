import type { Health } from '../web/health-port.ts';

/** What workers tell the process that has started them. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'health'; readonly health: Health }
  | { readonly kind: 'news'; readonly topic: string; readonly news: unknown }
  | { readonly kind: 'gather'; readonly question: number }
  | { readonly kind: 'measured'; readonly question: number; readonly metrics: unknown[] };

/** What it tells them. */
export type ToWorker =
  | { readonly kind: 'news'; readonly topic: string; readonly news: unknown; readonly from: number }
  | { readonly kind: 'joined' }
  | { readonly kind: 'gone'; readonly from: number }
  | { readonly kind: 'measure'; readonly question: number }
  | { readonly kind: 'gathered'; readonly question: number; readonly metrics: unknown[][] }
  | { readonly kind: 'stop' };

/** How long a worker may take to tell what it has measured; then what it told last time is told again. */
export const measureWithinMs = 2_000;

/** Under this name a worker finds the secret that it shares with the others. */
export const keyVariable = 'ZONEGRAPH_WORKERS_KEY';
