/**
 * Says in stack traces where code stood before it was bundled. Node does not apply source maps to a `vm.Script`
 * (run.mjs), and decoding ours takes two seconds and 250 MB: so the bundle comes with a table of lines, which is read
 * when the first stack is.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generated line and column, index of the source, line in it. */
const numbers = 4;

const digits = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((letter, digit) => [
    letter.charCodeAt(0),
    digit,
  ]),
);

/**
 * The table of a source map: the length of the list of sources, the list, and an entry wherever another line of a
 * source begins.
 */
export function linesOf(map) {
  const { sources, mappings } = JSON.parse(map);
  const entries = [];
  const [semicolon, comma] = [';', ','].map((letter) => letter.charCodeAt(0));
  const fields = [];
  let [line, column, source, sourceLine] = [0, 0, 0, 0];
  let [lastLine, lastSource, lastSourceLine] = [-1, -1, -1];
  const endSegment = () => {
    if (fields.length > 0) column += fields[0];
    if (fields.length > 1) {
      source += fields[1];
      sourceLine += fields[2];
      if (line !== lastLine || source !== lastSource || sourceLine !== lastSourceLine)
        entries.push(line, column, source, sourceLine);
      lastLine = line;
      lastSource = source;
      lastSourceLine = sourceLine;
    }
    fields.length = 0;
  };
  let [value, shift] = [0, 0];
  for (let at = 0; at < mappings.length; at += 1) {
    const letter = mappings.charCodeAt(at);
    if (letter === comma || letter === semicolon) {
      endSegment();
      if (letter === semicolon) {
        line += 1;
        column = 0;
      }
      continue;
    }
    const digit = digits.get(letter) ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    fields.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  endSegment();
  // Their folder is another one where the bundle is kept.
  const names = Buffer.from(JSON.stringify(sources.map((name) => name.replace(/^(\.\.\/)+/, ''))));
  const padded = Buffer.concat([names, Buffer.alloc((4 - (names.length % 4)) % 4, ' ')]);
  return Buffer.concat([
    Buffer.from(Uint32Array.of(padded.length).buffer),
    padded,
    Buffer.from(Uint32Array.from(entries).buffer),
  ]);
}

export const placeOfLines = (file) => `${file}.lines`;

/** Makes stacks name the files of the source below this folder in place of the bundle, from here on. */
export function nameSources(file, root) {
  if (!existsSync(placeOfLines(file))) return;
  let find;
  const placeOf = (given, line, column) => {
    find ??= finderIn(placeOfLines(file));
    const found = find(line - 1, column - 1);
    return found ? `${join(root, found.source)}:${found.line + 1}` : given;
  };
  const inBundle = new RegExp(`${file.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')}:(\\d+):(\\d+)`, 'g');
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames]
      .join('\n    at ')
      .replace(inBundle, (given, line, column) => placeOf(given, Number(line), Number(column)));
}

/**
 * A process may run for long after a later start has removed its table: a stack must not fail where it is asked for.
 */
function finderIn(file) {
  try {
    return finder(readFileSync(file));
  } catch {
    return () => undefined;
  }
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

/** Finds the last entry that begins at a place or before it, in the same line. */
function finder(table) {
  const start = 4 + table.readUInt32LE(0);
  const sources = JSON.parse(table.toString('utf8', 4, start));
  const entries = new Uint32Array(table.buffer, table.byteOffset + start, (table.length - start) / 4);
  return (line, column) => {
    let [low, high] = [0, entries.length / numbers - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = middle * numbers;
      const isAfter = entries[at] > line || (entries[at] === line && entries[at + 1] > column);
      if (isAfter) high = middle - 1;
      else low = middle + 1;
    }
    const at = high * numbers;
    return high >= 0 && entries[at] === line
      ? { source: sources[entries[at + 2]], line: entries[at + 3] }
      : undefined;
  };
}
