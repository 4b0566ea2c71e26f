import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Packed, pack, sendPacked } from '../../base/compressed.ts';
import { vendorFile } from './vendor.ts';

interface Asset {
  readonly type: string;
  /** Resolved at the first request for it. */
  readonly file: () => string | URL;
}

/** Files of pages, from our packages and from this server: nothing is fetched from elsewhere. */
export function mountAssets(app: FastifyInstance): void {
  const swagger = (name: string, type: string): void => {
    app.get(
      `/docs/${name}`,
      sendAsset({ type: `${type}; charset=utf-8`, file: () => vendorFile(`swagger-ui-dist/${name}`) }),
    );
  };
  swagger('swagger-ui-bundle.js', 'text/javascript');
  swagger('swagger-ui.css', 'text/css');
  // In a clone `npm pack` makes it; the packed server contains it, for projects without a clone.
  const client = vendorFile('client.tgz');
  if (existsSync(client)) app.get('/client.tgz', sendAsset({ type: 'application/gzip', file: () => client }));
}

/** Read and compressed at the first request, and sent with an ETag. */
export function sendAsset({ type, file }: Asset) {
  let made: Promise<Packed> | undefined;
  return async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= readFile(file()).then(pack);
    return sendPacked(reply.type(type), await made);
  };
}
