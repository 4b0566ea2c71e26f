import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Language, languages } from '../../registry/rules/words/words.ts';

const isOurs = (given: unknown): given is Language => languages.some((one) => one === given);

/** The language of a page for this visitor: from the link (`?lang=et`), else from the browser, else English. */
export function languageOf({ query, raw }: Pick<FastifyRequest, 'query' | 'raw'>): Language {
  const { lang } = query as { lang?: unknown };
  if (isOurs(lang)) return lang;
  const wanted = new Negotiator(raw).language(['en', 'et']);
  return isOurs(wanted) ? wanted : 'en';
}
