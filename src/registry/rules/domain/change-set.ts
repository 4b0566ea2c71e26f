import { type CsvRecord, readCsv } from '../../../base/csv.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { limit } from '../../../base/limits.ts';
import { normaliseLookup } from './domain-name.ts';
import { type NameserverInput, nameserverOfWord } from './nameserver.ts';
import { parseRenewPeriod } from './period.ts';

/** Files of changes, one row for each (docs/rules/registrar.md#change-sets). */

export const changeActions = ['renew', 'nameservers', 'contacts', 'transfer'] as const;
export type ChangeAction = (typeof changeActions)[number];

interface Row<A extends ChangeAction> {
  /** The line of the file, counted from 1. */
  readonly line: number;
  readonly action: A;
  readonly name: string;
}
export interface RenewalRow extends Row<'renew'> {
  readonly months: number;
  readonly expiresOn?: string | undefined;
}
export interface NameserversRow extends Row<'nameservers'> {
  readonly nameservers: readonly NameserverInput[];
}
/** Fields that are left out stay as they are. */
export interface ContactsRow extends Row<'contacts'> {
  readonly registrant?: string | undefined;
  readonly verified?: boolean | undefined;
  readonly admins?: readonly string[] | undefined;
  readonly techs?: readonly string[] | undefined;
}
export interface TransferRow extends Row<'transfer'> {
  readonly transferCode: string;
}
export type ChangeRow = RenewalRow | NameserversRow | ContactsRow | TransferRow;

export const mostChanges = limit('rows of a change set', 5000, 'All of them are one transaction.');
const mostMistakes = limit(
  'mistakes that are reported of a change set',
  20,
  'A file with more is most likely the wrong file.',
);
const mostInCell = limit('values in one cell of a change set', 20, 'No part of a domain has more.');
const mostContacts = limit('different contacts in a change set', 5000, 'Each is looked up.');
const longestCell = limit('characters of a cell of a change set', 4000, 'No value is longer.');
const longestName = limit('characters of a name in a change set', 255, 'No domain name is longer.');

/** The cells that an action requires, and the optional ones, besides `action` and `domain`. */
const cellsOf: Readonly<Record<ChangeAction, { needs: readonly string[]; may: readonly string[] }>> = {
  renew: { needs: ['period'], may: ['expires_on'] },
  nameservers: { needs: ['nameservers'], may: [] },
  contacts: { needs: [], may: ['registrant', 'verified', 'admins', 'techs'] },
  transfer: { needs: ['transfer_code'], may: [] },
};

export const changeColumns: readonly string[] = [
  'action',
  'domain',
  ...Object.values(cellsOf).flatMap(({ needs, may }) => [...needs, ...may]),
];

export type ReadChanges =
  | { readonly ok: true; readonly rows: readonly ChangeRow[] }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

/** All rows of a file, or its mistakes by line and column: with a single mistake nothing is done. */
export function readChanges(csv: string): ReadChanges {
  const { records, mistake } = readCsv(csv, mostChanges + 2);
  const mistakes = new Mistakes();
  const [head, ...rest] = records;
  const columns = head ? readHead(head, mistakes) : [];
  if (mistake) mistakes.add(mistake.line, mistake.column, undefined, mistake.message);
  else if (!head) mistakes.add(1, 1, undefined, `the first line names the columns: ${changeColumns.join()}`);
  else if (rest.length === 0) mistakes.add(head.line + 1, 1, undefined, 'the file has no rows');
  else if (rest.length > mostChanges)
    mistakes.add(rest.at(-1)?.line ?? 0, 1, undefined, `a file may have at most ${mostChanges} rows`);
  const [first, ...others] = mistakes.failures;
  // Under wrong columns every row is wrong.
  if (first) return { ok: false, failures: [first, ...others] };
  const rows = rest.flatMap((record) => readRow(new Cells(record, columns, mistakes)) ?? []);
  refuseRepeats(rows, columns, mistakes);
  refuseManyContacts(rows, mistakes);
  const [wrong, ...more] = mistakes.failures;
  return wrong ? { ok: false, failures: [wrong, ...more] } : { ok: true, rows };
}

