// An Excel file from rows, for the server and for browsers: made while rows arrive, so that a long list needs little
// memory.
//
//   const file = new Xlsx({ Zip, ZipDeflate }, columns, (bytes) => ...);   // fflate's; columns are { name, scalar }
//   file.add([['tamm.ee', '2030-01-01T10:00:00+02:00']]);                  // cells as texts; null for none
//   file.end();

import type { Zip, ZipDeflate } from 'fflate';

interface Zipping {
  readonly Zip: new (take: (error: Error | null, bytes: Uint8Array<ArrayBuffer>) => void) => Zip;
  readonly ZipDeflate: new (name: string, options: { readonly level: 6 }) => ZipDeflate;
}

/** Rows of a sheet, the header among them. */
export const mostSheetRows = 1_048_576;
/** Excel cuts longer texts itself, and complains about the file. */
const longestCell = 32_767;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. The styles are by index: plain, header, two decimals, day, moment. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Zonegraph" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text; what XML cannot hold is written as Excel does: _x0007_. */
const escaped = (text: string): string =>
  text
    .slice(0, longestCell)
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const textCell = (text: string, style = ''): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const isNumber = /^-?\d+(\.\d+)?$/;
/** Excel counts with 15 digits. */
const fits = (text: string): boolean => isNumber.test(text) && text.replaceAll(/\D/g, '').length <= 15;
const moment = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const firstDay = Date.UTC(1899, 11, 30);

/** Excel counts days, and knows no time zone: a moment has the clock that its text shows, which is the registry's. */
function timeCell(text: string, style: number): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (moment.exec(text) ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  // Excel takes 1900 for a leap year.
  if (year < 1901) return textCell(text);
  const days = (Date.UTC(year, month - 1, day, hour, minute, second) - firstDay) / 86_400_000;
  return `<c s="${style}"><v>${days}</v></c>`;
}

const numberCell =
  (style: string) =>
  (text: string): string =>
    fits(text) ? `<c${style}><v>${text}</v></c>` : textCell(text);

const cells: Readonly<Record<string, (text: string) => string>> = {
  Int: numberCell(''),
  Float: numberCell(''),
  Decimal: numberCell(' s="2"'),
  Number: numberCell(''),
  BigInt: numberCell(''),
  Boolean: (text) => `<c t="b"><v>${text === 'true' ? 1 : 0}</v></c>`,
  Date: (text) => timeCell(text, 3),
  DateTime: (text) => timeCell(text, 4),
};

const widths: Readonly<Record<string, number>> = {
  Int: 10,
  Float: 12,
  Decimal: 12,
  Number: 14,
  Boolean: 10,
  Date: 12,
  DateTime: 20,
};

export class Xlsx {
  readonly #zip: Zip;
  readonly #sheet: (text: string, isLast?: boolean) => void;
  readonly #makers: readonly ((text: string) => string)[];
  readonly #columns: number;
  #rows = 1;

  constructor(
    { Zip, ZipDeflate }: Zipping,
    columns: readonly { readonly name: string; readonly scalar?: string | undefined }[],
    take: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {
    this.#columns = columns.length;
    this.#makers = columns.map(({ scalar }) => cells[scalar ?? ''] ?? textCell);
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      take(bytes);
    });
    const encoder = new TextEncoder();
    const add = (name: string): ZipDeflate => {
      const file = new ZipDeflate(name, { level: 6 });
      // The same rows make the same file.
      file.mtime = '1980-01-01T12:00:00Z';
      this.#zip.add(file);
      return file;
    };
    for (const [name, text] of Object.entries(parts)) add(name).push(encoder.encode(head + text), true);
    const file = add('xl/worksheets/sheet1.xml');
    this.#sheet = (text, isLast = false) => file.push(encoder.encode(text), isLast);
    const sizes = columns.map(
      ({ name, scalar }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, Math.max(name.length + 3, widths[scalar ?? ''] ?? 24))}" customWidth="1"/>`,
    );
    this.#sheet(
      `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${sizes.join('')}</cols><sheetData><row>${columns.map(({ name }) => textCell(name, ' s="1"')).join('')}</row>`,
    );
  }

  add(rows: readonly (readonly (string | null)[])[]): void {
    this.#rows += rows.length;
    if (this.#rows > mostSheetRows)
      throw new Error(
        `An Excel sheet holds at most ${(mostSheetRows - 1).toLocaleString('en')} rows: use CSV, or filter the list`,
      );
    const make = (text: string | null, index: number): string =>
      (text === null || text === '' ? undefined : this.#makers[index]?.(text)) ?? '<c/>';
    this.#sheet(rows.map((row) => `<row>${row.map(make).join('')}</row>`).join(''));
  }

  end(): void {
    this.#sheet(
      `</sheetData><autoFilter ref="A1:${letters(this.#columns)}${this.#rows}"/></worksheet>`,
      true,
    );
    this.#zip.end();
  }
}

/** The name of a column: 27 is AA. */
const letters = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1);
