import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../apis/services.ts';
import type { OperatorActor } from '../../../base/actor.ts';
import { scopeOf } from '../../../base/actor.ts';
import { failure, Refusal } from '../../../base/errors.ts';
import { writePages } from '../../../base/paged-text.ts';
import { zoneFileName } from '../../public/zones/document.ts';
import { showZoneFile } from '../../public/zones/operations/show-zone-file.ts';
import { type OpenZoneFile, openZoneFile } from '../../public/zones/operations/zone-file.ts';
import { sendRefused } from './refused-file.ts';

/** `/operator/zones/ee.zone`, for operators signed in to the console, and for programs with an operator's token. */
export function mountZoneFiles(
  scope: FastifyInstance,
  services: Services,
  operatorOf: (request: FastifyRequest) => Promise<OperatorActor>,
): void {
  scope.get('/operator/zones/:file', async (request, reply) => {
    try {
      const actor = await operatorOf(request);
      request.actor = actor;
      const { file } = request.params as { file: string };
      if (!file.endsWith('.zone')) throw new Refusal([failure('OBJECT_DOES_NOT_EXIST')]);
      return await send(services, actor, request, reply, file.slice(0, -'.zone'.length));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sendRefused(reply, error);
    }
  });
}

async function send(
  services: Services,
  actor: OperatorActor,
  { id, raw }: FastifyRequest,
  reply: FastifyReply,
  zone: string,
): Promise<FastifyReply> {
  const { runner, database, calendar, clock, files, metrics } = services;
  const shown = await runner.run(showZoneFile, { origin: zone }, { actor, request: { id, via: 'web' } });
  if (!shown.ok) throw new Refusal(shown.failures);
  const { origin } = shown.value;
  const close = files.open(scopeOf(actor));
  if (!close) {
    metrics.throttled();
    throw new Refusal([
      failure('RATE_LIMITED', `At most ${files.limit} files may be sent to one caller at once`),
    ]);
  }
  try {
    const file = await openZoneFile(database, origin, { calendar, now: clock.now() });
    const text = Readable.from(await sent(services, file), { objectMode: false });
    // The file is closed in every case: read to the end, cancelled half way, or never started.
    text.once('close', () => void file.end().finally(close));
    if (raw.destroyed) text.destroy();
    return await reply
      .header('content-disposition', `attachment; filename="${zoneFileName(origin)}"`)
      .type('text/dns; charset=utf-8')
      .send(text);
  } catch (error) {
    close();
    throw error;
  }
}

/** The connection is cut off where the file cannot be sent to its end, and its reader sees that. */
async function sent({ config, service }: Services, file: OpenZoneFile): Promise<AsyncGenerator<string>> {
  const next = async () => {
    const { value, done } = await file.text.next();
    return { text: done ? '' : value, isLast: done === true };
  };
  return writePages(await next(), {
    longestMs: Math.min(config.FILE_TIMEOUT * 1000, file.longestMs),
    hasNext: ({ isLast }) => !isLast,
    next,
    stopReason: async () => (service.ending ? 'the registry is being restarted' : undefined),
    write: ({ text }) => text,
    stopped: (why) => {
      throw new Error(`a zone file was not sent completely: ${why}`);
    },
    end: file.end,
  });
}
