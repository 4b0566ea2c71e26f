import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * A folder as a tar file, in which PGlite takes a database: initialising one in the browser takes some five times as
 * long as unpacking one. It has the empty tables of a registry in a schema that statements do not look into.
 */
export async function tarOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const nameOf = (path: string): string => relative(folder, path).split(sep).join('/');
  const list = `${folder}.folders.json`;
  // Folders that a package of npm cannot contain.
  const missing: string[] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : [];
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => nameOf(join(entry.parentPath, entry.name)));
  const parts = [...new Set([...folders, ...missing])].sort().map((name) => head(`${name}/`, 0, '5', 0o700));
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    parts.push(head(nameOf(path), content.length, '0', 0o600), content, Buffer.alloc(-content.length & 511));
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** The header of an entry (POSIX ustar): names of PostgreSQL's files are short. */
function head(name: string, size: number, type: '0' | '5', mode: number): Buffer {
  const block = Buffer.alloc(512);
  if (block.write(name, 0, 100) < Buffer.byteLength(name))
    throw new Error(`${name} is too long for a tar file`);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
