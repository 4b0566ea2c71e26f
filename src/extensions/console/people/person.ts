import { createHmac } from 'node:crypto';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isBlank } from '../../../registry/rules/text.ts';

/**
 * The key by which a person is known: `EE:37605030299` or `mari@kask.example`. It is in lower case, except for the
 * country.
 */
export interface PersonKey {
  readonly text: string;
  readonly email?: string;
  readonly ident?: { readonly country: string; readonly code: string };
}

export interface GivenPerson {
  readonly ident?: string | undefined;
  readonly email?: string | undefined;
}

/** Reads who is meant. What would find many people, such as a date of birth, is refused. */
export function personKey({ ident, email }: GivenPerson): PersonKey | Failure {
  if (isBlank(ident ?? '') === isBlank(email ?? ''))
    return failure(
      isBlank(ident ?? '') ? 'REQUIRED_PARAMETER_MISSING' : 'PARAMETER_VALUE_SYNTAX',
      'Give either the identity code (ident) or the e-mail address (email)',
      { path: ['ident'] },
    );
  return isBlank(ident ?? '') ? emailKey((email ?? '').trim()) : identKey((ident ?? '').trim());
}

function emailKey(given: string): PersonKey | Failure {
  const text = given.toLowerCase();
  return /^[^\s@]{1,64}@[^\s@]{3,255}$/.test(text)
    ? { text, email: text }
    : failure('PARAMETER_VALUE_SYNTAX', 'Must be a whole e-mail address, such as mari@kask.example', {
        path: ['email'],
      });
}

function identKey(given: string): PersonKey | Failure {
  const refused = (why: string) => failure('PARAMETER_VALUE_SYNTAX', why, { path: ['ident'] });
  const [, country = '', code = ''] = /^([a-z]{2}):([a-z0-9/.-]{3,64})$/i.exec(given) ?? [];
  if (!/\d{3}/.test(code))
    return refused('Must be the country and the identity code, such as EE:37605030299');
  if (/^\d{4}-\d\d-\d\d$/.test(code))
    return refused('Several people have the same date of birth: ask by e-mail address');
  const ident = { country: country.toUpperCase(), code: code.toLowerCase() };
  return { text: `${ident.country}:${ident.code}`, ident };
}

const shortestAlone = limit(
  'characters of an identity code that is searched without its country, at least',
  8,
  'A shorter one may be anything.',
);

/** How a key is written in texts, logs and by services that confirm who somebody is. */
export const wordsOf = ({ text, ident }: PersonKey): string[] =>
  ident
    ? [
        ...(ident.code.length >= shortestAlone ? [ident.code] : []),
        ...['', ':', '-'].map((between) => `${ident.country.toLowerCase()}${between}${ident.code}`),
        `pno${ident.country.toLowerCase()}-${ident.code}`,
      ]
    : [text];

/** Says in records that something was done for a person, without saying for whom; the same key gives the same name. */
export const pseudonym = ({ text }: PersonKey, secret: string): string =>
  createHmac('sha256', secret).update(`person ${text.toLowerCase()}`).digest('hex').slice(0, 16);

/** A regular expression of PostgreSQL that finds one of these words as a whole, in text and in JSON. */
export const wordsPattern = (words: readonly string[]): string => {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.|?*+()[\]{}-]/g, '\\$&'));
  return `(^|[^[:alnum:]_.+:-])(${escaped.join('|')})($|[^[:alnum:]_-])`;
};

/** Why a place is kept when a person is erased (docs/rules/people.md#what-is-kept). */
export const keptBecause: Readonly<Record<string, string>> = {
  access_log: 'for two years: who has seen whose data',
  access_tokens: 'while the person works for the registrar',
  api_users: 'while the person works for the registrar',
  bank_transfers: 'as long as accounting needs them',
  bulk_rows: 'for 90 days after the work has ended',
  bulk_works: 'for 90 days after the work has ended',
  contact_versions: 'until HISTORY_RETENTION after the contact was deleted',
  contacts: 'while a domain uses the contact',
  domain_contacts: 'while the domain exists',
  domain_versions: 'the history of domains names contacts by code',
  domains: 'while the domain exists',
  history: 'until HISTORY_RETENTION after the contact was deleted',
  idempotency_keys: 'for the day in which a request can be repeated',
  invoice_lines: 'as long as accounting needs them',
  invoices: 'as long as accounting needs them',
  ledger: 'as long as accounting needs it',
  legal_documents: 'evidence of what a registrar was asked to do',
  notifications: 'until its registrar has read it and forgets it',
  oauth_grants: 'until the app is signed out',
  oauth_records: 'until the app is signed out',
  operators: 'while the person works here',
  payment_events: 'as long as accounting needs them',
  payments: 'as long as accounting needs them',
  refunds: 'as long as accounting needs them',
  registrars: 'while the company is a registrar',
  sign_in_addresses: 'while the person works for the registrar',
};

/** Secrets in texts, such as the link of a mail that confirms a change, and what stands for them. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])|(?<![\da-f])[\da-f]{27,}(?![\da-f])/gi, '…');
