import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { codePoints, composed, isBlank } from '../text.ts';

/** The documented forms (docs/rules/reservation.md#suggestions), in both spellings. */
const coreForms = ['AS', 'OU', 'OÜ', 'FIE', 'MTU', 'MTÜ'];
/** The "similar" Estonian forms: partnerships, foundation, associations, European company, branch. */
const furtherForms = ['TÜ', 'TU', 'UÜ', 'UU', 'SA', 'TÜH', 'TUH', 'KÜ', 'KU', 'SE', 'FILIAAL'];

const legalForms = new Set([...coreForms, ...furtherForms].map((form) => form.toLowerCase()));

const maxOrganizationName = limit(
  "characters of a company's name from which names are suggested",
  100,
  'The documented limit.',
);
const organizationName = /^[\p{L}\p{N} \t-\r-]+$/u;

export type CheckedOrganizationName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly failure: Failure };

/** Letters, digits, white space and hyphens, at most 100 (docs/rules/reservation.md#suggestions). */
export function checkOrganizationName(input: string): CheckedOrganizationName {
  // A decomposed `ö` is a letter and a mark, so the text is composed first.
  const name = composed(input);
  if (isBlank(name) || codePoints(name) > maxOrganizationName || !organizationName.test(name)) {
    return { ok: false, failure: invalidOrganizationName() };
  }
  return { ok: true, name };
}

export const invalidOrganizationName = (): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', 'Invalid organization name', { path: ['organizationName'] });

/** The name joined and hyphenated, without its legal forms; only one if both are the same. */
export function suggestionLabels(organizationName: string): string[] {
  const words = withoutLegalForms(composed(organizationName).toLowerCase().trim());
  const joined = words.replace(/\s+/g, '');
  // `Foo - Bar` is `foo-bar`: a run that holds white space becomes one hyphen, whatever else is in it.
  const hyphenated = words.replace(/[\s-]+/g, (run) => (/\s/.test(run) ? '-' : run));
  return [...new Set([joined, hyphenated])];
}

/**
 * Removes legal forms only at the end, repeatedly, and only after white space: `Atlas` keeps its `as`, and `AS` alone
 * stays.
 */
function withoutLegalForms(name: string): string {
  const words = name.split(/(\s+)/);
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.splice(-2);
  return words.join('');
}