/** Messages never repeat the content of a cell, because it may be a transfer code in the wrong column. */
class Mistakes {
  readonly #found: Failure[] = [];
  #count = 0;

  add(line: number, column: number, name: string | undefined, message: string): void {
    this.#count += 1;
    if (this.#count > mostMistakes) return;
    const place = `Line ${line}, column ${column}${name === undefined ? '' : ` (${name})`}`;
    this.#found.push(
      failure('PARAMETER_VALUE_SYNTAX', `${place}: ${message}`, { path: ['csv'], details: { line, column } }),
    );
  }

  get failures(): readonly Failure[] {
    const more = this.#count - this.#found.length;
    if (more === 0) return this.#found;
    const rest = failure('PARAMETER_VALUE_SYNTAX', `The file has ${more} more mistakes`, { path: ['csv'] });
    return [...this.#found, rest];
  }
}

function readHead({ line, cells }: CsvRecord, mistakes: Mistakes): readonly string[] {
  if (cells.length > changeColumns.length) {
    mistakes.add(line, changeColumns.length + 1, undefined, `there are only ${changeColumns.length} columns`);
    return [];
  }
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  for (const [place, name] of columns.entries())
    if (!changeColumns.includes(name))
      mistakes.add(line, place + 1, undefined, `this is not a column; use ${changeColumns.join()}`);
    else if (columns.indexOf(name) !== place) mistakes.add(line, place + 1, name, 'the column appears twice');
  for (const name of ['action', 'domain'])
    if (!columns.includes(name)) mistakes.add(line, columns.length + 1, name, 'the column is missing');
  return columns;
}

/** The cells of one row by the names of their columns. */
class Cells {
  readonly #record: CsvRecord;
  readonly #columns: readonly string[];
  readonly #mistakes: Mistakes;
  isWrong = false;

  constructor(record: CsvRecord, columns: readonly string[], mistakes: Mistakes) {
    this.#record = record;
    this.#columns = columns;
    this.#mistakes = mistakes;
    for (const [place, cell] of record.cells.entries())
      if (place >= columns.length) {
        if (cell.trim() === '') continue;
        this.#wrongAt(place, undefined, 'the row has more cells than the first line');
        break;
      } else if (cell.length > longestCell)
        this.#wrongAt(place, columns[place], `a cell may have at most ${longestCell} characters`);
      else if (/[^\P{Cc}\t\r\n]/u.test(cell))
        this.#wrongAt(place, columns[place], 'a cell must not contain control characters');
  }

  get line(): number {
    return this.#record.line;
  }

  /** The text of a cell, or an empty text. */
  text(name: string): string {
    return this.#record.cells[this.#columns.indexOf(name)]?.trim() ?? '';
  }

  wrong(name: string, message: string): undefined {
    const place = this.#columns.indexOf(name);
    return this.#wrongAt(place === -1 ? this.#columns.length : place, name, message);
  }

  #wrongAt(place: number, name: string | undefined, message: string): undefined {
    this.isWrong = true;
    this.#mistakes.add(this.#record.lines[place] ?? this.line, place + 1, name, message);
  }

  /** Words separated by spaces; `none` is an empty list, and an empty cell is undefined. */
  words(name: string): readonly string[] | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const words = text === 'none' ? [] : text.split(/\s+/);
    return words.length > mostInCell
      ? this.wrong(name, `a cell may have at most ${mostInCell} words`)
      : words;
  }
}

