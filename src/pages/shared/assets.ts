import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Packed, pack, sendPacked } from './compressed.ts';
import { vendorFile } from './vendor.ts';

interface Asset {
  readonly type: string;
  /** Looked for when it is first asked for. */
  readonly file: () => string | URL;
}

/** Parts of pages from the packages that bring them and from this server: nothing is fetched from elsewhere. */
export function mountAssets(app: FastifyInstance): void {
  const swagger = (name: string, type: string): void => {
    app.get(
      `/docs/${name}`,
      sendAsset({ type: `${type}; charset=utf-8`, file: () => vendorFile(`swagger-ui-dist/${name}`) }),
    );
  };
  swagger('swagger-ui-bundle.js', 'text/javascript');
  swagger('swagger-ui.css', 'text/css');
  // A clone makes it with `npm pack`; the packed server has it, for projects that have no clone.
  const client = vendorFile('client.tgz');
  if (existsSync(client)) app.get('/client.tgz', sendAsset({ type: 'application/gzip', file: () => client }));
}

/** Read and packed when it is first asked for, and not sent again while it is the same. */
export function sendAsset({ type, file }: Asset) {
  let made: Promise<Packed> | undefined;
  return async (_: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= readFile(file()).then(pack);
    return sendPacked(reply.type(type), await made);
  };
}
