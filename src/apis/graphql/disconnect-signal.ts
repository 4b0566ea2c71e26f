import type { FastifyReply } from 'fastify';

/** The caller may disconnect at any time, even before anything is read for it. */
export function disconnectSignal({ raw }: FastifyReply): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller) return controller.signal;
    const made = new AbortController();
    if (raw.destroyed) made.abort();
    else raw.once('close', () => made.abort());
    controller = made;
    return made.signal;
  };
}