function readRow(cells: Cells): ChangeRow | undefined {
  const given = cells.text('action').toLowerCase();
  const action = changeActions.find((one) => one === given);
  if (!action) return cells.wrong('action', `an action is one of ${changeActions.join(', ')}`);
  const domain = cells.text('domain');
  if (domain === '') cells.wrong('domain', 'the name of the domain is missing');
  else if (domain.length > longestName || /\s/.test(domain))
    cells.wrong('domain', 'this is not a domain name');
  const { needs, may } = cellsOf[action];
  for (const name of changeColumns.slice(2))
    if (cells.text(name) === '' ? needs.includes(name) : ![...needs, ...may].includes(name))
      cells.wrong(name, needs.includes(name) ? `${action} needs it` : `${action} does not use this column`);
  if (cells.isWrong) return undefined;
  const row = readers[action](cells, { line: cells.line, name: normaliseLookup(domain) });
  return cells.isWrong ? undefined : row;
}

const readers: Readonly<
  Record<ChangeAction, (cells: Cells, row: Pick<ChangeRow, 'line' | 'name'>) => ChangeRow | undefined>
> = {
  renew: (cells, row) => {
    const period = parseRenewPeriod(cells.text('period').toLowerCase());
    if (!period) return cells.wrong('period', 'a period is 3m, 6m, 9m or 1y to 10y');
    const expiresOn = cells.text('expires_on');
    if (expiresOn !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(expiresOn))
      return cells.wrong('expires_on', 'a date is written as 2026-12-31');
    return { ...row, action: 'renew', months: period.months, ...(expiresOn !== '' && { expiresOn }) };
  },
  nameservers: (cells, row) => ({
    ...row,
    action: 'nameservers',
    nameservers: (cells.words('nameservers') ?? []).map(nameserverOfWord),
  }),
  contacts: (cells, row) => {
    const { may } = cellsOf.contacts;
    if (may.every((name) => name === 'verified' || cells.text(name) === ''))
      return cells.wrong('registrant', 'contacts needs a registrant, admins or techs');
    const verified = cells.text('verified').toLowerCase();
    if (!['', 'yes', 'no'].includes(verified)) return cells.wrong('verified', 'write yes or no');
    const registrant = cells.text('registrant');
    if (verified !== '' && registrant === '')
      return cells.wrong('verified', 'only a change of the registrant can be verified');
    const [admins, techs] = [cells.words('admins'), cells.words('techs')];
    return {
      ...row,
      action: 'contacts',
      ...(registrant !== '' && { registrant, verified: verified === 'yes' }),
      ...(admins && { admins }),
      ...(techs && { techs }),
    };
  },
  transfer: (cells, row) => ({ ...row, action: 'transfer', transferCode: cells.text('transfer_code') }),
};

/** A domain may have one row of each kind, and one that is transferred may have no other. */
function refuseRepeats(rows: readonly ChangeRow[], columns: readonly string[], mistakes: Mistakes): void {
  const column = columns.indexOf('domain') + 1;
  const before = new Map<string, ChangeRow[]>();
  for (const row of rows) {
    const others = getOrCreate(before, row.name, () => []);
    const other = others.find(
      ({ action }) => action === row.action || action === 'transfer' || row.action === 'transfer',
    );
    if (other)
      mistakes.add(
        row.line,
        column,
        'domain',
        other.action === row.action
          ? `${row.name} has a row for ${row.action} in line ${other.line}`
          : `${row.name} has a row in line ${other.line}, and a transfer must be the only one`,
      );
    else others.push(row);
  }
}

/** The limit of names to look up. */
function refuseManyContacts(rows: readonly ChangeRow[], mistakes: Mistakes): void {
  const codes = new Set<string>();
  for (const row of rows) {
    if (row.action !== 'contacts') continue;
    for (const code of codesIn(row)) codes.add(code);
    if (codes.size <= mostContacts) continue;
    mistakes.add(row.line, 1, undefined, `a file may name at most ${mostContacts} different contacts`);
    return;
  }
}

export function* codesIn({ registrant, admins = [], techs = [] }: ContactsRow): Iterable<string> {
  if (registrant !== undefined) yield registrant;
  yield* admins;
  yield* techs;
}

/** The number of lines that both APIs charge for: those after the first, up to the last row. */
export const linesOf = (rows: readonly Pick<ChangeRow, 'line'>[]): number => (rows.at(-1)?.line ?? 1) - 1;
