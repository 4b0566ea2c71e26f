import { createHmac } from 'node:crypto';

/** What a person is known by, as it was given; undefined if it would find half of the registry. */
export function personKey(given: string): string | undefined {
  const key = given.trim().toLowerCase();
  const isAddress = /^[^\s@]{1,64}@[^\s@]{3,255}$/.test(key);
  const isCode = /^[a-z0-9/-]{5,64}$/.test(key) && /\d{3}/.test(key);
  return isAddress || isCode ? key : undefined;
}

/** Says in records that something was done for a person, without saying for whom; the same key gives the same name. */
export const pseudonym = (key: string, secret: string): string =>
  createHmac('sha256', secret).update(`person ${key}`).digest('hex').slice(0, 16);

/** A regular expression of PostgreSQL that finds one of these words as a whole, in text and in JSON. */
export const wordsPattern = (words: readonly string[]): string => {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.|?*+()[\]{}-]/g, '\\$&'));
  return `(^|[^[:alnum:]_.+:-])(${escaped.join('|')})($|[^[:alnum:]_-])`;
};

/** Why a place is kept when a person is erased (docs/rules/people.md#what-is-kept). */
export const keptBecause: Readonly<Record<string, string>> = {
  contacts: 'while a domain uses the contact',
  contact_versions: 'until HISTORY_RETENTION after the contact was deleted',
  domain_contacts: 'while the domain exists',
  domains: 'while the domain exists',
  domain_versions: 'the history of domains names contacts by code',
  history: 'until HISTORY_RETENTION after the contact was deleted',
  access_log: 'for two years: who has seen whose data',
  invoices: 'as long as accounting needs them',
  invoice_lines: 'as long as accounting needs them',
  payments: 'as long as accounting needs them',
  payment_events: 'as long as accounting needs them',
  refunds: 'as long as accounting needs them',
  bank_transfers: 'as long as accounting needs them',
  ledger: 'as long as accounting needs it',
  legal_documents: 'evidence of what a registrar was asked to do',
  notifications: 'until its registrar has read it and forgets it',
  idempotency_keys: 'for the time in which a request can be repeated',
  api_users: 'while the person works for the registrar',
  operators: 'while the person works here',
  registrars: 'while the company is a registrar',
};

/** Secrets in texts, such as the link of a mail that confirms a change, and what stands for them. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])|(?<![\da-f])[\da-f]{27,}(?![\da-f])/gi, '…');
