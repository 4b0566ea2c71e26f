import { children, isXml, parseXml, textOf } from '../base/xml.ts';
import { call, isSuccess } from './http.ts';
import { Undeliverable } from './undeliverable.ts';

/** The accounting system (Directo), which takes invoices as XML in a form (docs/rules/billing.md#accounting). */
export interface Accounting {
  send(xml: string, signal: AbortSignal): Promise<AccountingAnswer>;
}

interface AccountingAnswer {
  /** The raw answer, which is shown to the service that requested the export. */
  readonly text: string;
  readonly results: readonly AccountingResult[];
}

interface AccountingResult {
  readonly number: string;
  readonly accepted: boolean;
  readonly description: string;
}

const timeoutMs = 60_000;

/** `url` is resolved at each call: a trial knows its own address only once its port is bound. */
export function accounting(url: () => string): Accounting {
  return {
    send: async (xml, signal) => {
      if (!isXml(xml)) throw new Undeliverable('the export is not XML, and was not sent');
      const answer = await call({
        method: 'POST',
        url: url(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ put: '1', what: 'invoice', xmldata: xml }).toString(),
        timeoutMs,
        signal,
      });
      if (!isSuccess(answer)) throw new Error(`the accounting system answered ${answer.status}`);
      return { text: answer.text, results: readResults(answer.text) };
    },
  };
}

function readResults(text: string): AccountingResult[] {
  const document = parseXml(text);
  if (!document || !('results' in document))
    throw new Error('the answer of the accounting system cannot be read');
  return children(document.results, 'Result').map((result) => ({
    number: textOf(result, '@docid') ?? '',
    accepted: textOf(result, '@Type') === '0',
    description: textOf(result, '@Desc') ?? '',
  }));
}
