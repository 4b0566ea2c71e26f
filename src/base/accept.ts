import Negotiator from 'negotiator';

/** Every parameter of a media range but its weight: JSON in any charset or version is JSON. */
const parameters = /;(?!\s*q\s*=)[^;,="]*(?:="(?:\\.|[^"\\])*"|=[^;,"]*)?/gi;

/**
 * Returns which of the offered media types an Accept header takes, the preferred one first; without a header,
 * all.
 */
export function accepted(accept: string | undefined, offered: readonly string[]): string[] {
  const wanted = accept?.replaceAll(parameters, '').trim() || '*/*';
  if (wanted === '*/*') return [...offered];
  return new Negotiator({ headers: { accept: wanted } }).mediaTypes([...offered]);
}

/** Tells whether the header names this type and does not refuse it (`q=0`); `*` does not name it. */
export const names = (accept: string | undefined, type: string): boolean =>
  accept?.toLowerCase().includes(type) === true && accepted(accept, [type]).length > 0;
