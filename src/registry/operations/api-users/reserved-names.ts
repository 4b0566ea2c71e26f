import { initiators } from '../../../base/actor.ts';
import type { Config } from '../../../base/config.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { operatorTokensOf } from '../../../base/operator-tokens.ts';
import { jobNames } from '../lifecycle/jobs.ts';

/** Names in history that are not of users (docs/rules/self-service.md#users). */
const reserved: ReadonlySet<string> = new Set([
  'registry',
  'system',
  'operator',
  'portal',
  'anonymous',
  'upstream',
  'oauth',
  ...initiators,
  ...jobNames,
]);

/** Letters of other alphabets that look like ours, and ours. */
const looks = new Map(
  [...'аеорсухкіјѕһԛԝαορυνι'].map((letter, at) => [letter, 'aeopcyxkijshqwaopuvi'[at] ?? letter]),
);

/** A name as people read it: without case, and with one letter for those that look alike. */
const asRead = (name: string): string =>
  [...name.toLowerCase()]
    .map((letter) => looks.get(letter) ?? letter)
    .join('')
    .replaceAll('0', 'o')
    .replace(/[1i|]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const plain = (name: string): string => asRead(name.normalize('NFKD').replace(/\p{M}/gu, '').trim());

const reservedAsRead = new Set([...reserved].map(asRead));

/** Tells whether a name is, or looks like, that of a job or a service. */
export const isReserved = (name: string): boolean => reservedAsRead.has(plain(name));

/**
 * Tells whether a name is, or looks like, that of an entry of OPERATOR_TOKENS, which history has without its kind in
 * places.
 */
export const isOfMachine = (name: string, config: Pick<Config, 'OPERATOR_TOKENS'>): boolean =>
  [...operatorTokensOf(config).values()].some(
    (one) => one.name !== undefined && plain(one.name) === plain(name),
  );

/** The marks that are not accents: they are invisible, or a pile of them covers what stands above. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{M}{4}/u;

/**
 * A new name may have only the letters a to z, with or without accents: others look like these, so that nobody could
 * tell users apart. It must not look like a job, a service or a machine of the registry either.
 */
export function misleadingName(
  username: string,
  config: Pick<Config, 'OPERATOR_TOKENS'>,
): Failure | undefined {
  const isPlain = (form: 'NFD' | 'NFKD') =>
    /^[\x21-\x7e]*$/.test(username.normalize(form).replace(/\p{M}/gu, ''));
  if ((isPlain('NFKD') && isReserved(username)) || isOfMachine(username, config))
    return failure('PARAMETER_VALUE_POLICY', 'Username is reserved', { path: ['username'] });
  return isPlain('NFD') && username.normalize('NFC') === username && !unseen.test(username)
    ? undefined
    : failure(
        'PARAMETER_VALUE_SYNTAX',
        "Invalid parameter 'username': Must have letters from a to z, with or without accents",
        { path: ['username'] },
      );
}
