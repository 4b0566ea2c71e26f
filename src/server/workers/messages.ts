import type { Health } from '../health/health-port.ts';

/** Messages from workers to the primary. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'health'; readonly health: Health }
  | { readonly kind: 'news'; readonly topic: string; readonly news: unknown }
  | { readonly kind: 'gather'; readonly question: number }
  | { readonly kind: 'measured'; readonly question: number; readonly metrics: unknown[] }
  | { readonly kind: 'connections'; readonly count: number };

/** Messages from the primary to workers. */
export type ToWorker =
  | { readonly kind: 'news'; readonly topic: string; readonly news: unknown; readonly from: number }
  | { readonly kind: 'joined' }
  | { readonly kind: 'gone'; readonly from: number }
  | { readonly kind: 'measure'; readonly question: number }
  | { readonly kind: 'gathered'; readonly question: number; readonly metrics: unknown[][] }
  | { readonly kind: 'count-connections' }
  | { readonly kind: 'stop' };

/** How long a worker may take to report its metrics; then its previous ones are used. */
export const measureWithinMs = 2_000;

/** The environment variable with the secret that the workers share. */
export const keyVariable = 'ZONEGRAPH_WORKERS_KEY';
