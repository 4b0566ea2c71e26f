import type { FastifyInstance } from 'fastify';
import { type Packed, pack, sendPacked } from '../../base/compressed.ts';
import { ico, png } from './icon-files.ts';
import { iconSvg } from './logo.ts';
import { refuseOtherMethods } from './read-only.ts';

/** The links to the icons in the head of every page. /favicon.ico does not need one: browsers know its URL. */
export const iconLinks = `<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">`;

const manifest = {
  name: 'Zonegraph',
  description: 'A national domain registry as one typed graph',
  start_url: '/',
  display: 'browser',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
  ],
};

const files: Readonly<Record<string, { readonly type: string; readonly make: () => Buffer | string }>> = {
  '/favicon.ico': { type: 'image/x-icon', make: () => ico([16, 32, 48]) },
  '/icon.svg': { type: 'image/svg+xml', make: () => iconSvg },
  '/apple-touch-icon.png': { type: 'image/png', make: () => png(180, true) },
  '/site.webmanifest': { type: 'application/manifest+json', make: () => JSON.stringify(manifest) },
};

/** The icons for tabs, bookmarks and a phone's home screen; drawn at the first request. */
export function mountIcons(app: FastifyInstance): void {
  for (const [url, { type, make }] of Object.entries(files)) {
    let made: Promise<Packed> | undefined;
    app.get(url, async (_, reply) => {
      made ??= pack(make());
      return sendPacked(reply.type(type), await made, 'public, max-age=86400');
    });
  }
  refuseOtherMethods(app, Object.keys(files), 'Icons');
}
