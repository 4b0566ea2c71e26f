import Negotiator from 'negotiator';

/** Every parameter of a media range but its weight: JSON in whatever charset or version is JSON. */
const parameters = /;(?!\s*q\s*=)[^;,="]*(?:="(?:\\.|[^"\\])*"|=[^;,"]*)?/gi;

/** Which of the media types on offer an Accept header takes, the preferred one first; without a header, all. */
export function accepted(accept: string | undefined, offered: readonly string[]): string[] {
  const wanted = accept?.replaceAll(parameters, '').trim() || '*/*';
  return new Negotiator({ headers: { accept: wanted } }).mediaTypes([...offered]);
}

/** Whether the header names this type, and does not refuse it (`q=0`): a browser's or a program's `*` is no wish. */
export const names = (accept: string | undefined, type: string): boolean =>
  accept?.toLowerCase().includes(type) === true && accepted(accept, [type]).length > 0;
