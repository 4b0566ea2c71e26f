// A reload keeps the result of a statement, as long as this browser tab is open and the same caller is signed in.
import type { Result } from './orders.ts';

interface Kept {
  readonly sql: string;
  readonly who: string | undefined;
  readonly result: Result & { readonly at: string };
}
/** The result of a statement; `at` says since when, where it was kept. */
export interface ResultOf extends Result {
  readonly text: string;
  readonly at?: string;
}

const resultKey = 'zonegraph:sql-result';
/** Browsers keep some megabytes for a page. What is longer is run again. */
const longestResult = 2_000_000;

export function keepResult(
  sql: string,
  who: string | undefined,
  { fields, rows, milliseconds }: Result,
): void {
  const at = new Date().toTimeString().slice(0, 5);
  const text = JSON.stringify({ sql, who, result: { fields, rows, milliseconds, at } });
  forgetResult();
  if (text.length > longestResult) return;
  try {
    sessionStorage.setItem(resultKey, text);
  } catch {
    // There is no room.
  }
}

/** The result of this statement, if it was the last one and this caller's. */
export function keptResult(sql: string, who: string | undefined): ResultOf | undefined {
  const kept: Kept | null = JSON.parse(sessionStorage.getItem(resultKey) ?? 'null');
  return kept?.sql === sql && kept.who === who ? { ...kept.result, text: sql } : undefined;
}

export const forgetResult = (): void => sessionStorage.removeItem(resultKey);
