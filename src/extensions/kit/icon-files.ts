import { crc32, deflateSync } from 'node:zlib';
import { iconColour, shape } from './logo.ts';

/** Browsers request it for pages without an icon link, and for answers that are not pages. */
export function ico(sizes: readonly number[]): Buffer {
  const images = sizes.map((size) => png(size, false));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index;
    const size = sizes[index] ?? 0;
    head.set([size, size], entry);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += image.length;
  }
  return Buffer.concat([head, ...images]);
}

/** The logo as PNG, on white or transparent. */
export function png(size: number, onWhite: boolean): Buffer {
  // Each row begins with its filter type: 0 is none.
  const rows = Buffer.alloc(size * (4 * size + 1));
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const share = coverage(((x + 0.5) * 24) / size, ((y + 0.5) * 24) / size, size / 24);
      const colour = onWhite ? iconColour.map((one) => Math.round(255 + (one - 255) * share)) : iconColour;
      rows.set([...colour, onWhite ? 255 : Math.round(255 * share)], y * (4 * size + 1) + 1 + 4 * x);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per channel, RGBA.
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** How much of a pixel the drawing covers, from its distance to the nearest edge. */
function coverage(x: number, y: number, pixels: number): number {
  const { zones, radius, lineWidth } = shape;
  const distances = zones.flatMap((zone, index) => [
    Math.hypot(x - zone[0], y - zone[1]) - radius,
    fromLine(x, y, zone, zones[(index + 1) % zones.length] ?? zone) - lineWidth / 2,
  ]);
  return Math.min(1, Math.max(0, 0.5 - Math.min(...distances) * pixels));
}

type Point = readonly [number, number];

function fromLine(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
