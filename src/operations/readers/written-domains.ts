import { WrittenDomains } from '../../store/registry/domain-reader.ts';
import { domainTexts, type Reader, type Shape } from '../../store/registry/domain-text.ts';
import type { Domain } from './shown.ts';

export type { Reader, Shape };

/** Domains as texts in these shapes, by the column that their cursors keep; undefined: the database cannot write them. */
export function writtenDomains(
  shapes: readonly Shape[],
  reader: Reader,
): ((also: keyof Domain & string) => WrittenDomains) | undefined {
  const sql = domainTexts(shapes, reader);
  return sql && ((also) => new WrittenDomains(sql, also));
}
