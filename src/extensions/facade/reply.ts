import type { FastifyBaseLogger } from 'fastify';
import type { Failure } from '../../base/errors.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { UpstreamClient } from './client.ts';
import type { Answer } from './lost-answer-probes.ts';
import type { Snapshot } from './operations/keep-mirror.ts';
import type { UpstreamReader } from './reader.ts';
import type { Subject } from './store/mirror-order.ts';

/** The result of a command: the answer, the objects as they are now, and those that were not read (`old`). */
export type Reply =
  | { readonly done: Answer; readonly reported: Snapshot | undefined; readonly old: readonly Subject[] }
  | { readonly refused: Failure }
  /** The answer of a dry run: nothing has changed. */
  | { readonly wouldBe: Answer };

export interface SendingParts {
  readonly database: Database;
  readonly client: UpstreamClient;
  readonly reader: UpstreamReader;
  readonly log: FastifyBaseLogger;
  /** Writes what the registry says. */
  keep(reported: Snapshot): Promise<unknown>;
}
