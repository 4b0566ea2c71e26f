import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Language, languages } from '../../registry/rules/words/words.ts';

const isOurs = (given: unknown): given is Language => languages.some((one) => one === given);

/** In which a visitor wants a page: as its link says (`?lang=et`), else as the browser does, else in English. */
export function languageOf({ query, raw }: Pick<FastifyRequest, 'query' | 'raw'>): Language {
  const { lang } = query as { lang?: unknown };
  if (isOurs(lang)) return lang;
  const wanted = new Negotiator(raw).language(['en', 'et']);
  return isOurs(wanted) ? wanted : 'en';
}
