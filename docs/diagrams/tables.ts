// Draws the main tables and their foreign keys, as the migrations make them, for docs/architecture.md: a part of `npm run generate`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/registry/store/driver/connections/database.ts';
import { migrate } from '../../src/registry/store/driver/migrations/migrate.ts';
import { prepareDatabase } from '../../src/registry/store/driver/migrations/prepare-database.ts';

/** Columns of the picture, in such an order that every foreign key stays in its column or goes to the next one. */
const places = [
  ['prices', 'api_users', 'accounts', 'ledger'],
  ['zones', 'registrars', 'invoices'],
  ['contacts', 'domains', 'payments', 'reservations'],
  ['domain_contacts', 'nameservers', 'domain_versions', 'history'],
];
const tables = places.flat();

interface Column {
  readonly table: string;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  /** The table that a foreign key refers to. */
  readonly refersTo: string | null;
}

async function readColumns(): Promise<readonly Column[]> {
  await prepareDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-tables-'));
  const database = await openDatabase({ dataDir: directory });
  try {
    await migrate(database);
    const { rows } = await sql<Column>`
      select relname as "table", attname as name, coalesce(bool_or(contype = 'p'), false) as "isPrimary",
        coalesce(bool_or(contype = 'u' and array_length(conkey, 1) = 1), false) as "isUnique",
        min(confrelid::regclass::text) filter (where contype = 'f') as "refersTo"
      from pg_attribute join pg_class on pg_class.oid = attrelid
        left join pg_constraint on conrelid = attrelid and attnum = any(conkey)
      where relname = any(${tables}) and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      group by relname, attname, attnum order by attnum`.execute(database.db);
    return rows;
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What a column is called that refers to a table. */
const nameFor = (table: string): string => `${table.replace(/s$/, '')}_id`;

/** The table that a column names without a foreign key, so that the number stays when the object is gone. */
const remembered = ({ name, refersTo }: Column): string | undefined =>
  refersTo === null ? tables.find((table) => name === nameFor(table)) : undefined;

const isDrawn = (column: Column): boolean =>
  column.isPrimary ||
  (column.isUnique && !/^(?:uuid|name_puny)$/.test(column.name)) ||
  tables.includes(column.refersTo ?? remembered(column) ?? '');

const [margin, boxWidth, gutter, top, rowHeight, lane] = [20, 180, 58, 24, 19, 10];

interface Box {
  readonly table: string;
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly columns: readonly Column[];
}

function boxesOf(columns: readonly Column[]): readonly Box[] {
  return places.flatMap((names, place) => {
    let y = top;
    return names.map((table) => {
      const own = columns.filter((column) => column.table === table && isDrawn(column));
      if (own.length === 0) throw new Error(`there is no table ${table}`);
      const box = { table, place, x: margin + place * (boxWidth + gutter), y, columns: own };
      y += 30 + own.length * rowHeight + 8 + 26;
      return box;
    });
  });
}

const heightOf = ({ columns }: Box): number => 30 + columns.length * rowHeight + 8;
const rowAt = ({ y }: Box, row: number): number => y + 30 + row * rowHeight + rowHeight / 2;

/** Lines between columns of boxes. Those that end at the same side of the same table share their way. */
function linesOf(boxes: readonly Box[]): string[] {
  const lanes: string[][] = places.map(() => []);
  return boxes.flatMap((from) =>
    from.columns.flatMap(({ refersTo }, row) => {
      const to = boxes.find(({ table }) => table === refersTo);
      if (!to) return [];
      if (Math.abs(to.place - from.place) > 1) throw new Error(`${from.table} is too far from ${to.table}`);
      const leavesLeft = to.place < from.place;
      const gap = leavesLeft ? to.place : from.place;
      const entersLeft = to.place > from.place;
      const ways = lanes[gap] ?? [];
      const way = `${to.table} ${entersLeft}`;
      if (!ways.includes(way)) ways.push(way);
      const x = margin + gap * (boxWidth + gutter) + boxWidth + 16 + ways.indexOf(way) * lane;
      const start = leavesLeft ? from.x : from.x + boxWidth;
      const end = entersLeft ? to.x : to.x + boxWidth;
      const [y, target] = [rowAt(from, row), to.y + 15];
      return `<path d="M${start} ${y}H${x}V${target}H${end}" marker-end="url(#tip)"/>`;
    }),
  );
}

/** What neither a line nor the column's name says. */
function noteOf({ name, isUnique, refersTo }: Column): string {
  if (refersTo && tables.includes(refersTo)) return name.endsWith(nameFor(refersTo)) ? '' : refersTo;
  return isUnique ? 'unique' : '';
}

function drawn(box: Box): string {
  const { table, x, y, columns } = box;
  const rows = columns.map((column, row) => {
    const kind = column.isPrimary ? ' font-weight="600"' : '';
    const slant = remembered(column) ? ' font-style="italic"' : '';
    const at = rowAt(box, row) + 4.5;
    const note = noteOf(column);
    return (
      `<text x="${x + 12}" y="${at}"${kind}${slant}>${column.name}</text>` +
      (note && `<text x="${x + boxWidth - 12}" y="${at}" text-anchor="end" fill="#41525a">${note}</text>`)
    );
  });
  return (
    `<rect x="${x}" y="${y}" width="${boxWidth}" height="${heightOf(box)}" rx="8" fill="#fff" stroke="#0b5c56"/>` +
    `<path d="M${x} ${y + 28}V${y + 8}a8 8 0 0 1 8 -8H${x + boxWidth - 8}a8 8 0 0 1 8 8V${y + 28}z" fill="#cfe8e4" stroke="#0b5c56"/>` +
    `<text x="${x + 12}" y="${y + 19.5}" font-size="15" font-weight="600">${table}</text>${rows.join('')}`
  );
}

/** What the picture shows, for who does not see it. */
function inWords(boxes: readonly Box[]): string {
  const sentences = boxes.flatMap(({ table, columns }) => {
    const others = new Set(
      columns.flatMap(({ refersTo }) => (refersTo && tables.includes(refersTo) ? refersTo : [])),
    );
    return others.size > 0 ? `${table} to ${[...others].join(' and ')}` : [];
  });
  return `The main tables and their keys. These refer to others: ${sentences.join(', ')}.`;
}

const boxes = boxesOf(await readColumns());
const words = inWords(boxes);
const width = margin * 2 + places.length * boxWidth + (places.length - 1) * gutter;
const height = Math.max(...boxes.map((box) => box.y + heightOf(box))) + top;
writeFileSync(
  new URL('../images/tables.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t" font-family="system-ui, sans-serif" font-size="13" fill="#12252b">
<title id="t">${words}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#5d6f77"/></marker></defs>
<rect width="${width}" height="${height}" rx="14" fill="#fbfcfc"/>
<g fill="none" stroke="#5d6f77" stroke-width="1.5">
${linesOf(boxes).join('\n')}
</g>
${boxes.map(drawn).join('\n')}
</svg>
`,
);
const page = new URL('../architecture.md', import.meta.url);
const text = readFileSync(page, 'utf8');
writeFileSync(page, text.replace(/!\[[^\]]*\]\(images\/tables\.svg\)/, `![${words}](images/tables.svg)`));
