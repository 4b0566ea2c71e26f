import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isEmail } from '../contact/contact-fields.ts';
import { asTyped, codePoints, composed, isBlank, isUnsafeText, showsNothing } from '../text.ts';

export const longestName = limit("characters of an operator's name", 100, 'The column of the table.');
const longestEmail = limit(
  "characters of an operator's e-mail address",
  254,
  'The longest address there is (RFC 5321).',
);

interface OperatorFields {
  readonly name: string;
  readonly email: string;
}

/** Names that history has for callers who are not people (docs/rules/access.md#operators). */
const misleading = /^(?:operator|portal) [0-9a-f]{8}$/i;

/** Marks that nobody sees, and piles of marks. */
const deceptive = /\p{Default_Ignorable_Code_Point}|\u2800|\p{M}{4}/u;

/** Letters of two alphabets in one word can look like those of one. */
const isMixed = (name: string): boolean =>
  name
    .split(/\s/)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));

/** A name as it is kept: names that look alike are the same. */
export const personName = (given: string): string =>
  (asTyped(given) ?? composed(given)).trim().replaceAll(/\s+/g, ' ');

export function operatorFailures({ name, email }: OperatorFields): (Failure | undefined)[] {
  const missing = (field: string, what: string) =>
    failure('REQUIRED_PARAMETER_MISSING', `${what} is missing`, { path: [field] });
  const wrong = (field: string, message: string) =>
    failure('PARAMETER_VALUE_SYNTAX', message, { path: [field] });
  return [
    showsNothing(name) ? missing('name', 'Name') : undefined,
    codePoints(name) > longestName
      ? wrong('name', `Name must have at most ${longestName} characters`)
      : undefined,
    !showsNothing(name) &&
    (isUnsafeText(name) ||
      /\p{C}/u.test(name) ||
      deceptive.test(name) ||
      isMixed(name) ||
      misleading.test(name))
      ? wrong('name', 'Name must be the name of a person')
      : undefined,
    isBlank(email) ? missing('email', 'Email') : undefined,
    !isBlank(email) && (!isEmail(email) || email.length > longestEmail)
      ? wrong('email', 'Email is invalid')
      : undefined,
  ];
}
