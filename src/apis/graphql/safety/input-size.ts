import { linesIn } from '../../../base/csv.ts';
import { tooComplex } from './limits.ts';

/** The facts that decide how much work an input value makes. */
export interface InputSize {
  /** Objects inside objects; lists do not count. */
  depth: number;
  /** Values that stand for themselves; a list of them is one, and so is what says nothing. */
  values: number;
  /** Entries of lists of values. */
  entries: number;
  longestList: number;
  /** Items of all lists, whatever they are, and rows of files. */
  items: number;
  /** The number of fields with this name; some writes hash their values. */
  passwords: number;
}

/** No input of the graph comes near it, and all that reads inputs does so by recursion. */
const deepest = 32;

/** The filter of a list, from a document or from its variables (docs/rules/graph.md#limits). */
const filterLimits = { depth: 5, conditions: 100, listed: 1000, listedInAll: 5000 } as const;

export function sizeOfInput(value: unknown): InputSize {
  const size: InputSize = { depth: 0, values: 0, entries: 0, longestList: 0, items: 0, passwords: 0 };
  add(value, 0, size);
  return size;
}

function add(value: unknown, depth: number, size: InputSize): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) addList(value, depth, size);
  else if (typeof value === 'object') addObject(value, depth + 1, size);
  else size.values += 1;
}

function addList(list: readonly unknown[], depth: number, size: InputSize): void {
  if (depth > deepest) throw nestedTooDeep();
  size.items += list.length;
  if (list.some((item) => typeof item === 'object' && item !== null)) {
    for (const item of list) add(item, Array.isArray(item) ? depth + 1 : depth, size);
    return;
  }
  size.values += 1;
  size.entries += list.length;
  size.longestList = Math.max(size.longestList, list.length);
}

function addObject(object: object, depth: number, size: InputSize): void {
  if (depth > deepest) throw nestedTooDeep();
  const before = size.values;
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    if (key === 'password' && typeof value === 'string') size.passwords += 1;
    if (key === 'csv' && typeof value === 'string') size.items += linesIn(value.trimEnd());
    add(value, depth, size);
  }
  // A thousand empty conditions are a thousand conditions.
  const isEmpty = size.values === before;
  if (isEmpty) size.values += 1;
  size.depth = Math.max(size.depth, isEmpty ? depth + 1 : depth);
}

/** An order by what has to be counted first, or its field: as it is sent, and as it is read. */
export const isCountedOrder = (order: unknown): boolean => {
  const field = typeof order === 'object' && order !== null && 'field' in order ? order.field : order;
  return field === 'DOMAINS_COUNT' || field === 'domainsCount';
};

const nestedTooDeep = () => tooComplex(`A value is nested more than ${deepest} levels deep`);

/** The weight of a filter, in objects of an answer; a filter that is larger than any needs to be is refused. */
export function weightOfFilter(where: unknown): number {
  const { depth, values, entries, longestList } = sizeOfInput(where);
  // The innermost object of a filter compares, and does not combine.
  if (depth > filterLimits.depth + 1)
    throw tooComplex(`The conditions of where are nested more than ${filterLimits.depth} levels deep`);
  if (values > filterLimits.conditions)
    throw tooComplex(`where has ${values} conditions; at most ${filterLimits.conditions} are allowed`);
  if (longestList > filterLimits.listed)
    throw tooComplex(
      `A list in where has ${longestList} entries; at most ${filterLimits.listed} are allowed`,
    );
  if (entries > filterLimits.listedInAll)
    throw tooComplex(
      `The lists in where have ${entries} entries; at most ${filterLimits.listedInAll} are allowed`,
    );
  return values + Math.ceil(entries / entriesOfWeight);
}

const entriesOfWeight = 10;
