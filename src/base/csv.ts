/** A row of a file, with the line on which it begins and that of each cell: quoted cells can span several lines. */
export interface CsvRecord {
  readonly line: number;
  readonly lines: readonly number[];
  readonly cells: readonly string[];
}

/** The position of a syntax error, counted from 1. */
export interface CsvMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Reads CSV (RFC 4180), also with semicolons or tabs, which spreadsheets write in some countries: the first line
 * decides. Blank lines are skipped. Reads at most `most` rows, and each character once.
 */
export function readCsv(
  text: string,
  most: number,
): { readonly records: readonly CsvRecord[]; readonly mistake?: CsvMistake } {
  const separator = separatorOf(text);
  const isEnd = (sign: string | undefined): boolean =>
    sign === undefined || sign === separator || sign === '\n' || sign === '\r';
  const records: CsvRecord[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < text.length && records.length < most) {
    const first = line;
    const cells: string[] = [];
    const lines: number[] = [];
    do {
      if (cells.length > 0) at += 1;
      lines.push(line);
      const wrong = (message: string) => ({
        records,
        mistake: { line: lines.at(-1) ?? first, column: cells.length + 1, message },
      });
      if (text[at] === '"') {
        const cell = quotedAt(text, at);
        if (!cell) return wrong('the quotation mark is not closed');
        at = cell.end;
        line += cell.lines;
        if (!isEnd(text[at])) return wrong('something follows the closing quotation mark');
        cells.push(cell.text);
      } else {
        const start = at;
        while (!isEnd(text[at])) at += 1;
        cells.push(text.slice(start, at));
      }
    } while (text[at] === separator);
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line: first, lines, cells });
  }
  return { records };
}

/** The text of a quoted cell, where two quotation marks stand for one, and its end. */
function quotedAt(
  text: string,
  start: number,
): { readonly text: string; readonly end: number; readonly lines: number } | undefined {
  const parts: string[] = [];
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) return undefined;
    parts.push(text.slice(from, end));
    if (text[end + 1] !== '"') {
      const whole = parts.join('"');
      return { text: whole, end: end + 1, lines: linesIn(whole) };
    }
    from = end + 2;
  }
}

/** The positions of line breaks of any kind. */
export function linesIn(text: string): number {
  let lines = 0;
  for (let at = 0, end = text.length; at < end; at += 1) {
    const sign = text[at];
    if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) lines += 1;
  }
  return lines;
}

/** The separator in the first line that is not blank. */
function separatorOf(text: string): string {
  const begun = text.trimStart();
  const end = begun.search(/[\r\n]/);
  const head = end === -1 ? begun : begun.slice(0, end);
  return [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ',';
}
